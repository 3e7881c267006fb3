import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import type { PoolRunnerInitializer } from 'vitest/node';
import { sparingFlags } from './memory-flags.ts';

/** Milliseconds that vitest has to end by itself after a cancel or the death of its worker. */
export const GRACE = 2_000;

/** The name that vitest's reporters see; not one of vitest's own, which can't be replaced. */
const NAME = 'watched-forks';

/** Milliseconds from SIGTERM to SIGKILL. */
const UNTIL_KILL = 500;

/** The worker of the installed vitest. */
const WORKER = new URL('workers/forks.js', import.meta.resolve('vitest/node'));

/** What every worker loads before vitest: it ends the worker when the parent is gone. */
const START = new URL('worker-start.js', import.meta.url).href;

/** vitest's pool of child processes, which notices their deaths. It needs nothing of vitest until that is loaded. */
export function openWorkerPool() {
  const living = new Set<ChildProcess>();
  const leaving = new Set<ChildProcess>();
  let over = false;
  let died: string | null = null;
  let tellDeath = (): void => {};
  const death = new Promise<void>((resolve) => {
    tellDeath = () => void setTimeout(resolve, GRACE).unref();
  });
  let early: ChildProcess | null = null;
  const killAll = (): void => {
    for (const worker of living) worker.kill('SIGKILL');
  };
  process.on('exit', killAll);

  function onDeath(how: string): void {
    died ??= how;
    tellDeath();
  }

  function startWorker(options: Pick<ForkOptions, 'env'>, modules: readonly URL[] = []): ChildProcess {
    const worker = fork(WORKER, {
      ...options,
      execArgv: [START, ...modules.map(({ href }) => href)].flatMap((href) => ['--import', href]).concat(sparingFlags),
      // Nobody reads its output.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    living.add(worker);
    worker.on('exit', (code, signal) => {
      living.delete(worker);
      if (!leaving.has(worker)) onDeath(signal ?? `exit code ${code}`);
    });
    // One that could not be started; of others, what could not be sent.
    worker.on('error', (error) => {
      if (worker.pid === undefined) onDeath(error.message);
    });
    return worker;
  }

  /** Ends a worker by SIGTERM, and if that is not enough, as with a stopped one, by SIGKILL. */
  async function stopWorker(worker: ChildProcess): Promise<void> {
    leaving.add(worker);
    // One that could not be started has no id and emits no exit.
    if (worker.pid === undefined || !living.has(worker)) return;
    const exit = new Promise((resolve) => worker.once('exit', resolve));
    const timer = setTimeout(() => worker.kill('SIGKILL'), UNTIL_KILL);
    worker.kill();
    await exit;
    clearTimeout(timer);
  }

  /** For vitest's option `pool`. */
  const initializer: PoolRunnerInitializer = {
    name: NAME,
    createPoolWorker: ({ env }) => {
      let child: ChildProcess | null = null;
      let isOver = false;
      const listeners = new Map<(value: unknown) => void, (value: unknown) => void>();
      const worker = (): ChildProcess => {
        if (child === null) throw new Error('the worker was not started');
        return child;
      };
      return {
        name: NAME,
        cacheFs: true,
        on: (event, callback) => {
          // To vitest, the first error or exit is the end of its worker; it throws at the next one.
          const listener = (value: unknown): void => {
            if (event === 'message' || !isOver) callback(value);
            isOver ||= event !== 'message';
          };
          listeners.set(callback, listener);
          worker().on(event, listener);
        },
        off: (event, callback) => void worker().off(event, listeners.get(callback) ?? callback),
        send: (message) => void worker().send(message),
        deserialize: (data) => data,
        start: async () => {
          if (over) throw new Error('the run has ended');
          child = early ?? startWorker({ env });
          early = null;
        },
        stop: () => stopWorker(worker()),
      };
    },
  };

  return {
    initializer,
    /** Starts the first worker before vitest is loaded. @param modules - what its tests will import */
    startEarly: (modules: readonly URL[]): void => {
      early = startWorker({}, modules);
    },
    /** The signal or exit code of the first worker that died, 'SIGKILL' or 'exit code 134'; null if none did. */
    died: (): string | null => died,
    /** Resolves when a worker died and vitest had its time to notice. */
    death,
    /** Ends all workers for good: when it resolves none is left, none is started, and vitest gets no more events. */
    end: async (): Promise<void> => {
      over = true;
      for (const worker of living) {
        worker.removeAllListeners();
        // From a message of vitest to a worker that is gone.
        worker.on('error', () => {});
      }
      await Promise.all([...living].map(stopWorker));
      living.clear();
      process.off('exit', killAll);
    },
  };
}

export type WorkerPool = ReturnType<typeof openWorkerPool>;
