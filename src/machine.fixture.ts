/** CPU milliseconds that `work` takes on the machine where the limits of the tests were chosen. */
const QUIET_MS = 280;
/** Beyond that a limit would no longer end a test that hangs; `--timeout` takes no more than 20 times 30 s. */
const MOST = 20;

/**
 * How many times longer work takes now than on a quiet machine, from 1 to 20: a fixed loop, by the clock, so that other
 * load counts as a slow processor does.
 */
export function measuredSlowness(): number {
  const start = performance.now();
  work();
  return Math.min(MOST, Math.max(1, (performance.now() - start) / QUIET_MS));
}

/** The loop; its result keeps the compiler from dropping it. */
function work(): number {
  let n = 1;
  for (let i = 0; i < 200_000_000; i += 1) n = (Math.imul(n, 48_271) + i) | 0;
  return n;
}
