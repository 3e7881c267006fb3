import Table from 'cli-table3';
import { bindingNames } from '../../contract/operations.ts';
import type { RuleVerdict } from '../../judging/judge.ts';
import type { CellResult } from '../../results/results.ts';
import type { Palette } from './palette.ts';

const words: Readonly<Record<RuleVerdict, string>> = {
  pass: '✓ pass',
  fail: '✗ FAIL',
  inconclusive: '? open',
  'not-reached': '… not reached',
  skipped: '- skipped',
};

/** Operations × bindings, a verdict in each cell that was run. `isKnown`: only known failures are in that cell. */
export function matrix(
  cells: readonly CellResult[],
  paint: Palette,
  isKnown: (cell: CellResult) => boolean = () => false,
): string {
  const bindings = bindingNames.filter((name) => cells.some(({ binding }) => binding === name));
  const table = new Table({
    head: ['', ...bindings],
    style: { head: [], border: [] },
    chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
  });
  for (const operation of new Set(cells.map((cell) => cell.operation))) {
    const cellIn = (binding: string) => cells.find((cell) => cell.operation === operation && cell.binding === binding);
    table.push([operation, ...bindings.map((binding) => shown(cellIn(binding), paint, isKnown))]);
  }
  return table.toString();
}

function shown(cell: CellResult | undefined, paint: Palette, isKnown: (cell: CellResult) => boolean): string {
  if (cell === undefined) return '';
  const { verdict } = cell;
  if (verdict === 'fail' && isKnown(cell)) return paint.yellow(`${words.fail}, known`);
  const color = {
    pass: paint.green,
    fail: paint.red,
    inconclusive: paint.yellow,
    'not-reached': paint.yellow,
    skipped: paint.dim,
  };
  return color[verdict](words[verdict]);
}
