import { cellsText } from '../report/terminal/findings.ts';
import { distinctCells, grouped, nameOf } from './cell-ref.ts';
import type { CellRef, Diff } from './model.ts';

/** Puts cells into words: all of them, some bindings of every operation, or by name. */
export function whereIn({ latency, cells }: Pick<Diff, 'latency' | 'cells'>): (some: readonly CellRef[]) => string {
  const run = distinctCells([...latency.cells, ...cells.came]);
  const operations = new Set(run.map(({ operation }) => operation)).size;
  const names = new Set(run.map(nameOf));
  return (some) => {
    const all = distinctCells(some);
    if (all.length < 2 || !all.every((cell) => names.has(nameOf(cell)))) return cellsText(all);
    if (all.length === run.length) return `all ${run.length} cells`;
    const bindings = grouped(all, ({ operation }) => operation).map((group) =>
      group.map(({ binding }) => binding).join(', '),
    );
    const [first = ''] = bindings;
    const alike = bindings.length === operations && operations > 1 && bindings.every((names) => names === first);
    return alike ? `every operation (${first})` : cellsText(all);
  };
}
