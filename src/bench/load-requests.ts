import { bindings } from '../bindings/bindings.ts';
import type { BindingName, Contract } from '../contract/model.ts';
import type { HttpRequest } from '../exchange/exchange.ts';

/** A call that a server is loaded with. */
export interface LoadedCall {
  readonly operation: string;
  readonly binding: BindingName;
}

/** The n-th request of a call: the dealer and the key, which nobody checks here, are others each time. */
export function loadRequest(contract: Contract, { operation, binding }: LoadedCall, n: number): HttpRequest {
  const found = contract.operations.find(({ name }) => name === operation);
  const credential = found?.parameters.filter((one) => one.credential) ?? [];
  const own = Object.fromEntries(credential.map(({ name }) => [name, `${name}-${n}`]));
  const examples = Object.fromEntries((found?.parameters ?? []).map(({ name, example }) => [name, example]));
  const call = { operation, values: { ...examples, ...own }, header: null };
  return bindings[binding].encode(call, { contract, basePath: '', credentials: {} });
}
