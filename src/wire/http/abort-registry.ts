export type AbortRegistry = ReturnType<typeof createAbortRegistry>;

/** Functions that abort what is under way. Not one for each exchange: V8 frees late what comes and goes in a Set. */
export function createAbortRegistry(signal: AbortSignal | undefined) {
  const registered = new Set<() => void>();
  let stopped = false;
  const stopAll = (): void => {
    stopped = true;
    signal?.removeEventListener('abort', stopAll);
    for (const stop of [...registered]) stop();
    registered.clear();
  };
  signal?.addEventListener('abort', stopAll);
  if (signal?.aborted === true) stopAll();
  return {
    /** Registers a function, also for a request's own signal; called at once if aborted. Returns its removal. */
    add(stop: () => void, own?: AbortSignal): () => void {
      if (stopped || own?.aborted === true) stop();
      registered.add(stop);
      own?.addEventListener('abort', stop);
      return () => {
        registered.delete(stop);
        own?.removeEventListener('abort', stop);
      };
    },
    stopAll,
    stopped: (): boolean => stopped,
  };
}
