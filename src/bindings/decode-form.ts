import type { BindingName, Operation } from '../contract/model.ts';
import { decodeParameters } from './decode-parameters.ts';
import type { DecodedRequest } from './decoded-request.ts';

/** A call over GET or POST from its query or form body (WHATWG URL, application/x-www-form-urlencoded). */
export function decodeForm(form: string, operation: Operation, binding: BindingName): DecodedRequest {
  const { values, credentials, oddities } = decodeParameters([...new URLSearchParams(form)], operation);
  const call = { operation: operation.name, values, header: null };
  return { kind: 'call', cell: { operation, binding }, call, credentials, namespace: null, oddities };
}
