/**
 * Spaces requests evenly.
 * @param ratePerSecond - null for no limit
 * @returns a function that books the next place: given the time in milliseconds, it gives how long to wait for it
 */
export function createRateLimiter(ratePerSecond: number | null): (now: number) => number {
  if (ratePerSecond === null) return () => 0;
  const interval = 1000 / ratePerSecond;
  let next = Number.NEGATIVE_INFINITY;
  return (now) => {
    const place = Math.max(now, next);
    next = place + interval;
    return place - now;
  };
}
