import type { RunOptions } from '../../options/model.ts';
import { CACHE_WAIT_MS, SHORT_CACHE_WAIT_MS } from '../../rules/policy.ts';
import { type Exchange, headerValue } from '../../wire/http/exchange.ts';

/** Caches between a run and the target's data. A run waits for them once at most. */
export interface Caches {
  /** Whether the wait is to come or under way; after it, whether it ended a difference. A run may never wait. */
  readonly wait: () => 'ahead' | 'ended-none' | 'ended-some' | 'never';
  /** Waits until they have no earlier answer any more. @param why - in half a sentence */
  readonly forget: (why: string) => Promise<void>;
  /** Waits until those that keep answers a second only have none. @param turn - makes waits of different length */
  readonly pause: (turn: number) => Promise<void>;
  /** Notes what became of a difference after the wait. @param isGone - caches had kept it */
  readonly noteEnd: (isGone: boolean) => void;
  /** There may be some, and the run does not wait for them. */
  readonly areUnawaited?: true;
}

export const NO_CACHES: Caches = {
  wait: () => 'never',
  forget: async () => {},
  pause: async () => {},
  noteEnd: () => {},
};
export const UNAWAITED_CACHES: Caches = { ...NO_CACHES, areUnawaited: true };

/** A run with a time limit shorter than this does not wait. */
const SHORT_SECONDS = 300;

/** The caches before a run's target: the embedded server has none, and a run that should end soon does not wait. */
export function cachesOf({ target, profile, failFast, limits }: RunOptions, say?: Say): Caches {
  const isShort = profile === 'quick' || failFast === true || (limits.maxTimeSeconds ?? SHORT_SECONDS) < SHORT_SECONDS;
  if (target === null) return NO_CACHES;
  return isShort ? UNAWAITED_CACHES : usualCaches(say);
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

type Say = (what: string) => void;

/** Caches that may be in front of any target. Differences found while the run waits wait beside the first. */
export function usualCaches(say: Say = () => {}): Caches {
  let waiting = 0;
  let wait: ReturnType<Caches['wait']> = 'ahead';
  return {
    wait: () => wait,
    forget: async (why) => {
      if (waiting === 0) say(`a minute, until caches have no earlier answer, ${why}`);
      waiting += 1;
      await sleep(CACHE_WAIT_MS);
    },
    pause: (turn) => sleep(SHORT_CACHE_WAIT_MS + (turn % 3) * 100),
    noteEnd: (isGone) => {
      wait = isGone || wait === 'ended-some' ? 'ended-some' : 'ended-none';
    },
  };
}

/**
 * The one place that decides whether a run waits for caches: only where answers with a result differ and one of them
 * shows a cache, or equal reads of the run differed. After the wait, differences are real if it ended none, and can't
 * be told from those of caches if it ended some. @param hasChanged - whether equal reads differed
 * @returns what becomes of a difference that was there each time; or the sign of caches because of which it is awaited
 */
export function stepFor(answers: readonly Exchange[], hasChanged: boolean, caches: Caches) {
  const sign = answers.map(signIn).find((one) => one !== null) ?? (hasChanged ? 'equal reads differed' : null);
  const wait = caches.wait();
  if (sign === null || wait === 'never' || wait === 'ended-none') return 'report';
  return wait === 'ended-some' ? 'leave-open' : { sign };
}

/** Header fields that only caches and proxies write (RFC 9111, section 5.1; RFC 9110, section 7.6.3; RFC 9211). */
const OF_CACHES = /^(?:age|via|x-varnish|(?:[\w-]+-)?cache(?:-status|-lookup|-hits?)?)$/i;

/** What in an answer shows a cache, or allows one to keep the answer; null if nothing does. */
function signIn({ outcome }: Exchange): string | null {
  if (outcome.kind !== 'response') return null;
  const { headers } = outcome.response;
  const ofCache = headers.find(([name]) => OF_CACHES.test(name));
  if (ofCache !== undefined) return `an answer has ${ofCache[0]}`;
  return isFresh((name) => headerValue(headers, name) ?? '') ? 'caches may keep an answer' : null;
}

/** Whether an answer may be used again without a question to its server (RFC 9111, section 4.2.1). */
function isFresh(field: (name: string) => string): boolean {
  const control = field('cache-control').toLowerCase();
  if (/\bno-(?:store|cache)\b/.test(control)) return false;
  const ages = [...control.matchAll(/\b(?:s-maxage|max-age)\s*=\s*"?(\d+)/g)].map(([, seconds]) => Number(seconds));
  if (ages.length > 0) return ages.some((seconds) => seconds > 0);
  return timeIn(field('expires')) > (timeIn(field('date')) || 0);
}

/** Milliseconds; NaN for what is no date of HTTP, like an Expires of -1. */
function timeIn(date: string): number {
  return date.endsWith('GMT') ? Date.parse(date) : Number.NaN;
}
