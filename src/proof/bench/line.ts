import { tableText } from '../../views/terminal/table.ts';
import { median } from './rounds.ts';

/** One line of the table: what was measured, and its limit. */
export interface Line {
  readonly what: string;
  readonly measured: string;
  /** '' if there is no limit. */
  readonly target: string;
  /** null if there is no limit. */
  readonly pass: boolean | null;
}

export function shown(what: string, measured: string): Line {
  return { what, measured, target: '', pass: null };
}

/** Numbers of all rounds, the median of which has a minimum. */
export function atLeast(what: string, values: readonly number[], least: number, note = ''): Line {
  const value = median(values);
  return { what, measured: `${spread(values)}${spaced(note)}`, target: `>= ${least}`, pass: value >= least };
}

/** Numbers of all rounds, the median of which has a maximum. */
export function atMost(what: string, values: readonly number[], most: number, note = ''): Line {
  const value = median(values);
  return { what, measured: `${spread(values)}${spaced(note)}`, target: `<= ${most}`, pass: value <= most };
}

/** Numbers of all rounds, the median of which must be below a limit. */
export function below(what: string, values: readonly number[], limit: number, unit: string, note = ''): Line {
  const value = median(values);
  return {
    what,
    measured: `${spread(values)} ${unit}${spaced(note)}`,
    target: `< ${limit} ${unit}`,
    pass: value < limit,
  };
}

/** The median, and in brackets the least and the greatest where there are several. */
function spread(values: readonly number[]): string {
  const middle = short(median(values));
  return values.length === 1 ? middle : `${middle} (${short(Math.min(...values))} to ${short(Math.max(...values))})`;
}

function short(value: number): string {
  return value.toFixed(Math.abs(value) < 10 ? 2 : 0);
}

function spaced(note: string): string {
  return note === '' ? '' : `  ${note}`;
}

export function tableOf(lines: readonly Line[]): string {
  const rows = lines.map(({ what, measured, target, pass }) => [
    ...[what, measured, target],
    pass === null ? '' : pass ? 'pass' : 'short',
  ]);
  return tableText({ head: ['', 'measured', 'target', ''], rows }, null);
}
