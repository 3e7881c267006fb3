import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createVitest } from 'vitest/node';
import type { RunPlan } from '../run/settings.ts';
import type { Collector } from './collector.ts';

/** After a cancel the engine may take this long to end by itself; milliseconds. */
const GRACE = 2_000;

const signals = ['SIGINT', 'SIGTERM'] as const;

const viteOverrides = { configFile: false, envDir: false } as const;

/**
 * Runs the compiled suite of this package on vitest, through its node API. Nothing of the folder it is called in is
 * read: no vitest or vite config, no .env. `signal` cancels the run; what was done until then stays with the collector.
 */
export async function runEngine(plan: RunPlan, collector: Collector, signal: AbortSignal): Promise<void> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const handlers = signals.map((name) => [name, process.listeners(name)] as const);
  const vitest = await createVitest(
    'test',
    {
      root: fileURLToPath(new URL('.', import.meta.url)),
      config: false,
      include: ['cells.js'],
      exclude: [],
      watch: false,
      cache: false,
      pool: 'forks',
      isolate: false,
      fileParallelism: false,
      maxWorkers: 1,
      // Every exchange has a time limit of its own, and the run may have one.
      testTimeout: 0,
      hookTimeout: 0,
      teardownTimeout: GRACE,
      provide: { plan },
      reporters: [collector],
    },
    viteOverrides,
    { stdout: silent, stderr: silent },
  );
  // vitest's own handlers exit at once; the caller's write the report first.
  for (const [name, kept] of handlers) {
    for (const added of process.listeners(name)) if (!kept.includes(added)) process.removeListener(name, added);
  }
  const before = process.exitCode;
  const started = vitest.start().then(
    () => {},
    (error: unknown) => {
      if (!signal.aborted) throw error;
    },
  );
  const cancelled = new Promise<void>((resolve) => {
    const cancel = (): void => {
      void vitest.cancelCurrentRun('keyboard-input');
      setTimeout(resolve, GRACE).unref();
    };
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
  });
  await Promise.race([started, cancelled]);
  await Promise.race([vitest.close(), new Promise((resolve) => setTimeout(resolve, GRACE).unref())]);
  // vitest takes failed tests for its exit code; ours is computed from the findings.
  process.exitCode = before;
}
