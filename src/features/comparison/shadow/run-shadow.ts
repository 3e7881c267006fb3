import { fork } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';
import { attempt } from '../../../base/error.ts';
import type { ShadowState } from '../../../results/shadow-state.ts';
import type { Comparison } from '../servers/comparison.ts';
import { sizeOf } from '../servers/context.ts';
import type { ShadowedRead, ShadowMessage, ShadowOrder, ShadowSetup } from './model.ts';

/** Reads that wait to be compared, and bytes of them: what comes while there are as many is left out. */
const MOST_WAITING = 1_000;
const MOST_WAITING_BYTES = 32 * 1024 * 1024;
/** Reads are handed over together, so that the next request of a client seldom waits for that, only so many at once. */
const HAND_OVER_MS = 50;
const MOST_HANDED_OVER = 10;
/** Bytes of one read and its answer. */
const MOST_BYTES = 4 * 1024 * 1024;
/** How long the end takes at most, also where others leave its process little time. */
const END_MS = 60_000;
/** Megabytes that the process may use for what a server answers. */
const HEAP_MB = 512;

const ENTRY = new URL('shadow-process.js', import.meta.url);

export type RunningShadow = ReturnType<typeof startShadow>;

/** Starts the comparison in a process of its own, which gets only the time that the proxy and its clients leave. */
export function startShadow(setup: ShadowSetup) {
  const child = fork(ENTRY, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
  });
  const yieldTo = (priority: number): void => {
    const { pid } = child;
    if (pid !== undefined) attempt(() => setPriority(pid, priority), undefined);
  };
  yieldTo(constants.priority.PRIORITY_BELOW_NORMAL);
  const sizes: number[] = [];
  const waiting: ShadowedRead[] = [];
  let timer: NodeJS.Timeout | null = null;
  const leftOut = new Map<string, number>();
  const listeners = new Set<(state: ShadowState) => void>();
  let bytes = 0;
  let latest: ShadowState | null = null;
  /** Why it compares no more; null while it does. */
  let failed: string | null = null;
  let settle: ((ended: Comparison | { readonly failed: string }) => void) | null = null;

  const fail = (why: string): void => {
    failed ??= why;
    settle?.({ failed });
  };
  const tell = (order: ShadowOrder): void => {
    child.send(order, (error) => error !== null && fail(error.message));
  };
  child.on('message', (told: ShadowMessage) => {
    if (told.kind === 'done') for (const size of sizes.splice(0, told.reads)) bytes -= size;
    else if (told.kind === 'failed') fail(told.text);
    else if (told.kind === 'ended') settle?.(told.comparison);
    else {
      latest = told.state;
      for (const listener of listeners) listener(withLeft(told.state));
    }
  });
  child.on('error', (error) => fail(error.message));
  // Later than 'exit': all that it told has been read.
  child.on('close', (code, signal) => fail(`its process died (${signal ?? `exit code ${code}`})`));
  tell({ kind: 'start', setup });

  function leave(why: string): void {
    leftOut.set(why, (leftOut.get(why) ?? 0) + 1);
  }

  function handOver(most = MOST_HANDED_OVER): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const reads = waiting.splice(0, most);
    if (reads.length > 0) tell({ kind: 'reads', reads });
    if (waiting.length > 0) timer = setTimeout(() => handOver(), HAND_OVER_MS);
  }

  const allLeft = () => [...leftOut].map(([why, calls]) => ({ why, calls }));

  /** With the calls that its process did not even get. */
  function withLeft(state: ShadowState): ShadowState {
    const left = allLeft();
    const calls = left.reduce((sum, one) => sum + one.calls, state.calls);
    return { ...state, calls, leftOut: [...state.leftOut, ...left] };
  }

  return {
    /** Has a read compared, or counts why it is not; it never waits. */
    offer({ request, outcome, durationMs }: ShadowedRead): void {
      const exchange = { request, outcome, durationMs };
      const size = sizeOf({ a: exchange, b: exchange }) / 2;
      if (failed !== null) leave(`the comparison ended: ${failed}`);
      else if (size > MOST_BYTES) leave(`it has more than ${MOST_BYTES} bytes`);
      else if (sizes.length === MOST_WAITING || bytes + size > MOST_WAITING_BYTES)
        leave('more came at once than are compared');
      else {
        sizes.push(size);
        bytes += size;
        waiting.push(exchange);
        timer ??= setTimeout(() => handOver(), HAND_OVER_MS);
      }
    },
    /** Counts a call that may be no read. */
    leave: (): void => leave('it is not recognised as a read'),
    /** What was compared so far; null before anything was. */
    latest: (): ShadowState | null => latest && withLeft(latest),
    subscribe(listener: (state: ShadowState) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Ends it at once, without a result. */
    stop: (): void => void child.kill('SIGKILL'),
    /** Ends it. @returns its result, or why it has none: its process died, or does not end in time */
    async end(): Promise<Comparison | { readonly failed: string }> {
      const late = setTimeout(() => fail(`its process did not end within ${END_MS} ms`), END_MS);
      // No client waits any more. Only some users may raise a priority.
      yieldTo(getPriority());
      try {
        return await new Promise((resolve) => {
          settle = resolve;
          if (failed !== null) fail(failed);
          handOver(waiting.length);
          tell({ kind: 'end', leftOut: allLeft() });
        });
      } finally {
        clearTimeout(late);
        child.kill('SIGKILL');
      }
    },
  };
}
