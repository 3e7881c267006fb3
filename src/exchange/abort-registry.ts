export type AbortRegistry = ReturnType<typeof createAbortRegistry>;

/** Functions that abort requests under way. The target's signal gets one listener, however many requests there are. */
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
    /** Registers a function, for a request's own signal too; called at once if already aborted. Returns its removal. */
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
