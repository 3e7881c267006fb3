import { type ExchangeOutcome, type HttpRequest, headerValue } from './exchange.ts';

/** Milliseconds: the longest single wait; all waits of one target together; the first if a 429 names no time. */
const LONGEST = 30_000;
const PATIENCE = 60_000;
const FIRST = 500;
/** How often one request is sent, including the first time. */
const MOST_TRIES = 4;

/** Whom a target asks to wait: this request's sender, or all, as another was refused before and none taken since. */
export type WhoWaits = 'nobody' | 'one' | 'all';

/** Waits if a target answers that it can't accept requests now. @param now - milliseconds since the epoch */
export function createBackOff(now: () => number) {
  let until = 0;
  let waited = 0;
  let count = 0;
  /** The first request since one was taken that was refused when first sent. */
  let refused: HttpRequest | null = null;
  return {
    /** Records an answer: which requests have to wait; none for a Retry-After of 0. @param tries - of this request */
    asks: (outcome: ExchangeOutcome, request: HttpRequest, tries: number): WhoWaits => {
      if ((waitOf(outcome, 1, now()) ?? 0) === 0) {
        if (outcome.kind === 'response') refused = null;
        return 'nobody';
      }
      // Two that are always refused may be all that is left under way.
      if (tries > 1) return 'one';
      refused ??= request;
      return refused === request ? 'one' : 'all';
    },
    /**
     * Milliseconds that a request waits alone before it is sent again, 0 where all wait; null if its answer counts.
     * @param tries - how often it was sent
     */
    again: (outcome: ExchangeOutcome, tries: number, asked: WhoWaits): number | null => {
      const wait = waitOf(outcome, tries, now());
      if (wait === null) return null;
      count += 1;
      if (tries >= MOST_TRIES || waited >= PATIENCE) return null;
      const ms = Math.min(wait, LONGEST, PATIENCE - waited);
      if (asked === 'one') {
        waited += ms;
        return ms;
      }
      const start = Math.max(until, now());
      until = Math.max(until, now() + ms);
      waited += until - start;
      return 0;
    },
    /** Lets nothing be sent for so many milliseconds. */
    hold: (ms: number): void => {
      until = Math.max(until, now() + ms);
    },
    /** Milliseconds until anything may be sent. */
    pause: (): number => Math.max(0, until - now()),
    count: (): number => count,
  };
}

/** Milliseconds until a request is sent again; null if its answer counts: neither 429 nor 503 with Retry-After. */
function waitOf(outcome: ExchangeOutcome, tries: number, now: number): number | null {
  if (outcome.kind === 'trouble') return null;
  const { status, headers } = outcome.response;
  if (status !== 503 && status !== 429) return null;
  const after = retryAfter(headerValue(headers, 'retry-after'), now);
  return status === 503 ? after : (after ?? FIRST * 2 ** (tries - 1));
}

function retryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}(?:\.\d+)?$/.test(value)) return Number(value) * 1000;
  // Date.parse reads a date in almost any text with a number, as in '-5'.
  const date = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** The outcome of an exchange: the answer, or that the target told us to wait too often or too long. */
export function outcomeAfter(outcome: ExchangeOutcome, tries: number): ExchangeOutcome {
  if (waitOf(outcome, tries, 0) === null || outcome.kind === 'trouble') return outcome;
  const times = tries === 1 ? 'once' : `${tries} times`;
  const message = `the target asked to wait (status ${outcome.response.status}), ${times} for this request`;
  return { kind: 'trouble', trouble: { kind: 'unavailable', message } };
}

/** Of the requests that a target took in a second, and milliseconds that show how many it takes. */
const SHARE = 0.8;
const SHOWING = 500;
/** Milliseconds between two requests at most, else a run does not end: a target may refuse one text so. */
const SLOWEST = 100;

/** Spaces requests evenly, further apart after an answer that they are too many. @param ratePerSecond - or null */
export function createRateLimiter(ratePerSecond: number | null) {
  let interval = ratePerSecond === null ? 0 : 1000 / ratePerSecond;
  let next = Number.NEGATIVE_INFINITY;
  let since: number | null = null;
  let taken = 0;
  return {
    /** Books the next slot: time to wait, in ms. */
    book: (now: number): number => {
      since ??= now;
      const place = Math.max(now, next);
      next = place + interval;
      return place - now;
    },
    /** Notes whether a request was taken. */
    note: (isTaken: boolean, now: number): void => {
      if (isTaken) taken += 1;
      const ms = now - (since ?? now);
      if (isTaken || ms < SHOWING) return;
      interval = Math.max(interval, Math.min(SLOWEST, ms / Math.max(1, taken) / SHARE));
      since = now;
      taken = 0;
    },
  };
}
