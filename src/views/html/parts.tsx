import { type ComponentChildren, cloneElement, isValidElement } from 'preact';
import { momentText } from '../../base/days.ts';
import { plural } from '../../base/words.ts';
import type { Contract } from '../../contract/model.ts';
import type { RuleVerdict } from '../../judge/rule-outcome.ts';
import { byCause, type Cause } from '../../results/causes/causes.ts';
import type { Results, RunVerdict } from '../../results/results.ts';
import { rules } from '../../rules/rules.ts';
import { type CellNames, matrixOf } from '../matrix.ts';
import { visible } from './visible.tsx';

interface PartProps {
  readonly id: string;
  readonly title: string;
  /** A few words next to the title. */
  readonly note?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of the report that is always open. */
export function Part({ id, title, note, children, class: name }: PartProps & { readonly class?: string }) {
  return (
    <section aria-labelledby={`${id}-title`} id={id} class={name}>
      <h2 id={`${id}-title`}>{heading(title, note)}</h2>
      {children}
    </section>
  );
}

/** A part of the report that a reader opens. */
export function ClosedPart({ id, title, note, children }: PartProps) {
  return (
    <details class="part" id={id}>
      <summary>
        <h2>{heading(title, note)}</h2>
      </summary>
      {children}
    </details>
  );
}

function heading(title: string, note: ComponentChildren) {
  return note === undefined ? title : [title, ' ', <span class="muted">{note}</span>];
}

type Term = readonly [name: ComponentChildren, text: ComponentChildren, tone?: string];

/** The content of a `<dl>`: names and their descriptions. */
export function terms(all: readonly Term[]) {
  return all.map(([name, text, tone]) => [<dt class={tone}>{name}</dt>, <dd>{text}</dd>]);
}

export type Numbers = readonly (readonly [count: ComponentChildren, of: ComponentChildren, tone?: string])[];

/** Numbers with what they count, side by side. */
export function numbersList(numbers: Numbers) {
  if (numbers.length === 0) return null;
  return (
    <dl class="numbers">
      {numbers.map(([count, of, tone]) => (
        <div class={count === 0 ? 'muted' : tone}>{terms([[of, count]])}</div>
      ))}
    </dl>
  );
}

/** Our text, in which backticks stand around code; never that of a target. */
export function prose(text: string) {
  return text.split('`').map((part, at) => (at % 2 === 1 ? <code>{part}</code> : part));
}

export function points(items: readonly ComponentChildren[], name?: string) {
  return (
    <ul class={name}>
      {items.map((item) => (
        <li>{item}</li>
      ))}
    </ul>
  );
}

/** A choice of one of several, or all, in a form. */
export function choice(title: string, options: readonly (string | readonly [value: string, text: string])[]) {
  return (
    <label>
      {title}{' '}
      <select name={title.toLowerCase()}>
        <option value="">all</option>
        {options.map((one) => {
          const [value, text] = typeof one === 'string' ? [one, one] : one;
          return <option value={value}>{text}</option>;
        })}
      </select>
    </label>
  );
}

/** Links to cells of an operation, each once. */
export function cellLinks(cells: readonly CellNames[]) {
  const links = new Map(cells.map(({ operation, binding }) => [binding, `#${cellId(operation, binding)}`]));
  return [...links].map(([binding, address]) => [<a href={address}>{binding}</a>, ' ']);
}

export function moment(at: string) {
  return <time dateTime={at}>{momentText(at)}</time>;
}

/** When it was, how long it took, and what a script makes of it: the small line of a banner. */
export function facts(
  { startedAt, durationMs, exitCode }: { startedAt: string; durationMs: number; exitCode: number },
  version: string,
): readonly ComponentChildren[] {
  return [moment(startedAt), `${(durationMs / 1000).toFixed(1)} s`, `exit code ${exitCode}`, `version ${version}`];
}

/** Tone and sign of a verdict. */
export const verdictMarks: Readonly<Record<RunVerdict, readonly [tone: string, sign: ComponentChildren]>> = {
  conformant: ['pass', <span aria-hidden="true">✓ </span>],
  'non-conformant': ['fail', <span aria-hidden="true">✗ </span>],
  inconclusive: ['open', <span aria-hidden="true">? </span>],
  error: ['fail', <span aria-hidden="true">! </span>],
};

/** Sentences in a box of their own, which a reader must not miss. */
export function noticesPart(id: string, title: string, sentences: readonly string[], most = 50) {
  if (sentences.length === 0) return null;
  return (
    <Part id={id} title={title} class="warnings">
      {points(sentences.slice(0, most).map((sentence) => visible(sentence, 1000)))}
      {more(sentences.length, most, 'sentence')}
    </Part>
  );
}

/** How many entries of a list are not on the page; nothing if it shows all. */
export function more(of: number, shown: number, what: string) {
  if (of <= shown) return null;
  return <p class="note">{count(of - shown, `more ${what}`)} in results.json.</p>;
}

/** Causes that the page describes in full. */
export const MOST_CAUSES = 90;

export interface NumberedCause extends Cause {
  readonly number: number;
}

export type Model = Readonly<ReturnType<typeof modelOf>>;

export function modelOf(results: Results, contract: Contract) {
  const judged = new Set(results.cells.flatMap((cell) => cell.rules.map(({ rule }) => rule)));
  const catalogue = rules.map(({ id }) => id).filter((id) => judged.has(id));
  const causes: readonly NumberedCause[] = byCause(results.findings).map((one, at) => ({ ...one, number: at + 1 }));
  // The rules that were judged, in the order of the catalogue.
  return { results, contract, causes, rules: [...new Set([...catalogue, ...judged])] };
}

export const verdictClass: Readonly<Record<RuleVerdict, string>> = {
  pass: 'pass',
  fail: 'fail',
  inconclusive: 'open',
  'not-reached': 'open',
  'not-applicable': 'muted',
  skipped: 'muted',
};

export function cellId(operation: string, binding: string): string {
  return `cell-${operation}-${binding}`.replaceAll(/[^\w-]/g, '_');
}

export function causeId({ number }: Pick<NumberedCause, 'number'>): string {
  return `cause-${number}`;
}

/** `1 cell`, `2,000 cells`. */
export function count(number: number, noun: string): string {
  return plural(number, noun, number.toLocaleString('en'));
}

export function Wide({ label, children }: Pick<TableProps, 'label' | 'children'>) {
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
  readonly children?: ComponentChildren;
  readonly groups?: readonly ComponentChildren[];
  readonly class?: string | undefined;
  /** Names a table that scrolls on its own, also by keyboard (WCAG 2.1.1); one with links in it needs no name. */
  readonly label?: string | undefined;
}

export function Table({ heads, children, groups = [children], class: name, label }: TableProps) {
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
        {groups.map((rows) => (
          <tbody>{rows}</tbody>
        ))}
      </table>
    </Wide>
  );
}

type RowCells = readonly ComponentChildren[];

/**
 * A row of a table. @param cells - beside its head: what is not a `<td>` itself gets one @param heads - of each @param
 * data - what a script reads
 */
export function row(
  head: ComponentChildren,
  cells: RowCells,
  heads: readonly string[] = [],
  data: Readonly<Record<`data-${string}`, string>> = {},
) {
  return (
    <tr {...data}>
      <th scope="row">{head}</th>
      {cells.map((cell, at) => {
        const td = isValidElement(cell) && cell.type === 'td' ? cell : <td>{cell}</td>;
        return heads[at] === undefined ? td : cloneElement(td, { 'data-head': heads[at] });
      })}
    </tr>
  );
}

/** A table that a narrow screen shows by row, each cell with its head. @param heads - of the rows, then the cells */
export function stack(
  heads: readonly string[],
  rows: readonly (readonly [head: ComponentChildren, cells: RowCells])[],
  label?: string,
) {
  return (
    <Table heads={heads} class="stack" label={label}>
      {rows.map(([head, cells]) => row(head, cells, heads.slice(1)))}
    </Table>
  );
}

/** Operations × bindings. @param td - of a cell @param absent - of one that was not run */
export function cellTable<T extends CellNames>(
  cells: readonly T[],
  td: (cell: T) => ComponentChildren,
  name?: string,
  label?: string,
  absent: ComponentChildren = <td />,
) {
  const { operations, bindings, at } = matrixOf(cells);
  return (
    <Table heads={['Operation', ...bindings]} class={name} label={label}>
      {operations.map((operation) => {
        const name = operation.split(/(?<=_)/).flatMap((part, index) => (index === 0 ? [part] : [<wbr />, part]));
        const found = bindings.map((binding) => at(operation, binding));
        const tds = found.map((cell) => (cell === undefined ? absent : td(cell)));
        return row(name, tds);
      })}
    </Table>
  );
}
