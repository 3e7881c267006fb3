import Table from 'cli-table3';

/** Columns with their headings and rows. */
export interface TableData {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const NONE = { 'top-mid': '', 'top-left': '', 'top-right': '', top: '' };
const PLAIN = {
  ...NONE,
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};

/** A table for reading: with lines on a terminal, otherwise in plain columns, one row a line, for grep and awk. */
export function tableText({ head, rows }: TableData, terminal: boolean): string {
  const style = { head: [], border: [], ...(terminal ? {} : { 'padding-left': 0, 'padding-right': 0, compact: true }) };
  const table = new Table({ head: [...head], style, ...(terminal ? {} : { chars: PLAIN }) });
  table.push(...rows.map((row) => [...row]));
  const lines = table.toString().split('\n');
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}
