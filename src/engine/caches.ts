import type { RunOptions } from '../results/run-options.ts';
import type { Level } from '../rules/rule.ts';

/** Caches between a run and the target's data. */
export interface Caches {
  /** Whether the run waits for them before it reports a difference. */
  readonly awaits: (level: Level) => boolean;
  /** Waits until they have no earlier answer any more, if the run waits for them. */
  readonly forget: (level: Level) => Promise<void>;
  /** Waits until those that keep answers a second only have none. @param turn - makes waits of different length */
  readonly pause: (turn: number) => Promise<void>;
  /** Notes that a difference was gone afterwards: caches had kept it. */
  readonly noteGone: () => void;
  /** How many were. */
  readonly gone: () => number;
  /**
   * Notes that a difference was still there afterwards: the run does not wait again for one that is no graver, unless others
   * were gone.
   */
  readonly outlasted: (level: Level) => void;
  /** There may be some, and the run does not wait for them. */
  readonly areUnawaited?: true;
}

export const NO_CACHES: Caches = {
  awaits: () => false,
  forget: async () => {},
  pause: async () => {},
  noteGone: () => {},
  gone: () => 0,
  outlasted: () => {},
};
export const UNAWAITED_CACHES: Caches = { ...NO_CACHES, areUnawaited: true };

/** Longer than caches usually keep an answer. */
const USUAL_MS = 61_000;

/** How long those do that only protect a server from equal requests at once. */
const SHORT_MS = 1_100;

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

/** Caches that may be in front of any target. */
export function usualCaches(say: Say = () => {}): Caches {
  const outlasted = new Set<Level>();
  let gone = 0;
  let waiting = 0;
  const awaits = (level: Level): boolean => !outlasted.has('required') && !outlasted.has(level);
  return {
    awaits,
    forget: async (level) => {
      if (!awaits(level)) return;
      if (waiting === 0) say('a minute, to check a difference again when caches have no earlier answer');
      waiting += 1;
      await sleep(USUAL_MS);
      waiting -= 1;
    },
    pause: (turn) => sleep(SHORT_MS + (turn % 3) * 100),
    noteGone: () => {
      gone += 1;
      outlasted.clear();
    },
    gone: () => gone,
    outlasted: (level) => {
      if (gone === 0) outlasted.add(level);
    },
  };
}
