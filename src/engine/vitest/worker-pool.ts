import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import type { PoolRunnerInitializer } from 'vitest/node';
import { sparingFlags } from './memory-flags.ts';

/** Milliseconds that vitest has to end by itself after a cancel or the death of its worker. */
export const GRACE = 2_000;

/** The name that vitest's reporters see; not one of vitest's own, which can't be replaced. */
const NAME = 'watched-forks';

/** Milliseconds from SIGTERM to SIGKILL. */
const UNTIL_KILL = 500;

/** Characters kept of what a worker writes to stderr, and shown of its reason to end. */
const MOST_SAID = 10_000;
const LONGEST_REASON = 300;

const REASON = /^(?:# )?(?:\w*Error\b|FATAL|Fatal)|: (?:bad option|error )/;

/** The worker of the installed vitest. */
const workerFile = (): URL => new URL('workers/forks.js', import.meta.resolve('vitest/node'));

/** What every worker loads before vitest: it ends the worker when the parent is gone. */
const START = new URL('worker-start.js', import.meta.url).href;

/** The line by which node, V8 or the system's loader says why a process ends; [] without one. */
function reasonIn(said: string): readonly string[] {
  const line = said.split('\n').find((one) => REASON.test(one));
  return line === undefined ? [] : [line.slice(0, LONGEST_REASON).trim()];
}

/** vitest's pool of child processes, which notices their deaths. It needs nothing of vitest until that is loaded. */
export function openWorkerPool() {
  const living = new Set<ChildProcess>();
  const leaving = new Set<ChildProcess>();
  let over = false;
  /** What each worker that died left; the last of its stderr may come after its exit. */
  const deaths: (() => string)[] = [];
  let tellDeath = (): void => {};
  const death = new Promise<void>((resolve) => {
    tellDeath = () => void setTimeout(resolve, GRACE);
  });
  let early: ChildProcess | null = null;
  const killAll = (): void => {
    for (const worker of living) worker.kill('SIGKILL');
  };
  process.on('exit', killAll);

  function onDeath(how: () => string): void {
    deaths.push(how);
    tellDeath();
  }

  function startWorker(options: Pick<ForkOptions, 'env'>, modules: readonly URL[] = []): ChildProcess {
    const worker = fork(workerFile(), {
      ...options,
      execArgv: [START, ...modules.map(({ href }) => href)].flatMap((href) => ['--import', href]).concat(sparingFlags),
      // Only what it says at its end is read.
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
    });
    living.add(worker);
    let said = '';
    worker.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = `${said}${text}`.slice(-MOST_SAID);
    });
    worker.on('exit', (code, signal) => {
      living.delete(worker);
      if (!leaving.has(worker)) onDeath(() => [signal ?? `exit code ${code}`, ...reasonIn(said)].join(': '));
    });
    // One that could not be started; of others, what could not be sent.
    worker.on('error', (error) => {
      if (worker.pid === undefined) onDeath(() => error.message);
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
    /** How the first worker died, 'SIGKILL' or 'exit code 134: FATAL ERROR: …'; null if none did. */
    died: (): string | null => deaths[0]?.() ?? null,
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
