import { ForksPoolWorker, type PoolRunnerInitializer } from 'vitest/node';

/** The name that vitest's reporters see; none of vitest's own, which can't be replaced. */
const NAME = 'watched-forks';

/**
 * vitest's pool of child processes, which also tells how one of them died: vitest itself says only that it did.
 * @param died - gets the signal or exit code of a worker that ended unasked: 'SIGKILL', 'exit code 134'
 */
export function watchedForks(died: (how: string) => void): PoolRunnerInitializer {
  return {
    name: NAME,
    createPoolWorker: (options) => {
      const forks = new ForksPoolWorker(options);
      let stopping = false;
      const onExit = (code: unknown, signal?: unknown): void => {
        if (!stopping) died(typeof signal === 'string' ? signal : `exit code ${String(code)}`);
      };
      return {
        name: NAME,
        cacheFs: forks.cacheFs,
        on: (event, callback) => forks.on(event, callback),
        off: (event, callback) => forks.off(event, callback),
        send: (message) => forks.send(message),
        deserialize: (data) => forks.deserialize(data),
        start: async () => {
          await forks.start();
          forks.on('exit', onExit);
        },
        stop: () => {
          stopping = true;
          return forks.stop();
        },
      };
    },
  };
}
