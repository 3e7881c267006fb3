import { basename, dirname } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ProvidedContext } from 'vitest';
import { createVitest, type Reporter } from 'vitest/node';
import { stopSignals } from '../../base/stop-signal.ts';
import { GRACE, type WorkerPool } from './worker-pool.ts';

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
 * was done, also if the worker dies. When it resolves, no worker of the pool is left.
 */
export async function runEngine({ file, provide, reporters }: EngineSuite, pool: WorkerPool, signal: AbortSignal) {
  const path = fileURLToPath(file);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
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
      if (!signal.aborted && pool.died() === null) throw error;
    });
  const cancelled = new Promise<void>((resolve) => {
    const cancel = (): void => {
      void vitest.cancelCurrentRun('keyboard-input');
      setTimeout(resolve, GRACE);
    };
    signal.addEventListener('abort', cancel, { once: true });
  });
  if (!signal.aborted) await Promise.race([start(), cancelled, pool.death]);
  await Promise.race([vitest.close(), new Promise((resolve) => setTimeout(resolve, GRACE))]);
  // vitest waits for what is under way, without limit, and a cancel that comes while it starts is lost.
  await pool.end();
}

/** Keeps signals for the caller, who writes the report first: the handlers that vitest adds meanwhile exit at once. */
async function withoutSignalHandlers<T>(create: () => Promise<T>): Promise<T> {
  // No signal is handled before the microtask.
  const remove = (event: string | symbol, added: (...values: unknown[]) => void): void => {
    if (stopSignals.some((name) => name === event)) queueMicrotask(() => void process.removeListener(event, added));
  };
  process.on('newListener', remove);
  try {
    return await create();
  } finally {
    process.removeListener('newListener', remove);
  }
}
