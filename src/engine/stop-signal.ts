const INTERRUPTED = 130;
/** npm, npx and shells pass on a Ctrl-C that a process already got: within this many milliseconds it counts once. */
const ONE_WISH = 3_000;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * A signal that aborts at the first SIGINT or SIGTERM, or after `maxSeconds`, with a reason that says so, and what undoes
 * it. A signal some seconds later ends the process at once. @param outer - aborts this too, and handles signals itself
 */
export function stopSignal(maxSeconds: number | null, outer?: AbortSignal) {
  const controller = new AbortController();
  const abort = (why: string): void => controller.abort(why);
  const end = (): void => abort(outer?.reason);
  let first: number | null = null;
  const onSignal = (name: NodeJS.Signals): void => {
    const now = performance.now();
    first ??= now;
    if (now - first > ONE_WISH) process.exit(INTERRUPTED);
    abort(`${name === 'SIGINT' ? 'Ctrl-C' : name} ended the run`);
  };
  if (outer === undefined) for (const name of SIGNALS) process.on(name, onSignal);
  if (outer?.aborted === true) end();
  outer?.addEventListener('abort', end);
  const timeOver = `--max-time ended the run after ${maxSeconds} s`;
  const timer = maxSeconds === null ? undefined : setTimeout(abort, maxSeconds * 1000, timeOver);
  return {
    signal: controller.signal,
    release: (): void => {
      clearTimeout(timer);
      for (const name of SIGNALS) process.removeListener(name, onSignal);
      outer?.removeEventListener('abort', end);
    },
  };
}
