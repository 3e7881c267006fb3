import { tableText } from '../report/terminal/table.ts';
import type { Line } from './line.ts';

/** The lines as plain columns. */
export function tableOf(lines: readonly Line[]): string {
  const rows = lines.map(({ what, measured, target, pass }) => [what, measured, target, word(pass)]);
  return tableText({ head: ['', 'measured', 'target', ''], rows }, false);
}

function word(pass: boolean | null): string {
  if (pass === null) return '';
  return pass ? 'pass' : 'short';
}
