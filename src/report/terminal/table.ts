import Table from 'cli-table3';

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
