import type { ComponentChildren } from 'preact';
import { matrixOf } from '../matrix.ts';

interface WideProps {
  /** Names a table that scrolls by itself, also with the keys (WCAG 2.1.1); one with links in it needs no name. */
  readonly label?: string | undefined;
  readonly children: ComponentChildren;
}

/** Lets a wide table scroll. */
export function Wide({ label, children }: WideProps) {
  if (label === undefined) return <div class="wide">{children}</div>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="wide" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

interface TableProps {
  readonly heads: readonly ComponentChildren[];
  /** The `<tbody>`, one or several. */
  readonly children: ComponentChildren;
  readonly class?: string | undefined;
  readonly label?: string | undefined;
}

/** A table with a heading for each column. */
export function Table({ heads, children, class: name, label }: TableProps) {
  return (
    <Wide label={label}>
      <table class={name}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th scope="col">{head}</th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </Wide>
  );
}

interface CellTableProps<T> {
  readonly cells: readonly T[];
  /** The whole `<td>` of a cell; undefined where it was not run. */
  readonly cell: (cell: T | undefined) => ComponentChildren;
  readonly class?: string;
}

/** Operations × bindings. */
export function CellTable<T extends { readonly operation: string; readonly binding: string }>({
  cells,
  cell,
  class: name,
}: CellTableProps<T>) {
  const { operations, bindings, at } = matrixOf(cells);
  return (
    <Table heads={['Operation', ...bindings]} class={name}>
      <tbody>
        {operations.map((operation) => (
          <tr>
            <th scope="row">{operation}</th>
            {bindings.map((binding) => cell(at(operation, binding)))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
