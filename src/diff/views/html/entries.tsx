import type { ComponentChildren } from 'preact';
import { visible } from '../../../report/html/visible.tsx';
import type { Change } from '../../model.ts';
import { type Entry, isCommand } from '../entries.ts';
import { Scroll } from './scroll.tsx';

const MOST_TEXT = 600;
/** A command that is cut can't be run, so it may be long. */
const MOST_COMMAND = 16_000;

/** The entries of a section: a table where each is one line, otherwise a card each. */
export function entriesList(entries: readonly Entry[]) {
  if (entries.every(isShort)) return shortEntries(entries);
  return <>{entries.map(entryPart)}</>;
}

/** One line says it. */
function isShort({ title, facts, changes }: Entry): boolean {
  return facts.length === 0 && (changes.length === 0 || (changes.length === 1 && title === ''));
}

function shortEntries(entries: readonly Entry[]) {
  return (
    <Scroll label="What changed">
      <table class="short">
        <tbody>
          {entries.map(({ title, where, changes: [change] }, index) => (
            <tr key={index}>
              <td class="what">{visible(change?.what ?? title)}</td>
              <td>{change === undefined ? null : fromTo(change.old, change.new)}</td>
              <td class="muted">{visible(where)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function entryPart({ title, where, facts, changes }: Entry) {
  return (
    <article>
      {title === '' ? null : <h3>{visible(title)}</h3>}
      {where === '' ? null : <p class="where">in {visible(where)}</p>}
      {facts.length === 0 ? null : <dl>{facts.map(([name, value]) => fact(name, value))}</dl>}
      {changes.length === 0 ? null : changesList(changes)}
    </article>
  );
}

function fact(name: string, value: string): ComponentChildren {
  const isCode = isCommand(name) || name === 'expected' || name === 'actual';
  return (
    <div>
      <dt>{name}</dt>
      <dd>{isCode ? <code>{visible(value, isCommand(name) ? MOST_COMMAND : MOST_TEXT)}</code> : visible(value)}</dd>
    </div>
  );
}

/** Values before and after, one a line. */
function changesList(changes: readonly Change[]) {
  return (
    <ul class="changes">
      {changes.map(({ what, old, new: now }) => (
        <li key={what}>
          <span class="what">{visible(what)}</span> {fromTo(old, now)}
        </li>
      ))}
    </ul>
  );
}

/** A value before and after. */
export function fromTo(old: string, now: string) {
  return (
    <span class="from-to">
      <del>{visible(old)}</del> <span aria-hidden="true">→</span> <ins>{visible(now)}</ins>
    </span>
  );
}
