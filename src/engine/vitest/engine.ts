import { basename, dirname } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createVitest, type Reporter } from 'vitest/node';
import type { RunPlan } from '../plan/run-plan.ts';
import { GRACE, type WorkerPool } from './worker-pool.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;

/** The compiled suite. */
const file = new URL('cells.js', import.meta.url);

const viteOverrides = { configFile: false, envDir: false } as const;

/**
 * Runs the cells of a plan on vitest, without any config of the current folder. `signal` cancels it; the reporter keeps
 * what was done, also if the worker dies. When it resolves, no worker of the pool is left.
 */
export async function runEngine(plan: RunPlan, reporter: Reporter, pool: WorkerPool, signal: AbortSignal) {
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
        // Plain data for the worker, which reads it with `inject`.
        provide: { plan },
        reporters: [reporter],
        server: {
          deps: {
            // Our code is compiled: node loads it as it is, in a checkout or node_modules. vite would read each file
            // again.
            external: [/\/dist\//],
          },
        },
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
    if (signals.some((name) => name === event)) queueMicrotask(() => void process.removeListener(event, added));
  };
  process.on('newListener', remove);
  try {
    return await create();
  } finally {
    process.removeListener('newListener', remove);
  }
}
