import { createRequire } from 'node:module';
import type Table from 'cli-table3';
import { grouped } from '../../base/group-by.ts';
import { plural } from '../../base/words.ts';
import type { CellResult } from '../../results/results.ts';
import { type CellNames, hasRecommended, MARKED, matrixOf, verdictWord, verdictWords } from '../matrix.ts';
import type { Palette } from './palette.ts';

export interface TableData {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

// Loaded at the first table with lines.
const load = createRequire(import.meta.url);

function newTable(options: Table.TableConstructorOptions): InstanceType<typeof Table> {
  return new (load('cli-table3') as typeof Table)({ ...options, style: { ...options.style, head: [], border: [] } });
}

/**
 * A table: with lines on a terminal, or as paragraphs if it is too narrow; otherwise in plain columns, one row per
 * line, for grep and awk. @param columns - of the terminal; null if it is none
 */
export function tableText({ head, rows }: TableData, columns: number | null): string {
  if (columns === null) return plainColumns([head, ...rows]);
  const table = newTable({ head: [...head] });
  table.push(...rows.map((row) => [...row]));
  const text = `${table.toString()}\n`;
  if (text.indexOf('\n') <= columns) return text;
  const below = (cells: readonly string[]): string =>
    cells
      .filter((one) => one !== '')
      .join('; ')
      .replaceAll('.; ', '; ');
  return rows.map(([name, ...others]) => `${name}\n  ${below(others)}\n`).join('');
}

function plainColumns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  const line = (row: readonly string[]): string => row.map((text, at) => text.padEnd(widths[at] ?? 0)).join('  ');
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('');
}

/** The columns of a terminal in which a matrix fits, if need be without lines between its columns. */
const NARROW = 80;

export function matrixText<T extends CellNames>(cells: readonly T[], text: (cell: T) => string): string {
  const { operations, bindings, at } = matrixOf(cells);
  const shown = (cell: T | undefined): string => (cell === undefined ? '' : text(cell));
  const rows = operations.map((name) => [name, ...bindings.map((binding) => shown(at(name, binding)))]);
  const drawn = (chars: Table.TableConstructorOptions['chars']): string => {
    const table = newTable({ head: ['', ...bindings], chars: { ...UNRULED, ...chars } });
    table.push(...rows);
    return table.toString();
  };
  const wide = drawn({});
  return wide.indexOf('\n') <= NARROW ? wide : drawn(WITHOUT_COLUMN_LINES);
}

/** No lines between rows. */
const UNRULED = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' };
const OF_COLUMNS = 'top-left top-mid top-right left middle right bottom-left bottom-mid bottom-right'.split(' ');
const WITHOUT_COLUMN_LINES = Object.fromEntries(OF_COLUMNS.map((name) => [name, '']));

/** Most lines of a matrix in words. */
const FEW = 4;

/** Operations with the same texts on one line, `19 operations: ✗ FAIL`; null if there are more than a few lines. */
function matrixLines<T extends CellNames>(cells: readonly T[], text: (cell: T) => string): string | null {
  const rows = matrixOf(cells).operations.map((operation) => {
    const own = cells.filter((cell) => cell.operation === operation);
    const over = (some: readonly T[]): string =>
      some.length === own.length ? '' : ` (${some.map(({ binding }) => binding).join(', ')})`;
    const said = grouped(own, text).map((some) => `${text(some[0])}${over(some)}`);
    return { operation, said: said.join(', ') };
  });
  const groups = grouped(rows, ({ said }) => said);
  if (groups.length > FEW) return null;
  return groups
    .map((group) => `${group.length > 1 ? plural(group.length, 'operation') : group[0].operation}: ${group[0].said}`)
    .join('\n');
}

/** True if every cell passed or was not called: a few words say that. */
export function allPassed(cells: readonly Pick<CellResult, 'verdict'>[]): boolean {
  return cells.every(({ verdict }) => verdict === 'pass' || verdict === 'skipped');
}

/**
 * The verdict of each cell. @param isKnown - it has only known failures @param inWords - joins operations with the same
 * verdicts, if that leaves few lines
 */
export function matrix(
  cells: readonly CellResult[],
  paint: Palette,
  isKnown: (cell: CellResult) => boolean = () => false,
  inWords = false,
): string {
  const color = {
    pass: paint.green,
    fail: paint.red,
    inconclusive: paint.yellow,
    'not-reached': paint.yellow,
    skipped: paint.dim,
  };
  const isKnownOnly = (cell: CellResult): boolean => cell.verdict === 'fail' && isKnown(cell);
  const words = (known: string, notReached: string) => (cell: CellResult) => {
    if (isKnownOnly(cell)) return paint.yellow(known);
    return color[cell.verdict](cell.verdict === 'not-reached' ? notReached : verdictWord(cell));
  };
  const text = words(`${verdictWords.fail}, known`, verdictWords['not-reached']);
  const table = (): string => {
    const whole = matrixText(cells, text);
    if (whole.indexOf('\n') <= NARROW) return whole;
    const marks = cells.some(({ verdict }) => verdict === 'not-reached') ? '\n…: not reached' : '';
    return `${matrixText(cells, words('✗ known', '…'))}${marks}`;
  };
  const shown = (inWords ? matrixLines(cells, text) : null) ?? table();
  return cells.some(hasRecommended) ? `${shown}\n${MARKED}` : shown;
}
