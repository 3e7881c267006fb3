import { cellName } from '../contract/cell-name.ts';
import type { BindingName } from '../contract/model.ts';
import type { Results } from '../results/results.ts';
import type { CellRef } from './model.ts';

/** The cell alone, without what else is known of it. */
export function refOf({ operation, binding }: { readonly operation: string; readonly binding: BindingName }): CellRef {
  return { operation, binding };
}

/** Each cell once, in the order first named. */
export function distinctCells(cells: readonly CellRef[]): readonly CellRef[] {
  return [...new Map(cells.map((cell) => [cellName(cell), refOf(cell)])).values()];
}

/** Names of the cells that a run has judged or skipped. */
export function cellNames({ cells }: Results): ReadonlySet<string> {
  return new Set(cells.map(cellName));
}
