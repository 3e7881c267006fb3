import { setTimeout } from 'node:timers/promises';

/** Milliseconds between two requests to an operation that takes few: at first, and at most. */
const FIRST = 100;
const SLOWEST = 1_000;
/** Milliseconds that a run waits like this in all. */
const LONGEST = 120_000;

export type Paces = ReturnType<typeof createPaces>;

/** Spaces the requests to each operation that alone refuses calls as too many, further apart each time. */
export function createPaces() {
  const paces = new Map<string, { interval: number; next: number; known: number }>();
  let left = LONGEST;
  return {
    /** Waits for the turn of a request to this operation. */
    turn: async (operation: string): Promise<void> => {
      const pace = paces.get(operation);
      if (pace === undefined || left <= 0) return;
      const now = performance.now();
      const place = Math.max(now, pace.next);
      pace.next = place + pace.interval;
      left -= pace.interval;
      await setTimeout(place - now);
    },
    /** Notes a refusal; what is sent before the last one has had an effect says nothing new. False if no time is left. */
    slower: (operation: string): boolean => {
      const now = performance.now();
      const { interval, next, known } = paces.get(operation) ?? { interval: FIRST / 2, next: now, known: 0 };
      if (now >= known) {
        const wider = Math.min(SLOWEST, 2 * interval);
        paces.set(operation, { interval: wider, next: Math.max(next, now + wider), known: now + 5 * wider });
      }
      return left > 0;
    },
    /** Whether it was refused so. */
    isSlow: (operation: string): boolean => paces.has(operation),
  };
}
