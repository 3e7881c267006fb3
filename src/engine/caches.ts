import type { RunOptions } from '../results/run-options.ts';

/** Caches between a run and the target's data. */
export interface Caches {
  /** Waits until they have no earlier answer any more. @returns false at once if there is nothing to wait for */
  readonly forget: () => Promise<boolean>;
  /** Notes that a difference was still there afterwards: the run does not wait again. */
  readonly outlasted: () => void;
}

export const NO_CACHES: Caches = { forget: async () => false, outlasted: () => {} };

/** How long caches usually keep an answer. */
const USUAL_MS = 60_000;

/** A run with a time limit shorter than this does not wait. */
const SHORT_SECONDS = 300;

/** The caches before a run's target: the embedded server has none, and a run that should end soon does not wait. */
export function cachesOf({ target, profile, failFast, limits }: RunOptions): Caches {
  const isShort = profile === 'quick' || failFast === true || (limits.maxTimeSeconds ?? SHORT_SECONDS) < SHORT_SECONDS;
  return target === null || isShort ? NO_CACHES : usualCaches();
}

/** Caches that may be in front of any target. */
export function usualCaches(): Caches {
  let isOutlasted = false;
  return {
    forget: async () => {
      if (isOutlasted) return false;
      await new Promise((resolve) => setTimeout(resolve, USUAL_MS));
      return true;
    },
    outlasted: () => {
      isOutlasted = true;
    },
  };
}
