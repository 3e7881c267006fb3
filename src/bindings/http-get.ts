import type { Binding } from './binding.ts';
import { formEncoded, locateRoot, operationPath } from './http.ts';

/** HTTP GET: parameters in the query string (the document, table 'Bindings'). */
export const httpGet: Binding = {
  spec: (contract) => contract.bindings['http-get'],
  encode: (call, context) => ({
    method: 'GET',
    path: `${operationPath(call, context)}?${formEncoded(call, context)}`,
    headers: [],
    body: null,
  }),
  locate: locateRoot,
};
