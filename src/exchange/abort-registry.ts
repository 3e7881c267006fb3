/** The functions that end what is under way at once; those of them that have not been taken back. */
export interface AbortRegistry {
  /** Registers a function, for a request's own signal too; called at once where the end has come. Gives the way back. */
  readonly add: (stop: () => void, signal?: AbortSignal) => () => void;
  /** Ends everything, now and in future. */
  readonly stopAll: () => void;
  readonly stopped: () => boolean;
}

/** One listener on the signal of a whole target, however many requests are under way. */
export function createAbortRegistry(signal: AbortSignal | undefined): AbortRegistry {
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
    add(stop, own) {
      if (stopped || own?.aborted === true) stop();
      registered.add(stop);
      own?.addEventListener('abort', stop);
      return () => {
        registered.delete(stop);
        own?.removeEventListener('abort', stop);
      };
    },
    stopAll,
    stopped: () => stopped,
  };
}
