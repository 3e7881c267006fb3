import type { Operation } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import { isNil, type XmlElement } from '../../xml/tree.ts';
import type { Binding, Located } from './binding.ts';
import { type Call, type EncodeContext, parameterValues } from './call.ts';

const FORM = 'application/x-www-form-urlencoded';

/** HTTP GET: parameters in the query string (the document, table 'Bindings'). */
export const httpGet: Binding = {
  spec: (contract) => contract.bindings['http-get'],
  encode: (call, context) => ({
    method: 'GET',
    // Form encoding's `+` is not a space to a reader of plain URIs (RFC 3986, section 2.1), %20 is to both.
    path: `${operationPath(call, context)}?${formEncoded(call, context).replaceAll('+', '%20')}`,
    headers: [],
    body: null,
  }),
  locate: locateRoot,
};

/** HTTP POST: parameters in a form body (the document, table 'Bindings'). */
export const httpPost: Binding = {
  spec: (contract) => contract.bindings['http-post'],
  encode: (call, context) => ({
    method: 'POST',
    path: operationPath(call, context),
    headers: [['Content-Type', context.contract.bindings['http-post'].requestMediaType ?? FORM]],
    body: Buffer.from(formEncoded(call, context)),
  }),
  locate: locateRoot,
};

/** The parameters as `<param>=<value>&...`, in the document's order (WHATWG URL, application/x-www-form-urlencoded). */
function formEncoded(call: Call, context: EncodeContext): string {
  const operation = operationNamed(context.contract, call.operation);
  const form = new URLSearchParams();
  for (const [name, value, { inHeader }] of parameterValues(call, operation, context.credentials))
    if (inHeader !== true) form.append(name, value);
  return form.toString();
}

/** `{base_url}/getData.asmx/<Op>` (the document, table 'Bindings'). */
function operationPath(call: Call, context: EncodeContext): string {
  return `${context.basePath}${context.contract.endpointPath}/${call.operation}`;
}

/** Finds the root of the table 'Operations' (binding rule 4). */
function locateRoot(root: XmlElement, operation: Operation): Located {
  const payload = root.name === operation.result.httpRoot ? root : null;
  const nullResult = payload !== null && isNil(payload);
  return { envelope: null, fault: null, payload, result: nullResult ? null : payload, nullResult };
}
