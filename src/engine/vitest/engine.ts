import { type ChildProcess, fork } from 'node:child_process';
import { basename, dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ProvidedContext } from 'vitest';
import { createVitest, type PoolRunnerInitializer, type Reporter } from 'vitest/node';
import { sparingFlags } from './memory-flags.ts';

/** Milliseconds that the engine has to end by itself after a cancel or the death of its worker. */
const GRACE = 2_000;

const signals = ['SIGINT', 'SIGTERM'] as const;

interface EngineSuite {
  /** A compiled suite file of this package. */
  readonly file: URL;
  /** Plain data for the worker, which reads it with `inject`. */
  readonly provide: Partial<ProvidedContext>;
  /** Instances: a name would be resolved from the folder that the command is called in. */
  readonly reporters: readonly Reporter[];
}

const viteOverrides = { configFile: false, envDir: false } as const;

/**
 * Runs a compiled suite on vitest, without any config of the current folder. `signal` cancels it; reporters keep what
 * was done, also if the worker dies. When it resolves, no worker is left.
 */
export async function runEngine({ file, provide, reporters }: EngineSuite, signal: AbortSignal) {
  const path = fileURLToPath(file);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  /** The signal or exit code of the worker if it died, 'SIGKILL' or 'exit code 134'; null if it did not. */
  let died: string | null = null;
  let tellDeath = (): void => {};
  const death = new Promise<void>((resolve) => {
    tellDeath = () => void setTimeout(resolve, GRACE).unref();
  });
  const onDeath = (how: string): void => {
    died ??= how;
    tellDeath();
  };
  const pool = workerPool(onDeath);
  const vitest = await withoutSignalHandlers(() =>
    createVitest(
      'test',
      {
        root: dirname(path),
        config: false,
        include: [basename(path)],
        exclude: [],
        watch: false,
        cache: false,
        pool: pool.initializer,
        isolate: false,
        fileParallelism: false,
        maxWorkers: 1,
        execArgv: [...sparingFlags],
        // Every exchange has a time limit of its own, and the run may have one.
        testTimeout: 0,
        hookTimeout: 0,
        teardownTimeout: GRACE,
        provide,
        reporters: [...reporters],
        server: {
          deps: {
            // Our code is compiled: node loads it as it is, in a checkout or node_modules. vite would read each file
            // again.
            external: [/\/dist\//],
            // Through vite, Allure's setup file and runner get the vitest that runs them; otherwise they would get the
            // one that a user has next to this package, of any version.
            inline: [/[\\/]node_modules[\\/]allure-vitest[\\/]/],
          },
        },
        // A test plan that selects some of the user's own tests would deselect all tests of the suite.
        env: { ALLURE_TESTPLAN_PATH: '' },
      },
      viteOverrides,
      { stdout: silent, stderr: silent },
    ),
  );
  const start = (): Promise<unknown> =>
    vitest.start().catch((error: unknown) => {
      if (!signal.aborted && died === null) throw error;
    });
  const cancelled = new Promise<void>((resolve) => {
    const cancel = (): void => {
      void vitest.cancelCurrentRun('keyboard-input');
      setTimeout(resolve, GRACE).unref();
    };
    signal.addEventListener('abort', cancel, { once: true });
  });
  if (!signal.aborted) await Promise.race([start(), cancelled, death]);
  await Promise.race([vitest.close(), new Promise((resolve) => setTimeout(resolve, GRACE).unref())]);
  // vitest waits for what is under way, without limit, and a cancel that comes while it starts is lost.
  await pool.end();
  return { died };
}

/** Keeps signals for the caller, who writes the report first: the handlers that vitest adds meanwhile exit at once. */
async function withoutSignalHandlers<T>(create: () => Promise<T>): Promise<T> {
  // No signal is handled before the microtask.
  const remove = (event: string | symbol, added: (...values: unknown[]) => void): void => {
    if (signals.some((name) => name === event)) queueMicrotask(() => void process.removeListener(event, added));
  };
  process.on('newListener', remove);
  try {
    return await create();
  } finally {
    process.removeListener('newListener', remove);
  }
}

/** The name that vitest's reporters see; not one of vitest's own, which can't be replaced. */
const NAME = 'watched-forks';

/** Milliseconds from SIGTERM to SIGKILL. */
const UNTIL_KILL = 500;

/** What every worker loads before vitest: it ends the worker when the parent is gone. */
const START = new URL('worker-start.js', import.meta.url).href;

/** vitest's pool of child processes. @param died - gets 'SIGKILL' or 'exit code 134' of one that ended on its own */
function workerPool(died: (how: string) => void) {
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
    // One that could not be started; of others, what could not be sent.
    worker.on('error', (error) => {
      if (worker.pid === undefined) died(error.message);
    });
  }

  /** Ends a worker by SIGTERM, and if that is not enough, as with a stopped one, by SIGKILL. */
  async function end(worker: ChildProcess): Promise<void> {
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
    createPoolWorker: ({ distPath, env, execArgv }) => {
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
          child = fork(join(distPath, 'workers/forks.js'), {
            env,
            execArgv: ['--import', START, ...execArgv],
            // Nobody reads its output.
            stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
            serialization: 'advanced',
          });
          watch(child);
        },
        stop: () => end(worker()),
      };
    },
  };

  return {
    initializer,
    /** Ends all workers for good: when it resolves none is left, none is started, and vitest gets no more events. */
    end: async (): Promise<void> => {
      over = true;
      for (const worker of living) {
        worker.removeAllListeners();
        // From a message of vitest to a worker that is gone.
        worker.on('error', () => {});
      }
      await Promise.all([...living].map(end));
      process.off('exit', killAll);
    },
  };
}
