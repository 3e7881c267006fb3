import Table from 'cli-table3';
import type { CellResult } from '../../results/results.ts';
import { grouped } from '../group-by.ts';
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

/**
 * Draws operations × bindings with a text for each cell that is known.
 * @param alikeAsOne - operations with the same texts are one row
 */
export function matrixText<T extends CellNames>(
  cells: readonly T[],
  text: (cell: T) => string,
  alikeAsOne = false,
): string {
  const { operations, bindings, at } = matrixOf(cells);
  const table = new Table({
    head: ['', ...bindings],
    style: { head: [], border: [] },
    chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
  });
  const shown = (cell: T | undefined): string => (cell === undefined ? '' : text(cell));
  const rows = operations.map((operation) => ({
    operation,
    shown: bindings.map((binding) => shown(at(operation, binding))),
  }));
  for (const alike of grouped(rows, (row) => (alikeAsOne ? row.shown.join('\n') : row.operation))) {
    const [{ operation, shown: verdicts }, ...others] = alike;
    table.push([others.length === 0 ? operation : `${operation} and ${others.length} more`, ...verdicts]);
  }
  return table.toString();
}

/** The verdict of each cell that was run. `isKnown`: only known failures are in that cell. */
export function matrix(
  cells: readonly CellResult[],
  paint: Palette,
  isKnown: (cell: CellResult) => boolean = () => false,
  alikeAsOne = false,
): string {
  const color = {
    pass: paint.green,
    fail: paint.red,
    inconclusive: paint.yellow,
    'not-reached': paint.yellow,
    skipped: paint.dim,
  };
  const text = (cell: CellResult): string =>
    cell.verdict === 'fail' && isKnown(cell)
      ? paint.yellow(`${verdictWords.fail}, known`)
      : color[cell.verdict](verdictWords[cell.verdict]);
  return matrixText(cells, text, alikeAsOne);
}
