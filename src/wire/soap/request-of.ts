import type { Cell } from '../../contract/model.ts';
import type { HttpRequest } from '../http/exchange.ts';
import type { RunContext } from './binding.ts';
import { bindings } from './bindings.ts';
import type { Call } from './call.ts';

/** Makes a request from credentials: real ones to send it, placeholders to show it. */
export type MakeRequest = (context: RunContext) => HttpRequest;

export type EditRequest = (request: HttpRequest, context: RunContext) => HttpRequest;

/** How the request of a call is made in a cell's binding, and changed. */
export function requestOf(call: Call, { binding }: Cell, edit: EditRequest = (request) => request): MakeRequest {
  return (context) => edit(bindings[binding].encode(call, context), context);
}
