import { cellName } from '../../contract/cell-name.ts';
import type { KnownFailure } from '../../results/outcome.ts';
import { cellsText } from './findings.ts';

type CellNames = Pick<KnownFailure, 'operation' | 'binding'>;

/** Puts some of the cells of a run into words: all of them, some bindings of every operation, or by name. */
export function whereIn(run: readonly CellNames[]): (some: readonly CellNames[]) => string {
  const names = new Set(run.map(cellName));
  const operations = new Set(run.map(({ operation }) => operation)).size;
  return (some) => {
    const cells = [...new Map(some.map((cell) => [cellName(cell), cell])).values()];
    if (cells.length < 2 || !cells.every((cell) => names.has(cellName(cell)))) return cellsText(cells);
    if (cells.length === names.size) return `all ${names.size} cells`;
    const bindings = [...new Set(cells.map(({ operation }) => operation))].map((name) =>
      cells.flatMap(({ operation, binding }) => (operation === name ? [binding] : [])).join(', '),
    );
    const [first = ''] = bindings;
    const alike = bindings.length === operations && operations > 1 && bindings.every((one) => one === first);
    return alike ? `every operation (${first})` : cellsText(cells);
  };
}
