const INTERRUPTED = 130;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * A signal to end a run early, and what undoes it. It aborts at the first SIGINT or SIGTERM, or after `maxSeconds`, so that the report can still be written.
 * A second signal ends the process at once.
 * @param outer - of the whole that this is a part of: where it is given, this aborts with it and leaves signals to it
 */
export function stopSignal(maxSeconds: number | null, outer?: AbortSignal) {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(INTERRUPTED);
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
