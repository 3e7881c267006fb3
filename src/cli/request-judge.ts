import type { Contract } from '../contract/model.ts';
import type { HttpRequest } from '../exchange/exchange.ts';
import type { ServedExchange, Watched } from '../reference/server.ts';
import { printable } from '../report/terminal/palette.ts';
import type { RequestJudgement } from '../rules/client/client-rule.ts';
import { judgeRequest } from '../rules/client/judge-request.ts';
import { refusal, shortJudgement } from '../rules/client/sentence.ts';
import type { TrafficExchange } from '../traffic/entry.ts';
import { clientName } from '../traffic/log.ts';
import type { TrafficSession } from '../traffic/session.ts';

/**
 * Judges each request that the server gets, once: for the line of its log, for the session if there is one, and to
 * refuse it if the server is strict.
 */
export function requestJudge(contract: Contract, session: TrafficSession | null, isStrict: boolean) {
  return (request: HttpRequest): Watched => {
    const judgement = judgeRequest(request, contract);
    return {
      refusal: isStrict ? refusal(judgement) : null,
      answered(exchange) {
        session?.log.add(trafficOf(exchange, judgement));
        return printable(shortJudgement(judgement)).replaceAll('\n', ' ');
      },
    };
  };
}

/** An exchange of the server as one of a client. A defect may send bytes that are not HTTP. */
function trafficOf(
  { request, response, durationMs, client }: ServedExchange,
  judgement: RequestJudgement,
): TrafficExchange {
  const { status, headers, body, raw } = response;
  const whole = { status, reason: response.reason ?? '', version: '1.1', headers, body, complete: true, surplus: 0 };
  const trouble = { kind: 'framing', message: 'a defect sent bytes that are not HTTP' } as const;
  const outcome =
    raw === null ? ({ kind: 'response', response: whole } as const) : ({ kind: 'trouble', trouble } as const);
  const from = { client: clientName(request, client), at: Date.now() };
  return { request, outcome, durationMs, ...from, judgement, answer: [] };
}
