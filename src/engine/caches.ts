import type { RunOptions } from '../results/run-options.ts';
import type { Level } from '../rules/rule.ts';

/** Caches between a run and the target's data. */
export interface Caches {
  /** Waits until they have no earlier answer any more. @returns false at once if there is nothing to wait for */
  readonly forget: (level: Level) => Promise<boolean>;
  /** Notes that a difference was still there afterwards: the run does not wait again for one that is no graver. */
  readonly outlasted: (level: Level) => void;
  /** There may be some, and the run does not wait for them. */
  readonly areUnawaited?: true;
}

export const NO_CACHES: Caches = { forget: async () => false, outlasted: () => {} };
export const UNAWAITED_CACHES: Caches = { ...NO_CACHES, areUnawaited: true };

/** How long caches usually keep an answer. */
const USUAL_MS = 60_000;

/** A run with a time limit shorter than this does not wait. */
const SHORT_SECONDS = 300;

/** The caches before a run's target: the embedded server has none, and a run that should end soon does not wait. */
export function cachesOf({ target, profile, failFast, limits }: RunOptions): Caches {
  const isShort = profile === 'quick' || failFast === true || (limits.maxTimeSeconds ?? SHORT_SECONDS) < SHORT_SECONDS;
  if (target === null) return NO_CACHES;
  return isShort ? UNAWAITED_CACHES : usualCaches();
}

/** Caches that may be in front of any target. */
export function usualCaches(): Caches {
  const outlasted = new Set<Level>();
  return {
    forget: async (level) => {
      if (outlasted.has('required') || outlasted.has(level)) return false;
      await new Promise((resolve) => setTimeout(resolve, USUAL_MS));
      return true;
    },
    outlasted: (level) => void outlasted.add(level),
  };
}
