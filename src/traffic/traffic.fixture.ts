import type { HttpRequest } from '../exchange/exchange.ts';
import type { TrafficExchange } from './entry.ts';

/** An exchange of a client that was answered. */
export function exchangeOf(
  path: string,
  more: Partial<HttpRequest> & { readonly client?: string; readonly answer?: string; readonly status?: number } = {},
): TrafficExchange {
  const { method = 'GET', headers = [], body = null, client = 'a', answer = '<r/>', status = 200 } = more;
  const response = { status, reason: 'OK', version: '1.1', headers: [], body: new TextEncoder().encode(answer) };
  return {
    request: { method, path, headers, body },
    outcome: { kind: 'response', response: { ...response, complete: true, surplus: 0 } },
    durationMs: 1.23,
    client,
    at: 0,
  };
}
