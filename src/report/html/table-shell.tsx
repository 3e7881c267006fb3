import { type ComponentChildren, Fragment } from 'preact';

/** A table of one thing by another: what each row and column stands for, and the cell where they meet. */
export interface TableShell {
  /** Heading of the column that names the rows. */
  readonly corner: string;
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** The whole `<td>`. */
  readonly cell: (row: string, column: string) => ComponentChildren;
  readonly class?: string;
  /** How rows and columns are headed where it is not by their plain names. */
  readonly rowHead?: (row: string) => ComponentChildren;
  readonly columnHead?: (column: string) => ComponentChildren;
  /** What a table is called that scrolls by itself, also with the keys (WCAG 2.1.1); one with links in it needs none. */
  readonly label?: string;
}

const itself = (name: string): ComponentChildren => name;

/** The shell that all our tables of operations by bindings, and their like, are set in; it scrolls where it is wide. */
export function TableShell(shell: TableShell) {
  if (shell.label === undefined) {
    return (
      <div class="wide">
        <Table {...shell} />
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="wide" aria-label={shell.label} tabIndex={0}>
      <Table {...shell} />
    </section>
  );
}

function Table({ corner, rows, columns, cell, rowHead = itself, columnHead = itself, ...more }: TableShell) {
  return (
    <table {...(more.class === undefined ? {} : { class: more.class })}>
      <thead>
        <tr>
          <th scope="col">{corner}</th>
          {columns.map((column) => (
            <th scope="col">{columnHead(column)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr>
            <th scope="row">{rowHead(row)}</th>
            {columns.map((column) => (
              <Fragment key={column}>{cell(row, column)}</Fragment>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
