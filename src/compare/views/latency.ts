import { cellName } from '../../contract/cell-name.ts';
import { latencies } from '../../results/fold.ts';
import type { ComparedCell, Side } from '../difference.ts';

/** A cell in which one server needs clearly longer than the other; nothing is concluded from it. */
interface Slower {
  readonly cell: ComparedCell;
  readonly a: number;
  readonly b: number;
}

/** Below this many milliseconds, or this many times, a difference is noise. */
const LEAST_MS = 20;
const LEAST_TIMES = 2;

/** The median of the cells' medians in milliseconds, null where no cell was answered. */
function middle(cells: readonly ComparedCell[], side: Side): number | null {
  return latencies(cells.flatMap(({ latencyMs }) => latencyMs[side].p50 ?? [])).p50;
}

/** Cells whose medians are far apart, the farthest first. */
export function farApart(cells: readonly ComparedCell[]): readonly Slower[] {
  const both = cells.flatMap((cell) => {
    const [a, b] = [cell.latencyMs.a.p50, cell.latencyMs.b.p50];
    return a === null || b === null ? [] : [{ cell, a, b }];
  });
  const apart = ({ a, b }: Slower): number => Math.abs(a - b);
  return both
    .filter((one) => apart(one) >= LEAST_MS && Math.max(one.a, one.b) >= LEAST_TIMES * Math.min(one.a, one.b))
    .toSorted((x, y) => apart(y) - apart(x));
}

/** Both medians in one line; null where nothing was timed. */
export function latencyText(cells: readonly ComparedCell[]): string | null {
  const [a, b] = [middle(cells, 'a'), middle(cells, 'b')];
  if (a === null || b === null) return null;
  const [first] = farApart(cells);
  const most = first === undefined ? '' : `; farthest apart in ${cellName(first.cell)}: ${first.a} and ${first.b} ms`;
  return `Median time of an answer: A ${a} ms, B ${b} ms${most}`;
}
