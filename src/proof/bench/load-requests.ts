import type { BindingName, Contract } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import type { HttpRequest } from '../../wire/http/exchange.ts';
import { bindings } from '../../wire/soap/bindings.ts';

export interface LoadedCall {
  readonly operation: string;
  readonly binding: BindingName;
}

/** The n-th request of a call: dealer, key and session, which nobody checks here, differ each time. */
export function loadRequest(contract: Contract, { operation, binding }: LoadedCall, n: number): HttpRequest {
  const { parameters } = operationNamed(contract, operation);
  const values = parameters.map(({ name, example, credential }) => [
    name,
    credential || /Session/.test(name) ? `${name}-${n}` : example,
  ]);
  const call = { operation, values: Object.fromEntries(values), header: null };
  return bindings[binding].encode(call, { contract, basePath: '', credentials: {} });
}
