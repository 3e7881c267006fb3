import { plural } from '../base/words.ts';
import { cellName } from '../contract/cell-name.ts';
import { cellCount } from '../results/causes/causes.ts';
import type { CellNames } from './matrix.ts';

/** Most operations that a list of cells names. */
const MOST_NAMED = 3;

/** `Get_Inventory (soap11, soap12), McatCodes (http-get)`, or a count if there are many. */
export function cellsText(findings: readonly CellNames[], most = MOST_NAMED): string {
  const operations = [...new Set(findings.map(({ operation }) => operation))];
  const bindingsOf = (name: string) => [
    ...new Set(findings.filter(({ operation }) => operation === name).map(({ binding }) => binding)),
  ];
  const named = operations.slice(0, most).map((name) => `${name} (${bindingsOf(name).join(', ')})`);
  const more = operations.length - named.length;
  const others = `${plural(more, 'more operation')}, ${plural(cellCount(findings), 'cell')} in all`;
  return `${named.join(', ')}${more > 0 ? ` and ${others}` : ''}`;
}

/** Puts some of the cells of a run into words: all of them, some bindings of every operation, or by name. */
export function whereIn(run: readonly CellNames[], most?: number): (some: readonly CellNames[]) => string {
  const names = new Set(run.map(cellName));
  const operations = new Set(run.map(({ operation }) => operation)).size;
  return (some) => {
    const cells = [...new Map(some.map((cell) => [cellName(cell), cell])).values()];
    if (cells.length < 2 || !cells.every((cell) => names.has(cellName(cell)))) return cellsText(cells, most);
    if (cells.length === names.size) return cells.length === 2 ? 'both cells' : `all ${plural(names.size, 'cell')}`;
    const bindings = [...new Set(cells.map(({ operation }) => operation))].map((name) =>
      cells.flatMap(({ operation, binding }) => (operation === name ? [binding] : [])).join(', '),
    );
    const [first = ''] = bindings;
    const alike = bindings.length === operations && operations > 1 && bindings.every((one) => one === first);
    return alike ? `every operation (${first})` : cellsText(cells, most);
  };
}
