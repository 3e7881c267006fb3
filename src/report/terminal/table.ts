import Table from 'cli-table3';
import type { CellResult } from '../../results/results.ts';
import { type CellNames, matrixOf, verdictWords } from '../matrix.ts';
import type { Palette } from './palette.ts';

/** Columns with their headings and rows. */
export interface TableData {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The lines of a table that plain columns leave out. */
const LINES = ['top', 'bottom', 'left', 'right', 'mid'].flatMap((line) =>
  [line, `${line}-left`, `${line}-mid`, `${line}-right`].map((name) => [name, '']),
);
const PLAIN = { ...Object.fromEntries(LINES), middle: '  ' };

/** A table: with lines on a terminal, otherwise in plain columns, one row per line, for grep and awk. */
export function tableText({ head, rows }: TableData, terminal: boolean): string {
  const style = { head: [], border: [], ...(terminal ? {} : { 'padding-left': 0, 'padding-right': 0, compact: true }) };
  const table = new Table({ head: [...head], style, ...(terminal ? {} : { chars: PLAIN }) });
  table.push(...rows.map((row) => [...row]));
  const lines = table.toString().split('\n');
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

/** Draws operations × bindings with a text for each cell that is known. */
export function matrixText<T extends CellNames>(cells: readonly T[], text: (cell: T) => string): string {
  const { operations, bindings, at } = matrixOf(cells);
  const table = new Table({
    head: ['', ...bindings],
    style: { head: [], border: [] },
    chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
  });
  const shown = (cell: T | undefined): string => (cell === undefined ? '' : text(cell));
  for (const operation of operations) {
    table.push([operation, ...bindings.map((binding) => shown(at(operation, binding)))]);
  }
  return table.toString();
}

/** The verdict of each cell that was run. `isKnown`: only known failures are in that cell. */
export function matrix(
  cells: readonly CellResult[],
  paint: Palette,
  isKnown: (cell: CellResult) => boolean = () => false,
): string {
  const color = {
    pass: paint.green,
    fail: paint.red,
    inconclusive: paint.yellow,
    'not-reached': paint.yellow,
    skipped: paint.dim,
  };
  return matrixText(cells, (cell) =>
    cell.verdict === 'fail' && isKnown(cell)
      ? paint.yellow(`${verdictWords.fail}, known`)
      : color[cell.verdict](verdictWords[cell.verdict]),
  );
}
