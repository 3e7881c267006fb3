import Table from 'cli-table3';
import { bindingNames } from '../../contract/operations.ts';
import type { Palette } from '../../report/terminal/palette.ts';
import type { CellState, ComparedCell } from '../difference.ts';
import { stateWords } from './words.ts';

/** Operations × bindings, what the comparison of each cell came to. */
export function compareMatrix(cells: readonly ComparedCell[], paint: Palette): string {
  const bindings = bindingNames.filter((name) => cells.some(({ binding }) => binding === name));
  const table = new Table({
    head: ['', ...bindings],
    style: { head: [], border: [] },
    chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
  });
  for (const operation of new Set(cells.map((cell) => cell.operation))) {
    const stateIn = (binding: string) =>
      cells.find((cell) => cell.operation === operation && cell.binding === binding)?.state;
    table.push([operation, ...bindings.map((binding) => shown(stateIn(binding), paint))]);
  }
  return table.toString();
}

function shown(state: CellState | undefined, paint: Palette): string {
  if (state === undefined) return '';
  const colors: Readonly<Record<CellState, (text: string) => string>> = {
    same: paint.green,
    different: paint.red,
    'nothing-compared': paint.yellow,
    skipped: paint.dim,
    'not-reached': paint.yellow,
  };
  return colors[state](stateWords[state]);
}
