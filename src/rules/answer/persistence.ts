import { plural } from '../../base/words.ts';
import { type HttpResponse, headerValue, wasPassedOver } from '../../wire/http/exchange.ts';
import { type CellJudgement, type Evidence, judged } from '../evidence.ts';
import type { Problem } from '../judgement.ts';
import { requestIn } from './status.ts';

export const UNANSWERED_ONCE =
  'a connection that ends without an answer, where the request is answered when it is sent again';
export const PASSED_OVER =
  'a request that waits in vain while others are answered, and is answered when it is sent again';
export const ENDS_UNSAID = 'a connection that ends after an answer that does not say Connection: close';
export const STAYS_OPEN = 'a connection that stays open after an answer to Connection: close';
export const NOT_CONTINUED = 'a request that expects 100 Continue, and gets nothing until its body has come';

/** A server may end a connection that was idle this long. */
const IDLE_MS = 1000;
/** One may be a restart. */
const SEVERAL = 2;
/** A restart ends all connections at once. */
const MANY = 10;

const isSoon = (ms = IDLE_MS): boolean => ms < IDLE_MS;
const SAID = 'Connection: close in the answer before the end';

/** Requests that waited in vain at some times; null if there are not several. */
export function passedOver(all: readonly Evidence[]): CellJudgement | null {
  const answered = new Set(all.flatMap((one) => (one.reading.response === null ? [] : [requestIn(one)])));
  const lost = all.filter((one) => wasPassedOver(one.reading.exchange) && answered.has(requestIn(one)));
  const [first] = lost;
  if (first === undefined || lost.length < SEVERAL) return null;
  const { durationMs, answeredMeanwhile } = first.reading.exchange;
  const text = 'A request waits in vain, and is answered when it is sent again';
  const waited = `${(durationMs / 1000).toFixed(1)} s, while ${plural(answeredMeanwhile ?? 0, 'other')} got an answer`;
  const actual = `no answer to ${lost.length} of ${plural(all.length, 'request')}; here in ${waited}`;
  const expected = 'an answer as soon as to equal requests';
  return judged(first, { code: 'passed-over', text, location: null, expected, actual, part: PASSED_OVER });
}

/** Connections of a cell that end while they may be used again. */
export function judgeEnds(all: readonly Evidence[]): CellJudgement {
  const of = plural(all.length, 'request');
  const [dropped, ...others] = all.filter(({ reading }) => isSoon(reading.exchange.unansweredAfterMs));
  if (dropped !== undefined && others.length + 1 >= SEVERAL) {
    const text = 'A connection in use ends without an answer and without notice';
    const actual = `no answer to ${others.length + 1} of ${of}; each was answered when it was sent again`;
    const expected = 'an answer, or Connection: close in the one before';
    return judged(dropped, { code: 'unanswered', text, location: null, expected, actual, part: UNANSWERED_ONCE });
  }
  const ended = all.filter(({ reading }) => isSoon(reading.exchange.endedAfterMs));
  const [first] = ended;
  if (first === undefined || ended.length < MANY || ended.length < all.length / 2) return { kind: 'not-applicable' };
  const text = 'Connections end after each answer, and the answers do not say so';
  const actual = `before ${ended.length} of ${of} the connection had ended`;
  return judged(first, { code: 'closing-always', text, location: null, expected: SAID, actual, part: ENDS_UNSAID });
}

/** A server of HTTP/1.1 that lets a body wait for 100 Continue. */
export function continueProblems({ uncontinued, version }: HttpResponse): readonly Problem[] {
  if (uncontinued !== true || version === '1.0') return [];
  const text = 'A request with Expect: 100-continue gets no 100 Continue';
  const [expected, actual] = ['100 Continue, or the answer, at once', 'nothing, until the body was sent all the same'];
  return [{ code: 'not-continued', text, location: null, expected, actual, part: NOT_CONTINUED }];
}

/** What is wrong with the end of the connection of an answer to Connection: close, and with chunks for HTTP/1.0. */
export function persistenceProblems(response: HttpResponse): readonly Problem[] {
  const { afterClose, requestVersion, version, headers } = response;
  if (afterClose === undefined && requestVersion === undefined) return [];
  const said = headerValue(headers, 'connection') ?? (version === '1.0' ? 'close, by its version' : 'nothing');
  const coding = headerValue(headers, 'transfer-encoding');
  if (requestVersion === '1.0' && coding !== undefined) {
    const text = 'The answer to a request of HTTP/1.0 comes in chunks, which HTTP/1.0 does not know';
    const expected = 'the Content-Length, or the end of the connection after the body';
    return [{ code: 'chunks-for-1.0', text, location: null, expected, actual: `Transfer-Encoding: ${coding}` }];
  }
  if (afterClose === 'open') {
    const text = 'The connection stays open after the answer to a request with Connection: close';
    const actual = `the answer says ${said}, and the connection stays`;
    const expected = 'the end of the connection after the answer';
    return [{ code: 'closing-ignored', text, location: null, expected, actual, part: STAYS_OPEN }];
  }
  if (afterClose === undefined || /\bclose\b/i.test(said)) return [];
  const text = 'The answer to a request with Connection: close does not say that the connection ends';
  return [
    { code: 'closing-unsaid', text, location: null, expected: SAID, actual: `it says ${said}`, part: ENDS_UNSAID },
  ];
}
