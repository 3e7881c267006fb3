import type { Operation } from '../contract/model.ts';
import { operationNamed } from '../contract/operations.ts';
import { isNil, type XmlElement } from '../xml/tree.ts';
import { type EncodeContext, type Located, parameterValues } from './binding.ts';
import type { Call } from './call.ts';

/** The parameters as `<param>=<value>&...`, in the document's order (WHATWG URL, application/x-www-form-urlencoded). */
export function formEncoded(call: Call, context: EncodeContext): string {
  const operation = operationNamed(context.contract, call.operation);
  const form = new URLSearchParams();
  for (const [name, value] of parameterValues(call, operation, context.credentials)) form.append(name, value);
  return form.toString();
}

/** `{base_url}/getData.asmx/<Op>` (the document, table 'Bindings'). */
export function operationPath(call: Call, context: EncodeContext): string {
  return `${context.basePath}${context.contract.endpointPath}/${call.operation}`;
}

/** Finds the root of the table 'Operations' (binding rule 4). */
export function locateRoot(root: XmlElement, operation: Operation): Located {
  const payload = root.name === operation.result.httpRoot ? root : null;
  const nullResult = payload !== null && isNil(payload);
  return { envelope: null, fault: null, payload, result: nullResult ? null : payload, nullResult };
}
