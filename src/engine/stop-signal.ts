const INTERRUPTED = 130;
/** npm, npx and shells pass on a Ctrl-C that a process already got: within this many milliseconds it counts once. */
const ONE_WISH = 3_000;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * A signal that aborts at the first SIGINT or SIGTERM, or after `maxSeconds`, and what undoes it. A signal some seconds
 * later ends the process at once. @param outer - aborts this too, and handles signals itself
 */
export function stopSignal(maxSeconds: number | null, outer?: AbortSignal) {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  let first: number | null = null;
  const onSignal = (): void => {
    const now = performance.now();
    first ??= now;
    if (now - first > ONE_WISH) process.exit(INTERRUPTED);
    abort();
  };
  if (outer === undefined) for (const name of SIGNALS) process.on(name, onSignal);
  if (outer?.aborted === true) abort();
  outer?.addEventListener('abort', abort);
  const timer = maxSeconds === null ? undefined : setTimeout(abort, maxSeconds * 1000);
  return {
    signal: controller.signal,
    release: (): void => {
      clearTimeout(timer);
      for (const name of SIGNALS) process.removeListener(name, onSignal);
      outer?.removeEventListener('abort', abort);
    },
  };
}
