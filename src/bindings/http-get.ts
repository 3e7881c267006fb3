import type { Binding } from './binding.ts';
import { formEncoded, locateRoot, operationPath } from './http.ts';

/** HTTP GET: parameters in the query string (the document, table 'Bindings'). */
export const httpGet: Binding = {
  spec: (contract) => contract.bindings['http-get'],
  encode: (call, context) => ({
    method: 'GET',
    // Form encoding's `+` is no space to a reader of plain URIs (RFC 3986, section 2.1), %20 is one to both.
    path: `${operationPath(call, context)}?${formEncoded(call, context).replaceAll('+', '%20')}`,
    headers: [],
    body: null,
  }),
  locate: locateRoot,
};
