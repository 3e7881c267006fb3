import { cellName } from '../../contract/cell-name.ts';
import type { Cell } from '../../contract/model.ts';
import type { Exchange } from '../../wire/http/exchange.ts';

/** After this many requests of a run without an answer, cells that have answered this often are waited for less. */
const LATE = 3;
const ANSWERS = 5;
/** How much longer than for the slowest answer of its cell a request then waits, and how long at least. */
const TIMES = 20;
const LEAST_MS = 1_000;
const LEAST_PART = 0.1;

/**
 * How long to wait for an answer: the limit of the run, until a target that answers most requests at once has left
 * several without an answer. A server that never answers what it does not understand would take half an hour otherwise.
 */
export function createPatience(timeoutMs: number) {
  const cells = new Map<string, { answers: number; slowest: number }>();
  const least = Math.max(LEAST_MS, LEAST_PART * timeoutMs);
  let late = 0;
  return {
    /** Milliseconds for the next request to a cell, in steps: what is said of requests without an answer is alike. */
    of: (cell: Cell): number => {
      const { answers = 0, slowest = 0 } = cells.get(cellName(cell)) ?? {};
      if (late < LATE || answers < ANSWERS) return timeoutMs;
      return Math.min(timeoutMs, least * 2 ** Math.max(0, Math.ceil(Math.log2((TIMES * slowest) / least))));
    },
    note: (cell: Cell, { outcome, durationMs }: Exchange): void => {
      if (outcome.kind === 'trouble' && outcome.trouble.kind === 'timeout') late += 1;
      if (outcome.kind === 'trouble') return;
      const { answers = 0, slowest = 0 } = cells.get(cellName(cell)) ?? {};
      cells.set(cellName(cell), { answers: answers + 1, slowest: Math.max(slowest, durationMs) });
    },
  };
}
