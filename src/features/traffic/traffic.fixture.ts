import { defaultNamespace, loadContract } from '../../contract/load.ts';
import { judgeRequest } from '../../rules/client/judge-request.ts';
import type { HttpRequest } from '../../wire/http/exchange.ts';
import type { TrafficExchange } from './entry.ts';

const contract = loadContract(defaultNamespace());

/** An answered exchange of a client; no server rule objects. */
export function exchangeOf(
  path: string,
  more: Partial<HttpRequest> & { readonly client?: string; readonly answer?: string; readonly status?: number } = {},
): TrafficExchange {
  const { method = 'GET', headers = [], body = null, client = 'a', answer = '<r/>', status = 200 } = more;
  const response = { status, reason: 'OK', version: '1.1', headers: [], body: new TextEncoder().encode(answer) };
  const request = { method, path, headers, body };
  return {
    request,
    outcome: { kind: 'response', response: { ...response, complete: true, surplus: 0 } },
    durationMs: 1.23,
    client,
    at: 0,
    judgement: judgeRequest(request, contract),
    answer: [],
  };
}
