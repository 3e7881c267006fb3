import { cellName } from '../../../contract/cell-name.ts';
import type { CellResult, Results } from '../../../results/results.ts';
import { type Both, paired, refOf } from '../pairs.ts';

/** Requests that a cell needs in both runs: with fewer, chance puts one median above the other's every time. */
const FEWEST = 5;
/** Milliseconds below which no shift is reported: a busy machine or network causes as much. */
const SMALLEST = 10;
const SMALLEST_RATIO = 1.1;
/** With fewer, chance too often moves nearly all one way. */
const FEWEST_CELLS = 8;

/** `unknown`: too few requests to tell. */
type Verdict = 'slower' | 'faster' | 'within' | 'unknown';

export type LatencyShift = ReturnType<typeof shiftOf>;

/** How the p50 of each cell shifted: slower or faster if by 10 ms, and by more than the larger spread (p95 − p50). */
export function latency(ran: Both<Results['cells']>) {
  const cells = paired(ran, cellName).stayed.map(shiftOf);
  const told = cells.filter(({ verdict }) => verdict !== 'unknown');
  const shifts = told.flatMap(({ shift }) => shift ?? []);
  const [medianShift, medianRatio] = [median(shifts), median(told.flatMap(({ ratio }) => ratio ?? []))];
  return {
    slower: cells.filter(({ verdict }) => verdict === 'slower').length,
    faster: cells.filter(({ verdict }) => verdict === 'faster').length,
    medianShift,
    medianRatio,
    overall: overallOf(shifts, medianShift, medianRatio),
    cells,
  };
}

/** Slower everywhere: of 8 cells or more, 9 of 10 moved one way, the middle one by 10 ms and a tenth. */
function overallOf(shifts: readonly number[], middle: number | null, ratio: number | null): Verdict {
  if (shifts.length < FEWEST_CELLS || middle === null || ratio === null) return 'unknown';
  const alike = shifts.filter((shift) => Math.sign(shift) === Math.sign(middle)).length;
  const isSmall = Math.abs(middle) < SMALLEST || Math.max(ratio, 1 / ratio) < SMALLEST_RATIO;
  if (isSmall || alike < shifts.length * 0.9) return 'within';
  return middle > 0 ? 'slower' : 'faster';
}

function median(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? null;
}

function shiftOf({ a: old, b: now }: Both<CellResult>) {
  const times = {
    old: { requests: old.requests, ...old.latencyMs },
    new: { requests: now.requests, ...now.latencyMs },
  };
  const shift = slowdown(times.new.p50, times.old.p50);
  const spreads = [slowdown(times.old.p95, times.old.p50), slowdown(times.new.p95, times.new.p50)];
  const spread = spreads.includes(null) ? null : Math.max(...spreads.map(Number));
  const [before, after] = [times.old.p50, times.new.p50];
  const ratio = before === null || after === null || before === 0 ? null : Math.round((after / before) * 100) / 100;
  const isFew = Math.min(old.requests, now.requests) < FEWEST;
  const verdict: Verdict = shift === null || spread === null || isFew ? 'unknown' : verdictOf(shift, spread);
  return { ...refOf(now), ...times, shift, ratio, spread, verdict };
}

function verdictOf(shift: number, spread: number): Verdict {
  if (Math.abs(shift) < SMALLEST || Math.abs(shift) <= spread) return 'within';
  return shift > 0 ? 'slower' : 'faster';
}

function slowdown(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : Math.round((a - b) * 10) / 10;
}
