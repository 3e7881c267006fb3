/** A signal to end a run early, and what undoes it. */
export interface Stop {
  readonly signal: AbortSignal;
  readonly release: () => void;
}

const INTERRUPTED = 130;

/**
 * Aborts at the first SIGINT or SIGTERM, or after `maxSeconds`, so that the report can still be written.
 * A second signal ends the process at once.
 * @param outer - of what this is a part of: it aborts, and signals are left to it
 */
export function stopSignal(maxSeconds: number | null, outer?: AbortSignal): Stop {
  if (outer !== undefined) return part(maxSeconds, outer);
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(INTERRUPTED);
    controller.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  const timer = maxSeconds === null ? undefined : setTimeout(() => controller.abort(), maxSeconds * 1000);
  return {
    signal: controller.signal,
    release: () => {
      clearTimeout(timer);
      process.removeListener('SIGINT', onSignal);
      process.removeListener('SIGTERM', onSignal);
    },
  };
}

function part(maxSeconds: number | null, outer: AbortSignal): Stop {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  if (outer.aborted) abort();
  outer.addEventListener('abort', abort);
  const timer = maxSeconds === null ? undefined : setTimeout(abort, maxSeconds * 1000);
  return {
    signal: controller.signal,
    release: () => {
      clearTimeout(timer);
      outer.removeEventListener('abort', abort);
    },
  };
}
