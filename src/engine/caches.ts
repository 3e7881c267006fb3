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
