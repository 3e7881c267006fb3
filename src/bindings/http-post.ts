import type { Binding } from './binding.ts';
import { formEncoded, locateRoot, operationPath } from './http.ts';

/** HTTP POST: parameters in a form body (the document, table 'Bindings'). */
export const httpPost: Binding = {
  spec: (contract) => contract.bindings['http-post'],
  encode: (call, context) => ({
    method: 'POST',
    path: operationPath(call, context),
    headers: [['Content-Type', contentType(context.contract.bindings['http-post'].requestMediaType)]],
    body: Buffer.from(formEncoded(call, context)),
  }),
  locate: locateRoot,
};

function contentType(mediaType: string | null): string {
  return mediaType ?? 'application/x-www-form-urlencoded';
}
