import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { PoolRunnerInitializer } from 'vitest/node';

/** The name that vitest's reporters see; none of vitest's own, which can't be replaced. */
const NAME = 'watched-forks';

/** Milliseconds from SIGTERM to SIGKILL. */
const UNTIL_KILL = 500;

/** What every worker loads before vitest: it ends the worker when the parent is gone. */
const START = new URL('worker-start.js', import.meta.url).href;

/** vitest's pool of child processes, in hands that can tell how one died, and end it. */
export interface WorkerPool {
  /** For vitest's option `pool`. */
  readonly initializer: PoolRunnerInitializer;
  /** Ends all workers, for good: when it resolves none is left, none is started, and vitest hears of none. */
  readonly end: () => Promise<void>;
}

/**
 * Makes a pool. Its workers end with this process, whatever ends it.
 * @param died - gets the signal or exit code of a worker that ended on its own: 'SIGKILL', 'exit code 134'
 */
export function workerPool(died: (how: string) => void): WorkerPool {
  const living = new Set<ChildProcess>();
  const leaving = new Set<ChildProcess>();
  let over = false;
  const killAll = (): void => {
    for (const worker of living) worker.kill('SIGKILL');
  };
  process.on('exit', killAll);

  function watch(worker: ChildProcess): void {
    living.add(worker);
    worker.on('exit', (code, signal) => {
      living.delete(worker);
      if (!leaving.has(worker)) died(signal ?? `exit code ${code}`);
    });
  }

  /** Ends a worker by SIGTERM, and where that is not enough, as with one that is stopped, by SIGKILL. */
  async function end(worker: ChildProcess): Promise<void> {
    leaving.add(worker);
    // One that could not be started has no id, and no end.
    if (worker.pid === undefined || !living.has(worker)) return;
    const exit = new Promise((resolve) => worker.once('exit', resolve));
    const timer = setTimeout(() => worker.kill('SIGKILL'), UNTIL_KILL);
    worker.kill();
    await exit;
    clearTimeout(timer);
  }

  return {
    initializer: {
      name: NAME,
      createPoolWorker: ({ distPath, env, execArgv }) => {
        let child: ChildProcess | null = null;
        const worker = (): ChildProcess => {
          if (child === null) throw new Error('the worker was not started');
          return child;
        };
        return {
          name: NAME,
          cacheFs: true,
          on: (event, callback) => void worker().on(event, callback),
          off: (event, callback) => void worker().off(event, callback),
          send: (message) => void worker().send(message),
          deserialize: (data) => data,
          start: async () => {
            if (over) throw new Error('the run has ended');
            child = fork(join(distPath, 'workers/forks.js'), {
              env,
              execArgv: ['--import', START, ...execArgv],
              // What it prints has no reader.
              stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
              serialization: 'advanced',
            });
            watch(child);
          },
          stop: () => end(worker()),
        };
      },
    },
    end: async () => {
      over = true;
      for (const worker of living) {
        worker.removeAllListeners();
        // A message that vitest sends to one that is gone.
        worker.on('error', () => {});
      }
      await Promise.all([...living].map(end));
      process.off('exit', killAll);
    },
  };
}
