import Table from 'cli-table3';
import { bindingNames } from '../../contract/operations.ts';
import type { RuleVerdict } from '../../rules/judge.ts';
import type { CellResult } from '../results.ts';
import type { Palette } from './palette.ts';

const words: Readonly<Record<RuleVerdict, string>> = {
  pass: '✓ pass',
  fail: '✗ FAIL',
  inconclusive: '? open',
  'not-reached': '… not reached',
  skipped: '- skipped',
};

/** Operations × bindings, a verdict in each cell that was run. */
export function matrix(cells: readonly CellResult[], paint: Palette): string {
  const bindings = bindingNames.filter((name) => cells.some(({ binding }) => binding === name));
  const table = new Table({
    head: ['', ...bindings],
    style: { head: [], border: [] },
    chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
  });
  for (const operation of new Set(cells.map((cell) => cell.operation))) {
    const verdictIn = (binding: string) =>
      cells.find((cell) => cell.operation === operation && cell.binding === binding)?.verdict;
    table.push([operation, ...bindings.map((binding) => shown(verdictIn(binding), paint))]);
  }
  return table.toString();
}

function shown(verdict: RuleVerdict | undefined, paint: Palette): string {
  if (verdict === undefined) return '';
  const color = {
    pass: paint.green,
    fail: paint.red,
    inconclusive: paint.yellow,
    'not-reached': paint.yellow,
    skipped: paint.dim,
  };
  return color[verdict](words[verdict]);
}
