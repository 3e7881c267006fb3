import type { RunOptions } from '../../options/model.ts';
import { CACHE_WAIT_MS, SHORT_CACHE_WAIT_MS } from '../../rules/policy.ts';
import { cacheSign } from '../../wire/http/cache-sign.ts';
import type { Exchange } from '../../wire/http/exchange.ts';

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
  const sign = answers.map(cacheSign).find((one) => one !== null) ?? (hasChanged ? 'equal reads differed' : null);
  const wait = caches.wait();
  if (sign === null || wait === 'never' || wait === 'ended-none') return 'report';
  return wait === 'ended-some' ? 'leave-open' : { sign };
}
