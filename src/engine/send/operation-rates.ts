import { setTimeout } from 'node:timers/promises';

/** Milliseconds between two requests to an operation that takes few: at first, and at most. */
const FIRST = 100;
const SLOWEST = 1_000;
/** Milliseconds that a run waits like this in all. */
const LONGEST = 120_000;

/** `heededUntil`: what was sent before a refusal had an effect says nothing new. */
const start = (now: number) => ({ interval: FIRST / 2, next: now, heededUntil: 0 });

/** Spaces the requests to each operation that alone refuses calls as too many, further apart each time. */
export function createOperationRates() {
  const limited = new Map<string, ReturnType<typeof start>>();
  let left = LONGEST;
  return {
    /** Waits for the turn of a request to this operation. */
    turn: async (operation: string): Promise<void> => {
      const known = limited.get(operation);
      if (known === undefined || left <= 0) return;
      const now = performance.now();
      const place = Math.max(now, known.next);
      known.next = place + known.interval;
      left -= known.interval;
      await setTimeout(place - now);
    },
    /** Notes a refusal. False if no time is left. */
    slower: (operation: string): boolean => {
      const now = performance.now();
      const { interval, next, heededUntil } = limited.get(operation) ?? start(now);
      if (now >= heededUntil) {
        const wider = Math.min(SLOWEST, 2 * interval);
        limited.set(operation, { interval: wider, next: Math.max(next, now + wider), heededUntil: now + 5 * wider });
      }
      return left > 0;
    },
    /** Whether it was refused so. */
    isSlow: (operation: string): boolean => limited.has(operation),
  };
}
