import { tableText } from '../report/terminal/table.ts';

/** One line of the table: what was measured, and its limit. */
export interface Line {
  readonly what: string;
  readonly measured: string;
  /** '' if there is no limit. */
  readonly target: string;
  /** null if there is no limit. */
  readonly pass: boolean | null;
}

/** A line for reading only. */
export function shown(what: string, measured: string): Line {
  return { what, measured, target: '', pass: null };
}

/** A number with a minimum. */
export function atLeast(what: string, value: number, least: number, note = ''): Line {
  return { what, measured: `${value.toFixed(2)}${spaced(note)}`, target: `>= ${least}`, pass: value >= least };
}

/** A number that must be below a limit. */
export function below(what: string, value: number, limit: number, unit: string, note = ''): Line {
  const measured = `${value.toFixed(value < 10 ? 2 : 0)} ${unit}${spaced(note)}`;
  return { what, measured, target: `< ${limit} ${unit}`, pass: value < limit };
}

function spaced(note: string): string {
  return note === '' ? '' : `  ${note}`;
}

/** The lines as plain columns. */
export function tableOf(lines: readonly Line[]): string {
  const rows = lines.map(({ what, measured, target, pass }) => [what, measured, target, word(pass)]);
  return tableText({ head: ['', 'measured', 'target', ''], rows }, false);
}

function word(pass: boolean | null): string {
  if (pass === null) return '';
  return pass ? 'pass' : 'short';
}
