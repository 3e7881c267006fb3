import type { Cell, Contract } from '../../../contract/model.ts';
import type { LeftOut } from '../../../contract/wsdl/read-wsdl.ts';
import type { PlannedCall } from '../../../engine/plan/planned-call.ts';
import type { CircuitBreaker } from '../../../engine/send/circuit-breaker.ts';
import type { ExchangeJudge } from '../../../judge/judge.ts';
import type { RunOptions } from '../../../options/model.ts';
import type { RecordedAnswers, RecordedServer } from '../../../results/har/recorded-server.ts';
import { maskingOf, recordMasked } from '../../../results/har/secrets.ts';
import type { RecordedExchange } from '../../../results/outcome.ts';
import { recordExchange } from '../../../results/record/record-exchange.ts';
import type { Redact } from '../../../results/record/redact.ts';
import type { Rule } from '../../../rules/rule.ts';
import type { Exchange } from '../../../wire/http/exchange.ts';
import type { Call } from '../../../wire/soap/call.ts';
import { type MakeRequest, requestOf } from '../../../wire/soap/request-of.ts';
import { filledRequest } from '../../../wire/soap/request-template.ts';
import type { SchemaValidator } from '../../../xml/schema.ts';
import { type Both, both } from '../pairs.ts';
import type { DifferenceKind } from './difference.ts';

export interface Server {
  readonly baseUrl: string;
  readonly client: CircuitBreaker;
  /** Its own headers; the other options are the same for both. */
  readonly options: RunOptions;
  /** Its answers, if nothing is sent to it: only they are left. */
  readonly recording?: RecordedServer;
}

export interface ComparisonContext {
  readonly servers: Both<Server>;
  readonly contract: Contract;
  /** What of the contract's WSDL is not compared; none of the document. */
  readonly leftOut: readonly LeftOut[];
  readonly validator: SchemaValidator;
  readonly judge: ExchangeJudge;
  /** Rules whose verdicts are compared; none if rules are not compared. */
  readonly rules: readonly Rule[];
  readonly kinds: readonly DifferenceKind[];
  /** The mildest kind whose differences make the exit code 1. */
  readonly failOn: DifferenceKind;
  readonly redact: Redact;
  readonly signal: AbortSignal;
}

/** A request as sent to both servers; `call` is null if the request is not a plain call. */
export interface SentRequest {
  readonly cell: Cell | null;
  readonly call: Call | null;
  readonly exchanges: Both<Exchange>;
  /** How much the answers say: the more, the better the example. 0 if left out. */
  readonly fullness?: number;
  /** The call was recorded only once, so that nothing shows what changes by itself. */
  readonly once?: boolean;
  /** Makes the exchanges as reports show them, without secrets. */
  readonly record: () => Both<RecordedExchange>;
  /** Removes the secrets that they name; left out: only those of the user are known. */
  readonly redact?: Redact;
}

/** How the exchanges of a planned call are shown; of a recorded request without what it names as secret. */
export function recorderOfCall(
  planned: PlannedCall,
  cell: Cell,
  exchanges: Both<Exchange>,
  context: ComparisonContext,
) {
  if (planned.recorded === undefined) return recorderOf(requestOf(planned.call, cell), exchanges, context);
  return recorderOfGiven(exchanges, context);
}

/** How exchanges are shown whose requests were given: without all that they name as secret. */
export function recorderOfGiven(exchanges: Both<Exchange>, { servers, redact }: ComparisonContext) {
  return () =>
    both((side) => {
      const masking = maskingOf(exchanges[side]);
      const all: Redact = (text) => masking.redact(redact(text));
      return recordMasked(exchanges[side], { ...masking, redact: all }, new URL(servers[side].baseUrl).origin);
    });
}

/** How exchanges are recorded whose requests were made here. */
export function recorderOf(request: MakeRequest, exchanges: Both<Exchange>, { servers, redact }: ComparisonContext) {
  return () =>
    both((side) => recordExchange(exchanges[side], request, servers[side].client, servers[side].baseUrl, redact));
}

export async function withBoth<T>({ a, b }: Both<Server>, use: (server: Server) => Promise<T>): Promise<Both<T>> {
  const [one, other] = await Promise.all([use(a), use(b)]);
  return { a: one, b: other };
}

/** What was once answered to a planned call. */
export function recordedAnswers({ recorded }: PlannedCall, { answers }: RecordedServer): RecordedAnswers {
  const known = recorded === undefined ? undefined : answers.get(recorded);
  if (known === undefined) throw new Error('a call without a recorded answer is compared with a recording');
  return known;
}

/** Sends a planned call to one of the servers; of a recording, its first answer, or the second to be sent `again`. */
export function sendPlanned(
  planned: PlannedCall,
  cell: Cell,
  { client, recording }: Server,
  again = false,
): Promise<Exchange> {
  const { recorded, call } = planned;
  if (recording !== undefined) {
    const [first, second = first] = recordedAnswers(planned, recording).all;
    return Promise.resolve((again ? second : first).exchange);
  }
  if (recorded === undefined) return client.call(cell, call);
  return client.send(cell, filledRequest(recorded, client.context));
}

/** Bytes of both exchanges: the smaller they are, the better the example. */
export function sizeOf({ a, b }: Both<Exchange>): number {
  const answered = ({ outcome }: Exchange): number =>
    outcome.kind === 'response' ? outcome.response.body.byteLength : 0;
  return a.request.path.length + (a.request.body?.byteLength ?? 0) + answered(a) + answered(b);
}
