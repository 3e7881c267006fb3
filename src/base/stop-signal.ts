const INTERRUPTED = 130;
/** npm, npx and shells pass on a Ctrl-C that a process already got: within this many milliseconds it counts once. */
const ONE_WISH = 3_000;
/** How long after the end of a run a report may take that takes long. */
const LATE_MS = 1_500;
/** What asks a process to end: Ctrl-C, a job's end, the end of its terminal. They reach the whole process group. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * A signal that aborts at the first of `stopSignals`, or after `maxSeconds`, with a reason that says so, and what
 * undoes it. A signal some seconds later ends the process at once. `late` aborts a little later than `signal`: what
 * takes long is not awaited then. @param outer - aborts this too, and handles signals itself
 */
export function stopSignal(maxSeconds: number | null, outer?: AbortSignal) {
  const controller = new AbortController();
  const late = new AbortController();
  let untilLate: NodeJS.Timeout | undefined;
  const abort = (why: string): void => {
    controller.abort(why);
    untilLate ??= setTimeout(() => late.abort(), LATE_MS);
  };
  const end = (): void => abort(outer?.reason);
  let first: number | null = null;
  const onSignal = (name: NodeJS.Signals): void => {
    const now = performance.now();
    first ??= now;
    if (now - first > ONE_WISH) process.exit(INTERRUPTED);
    abort(`${name === 'SIGINT' ? 'Ctrl-C' : name} ended the run`);
  };
  if (outer === undefined) for (const name of stopSignals) process.on(name, onSignal);
  if (outer?.aborted === true) end();
  outer?.addEventListener('abort', end);
  const timeOver = `--max-time ended the run after ${maxSeconds} s`;
  const timer = maxSeconds === null ? undefined : setTimeout(abort, maxSeconds * 1000, timeOver);
  return {
    signal: controller.signal,
    late: late.signal,
    release: (): void => {
      clearTimeout(timer);
      clearTimeout(untilLate);
      for (const name of stopSignals) process.removeListener(name, onSignal);
      outer?.removeEventListener('abort', end);
    },
  };
}
