import type { Span } from '../html/layout.ts';
import type { Link } from '../html/page.tsx';
import { Part, prose, Wide } from '../html/parts.tsx';
import { visible } from '../html/visible.tsx';
import { cutAt, type Entry, type Fact, isCommand, type Section, tones } from './section.ts';

/** Entries of a section that are shown; the rest is in the JSON. */
const MOST_ENTRIES = 200;
const MOST_TEXT = 600;
/** A cut command can't be run, so it may be long. */
export const MOST_COMMAND = 16_000;

/** Links to sections. */
export function linksTo(parts: readonly Section[]): readonly Link[] {
  return parts.map(({ id, title, tone, entries }) => [
    `#${id}`,
    <span class={tones[tone].name}>
      {title} <b>{entries.length}</b>
    </span>,
  ]);
}

/** A section of a page. */
export function sectionPart({ id, title, tone, about, entries }: Section) {
  const shown = entries.slice(0, MOST_ENTRIES);
  return (
    <Part id={id} title={title} class={tones[tone].name} note={entries.length}>
      {about === null ? null : <p class="muted">{prose(about)}</p>}
      {shown.every(isShort) ? shortEntries(shown) : shown.map(entryPart)}
      {shown.length < entries.length ? <p>{entries.length - shown.length} more in the JSON.</p> : null}
    </Part>
  );
}

function isShort({ title, facts, changes }: Entry): boolean {
  return facts.length === 0 && (changes.length === 0 || (changes.length === 1 && title === ''));
}

function shortEntries(entries: readonly Entry[]) {
  return (
    <Wide label="What changed">
      <table class="short">
        <tbody>
          {entries.map(({ title, where, changes: [change] }) => (
            <tr>
              <td class="what">{visible(change?.what ?? title)}</td>
              <td>{change === undefined ? null : fromTo(change.old, change.new)}</td>
              <td class="muted">{visible(where)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

function entryPart({ title, where, facts, changes, tone }: Entry) {
  return (
    <article class={tone === undefined ? 'entry' : `entry ${tones[tone].name}`}>
      {title === '' ? null : <h3>{visible(title)}</h3>}
      {where === '' ? null : <p class="where">in {visible(where)}</p>}
      {facts.length === 0 ? null : <dl>{facts.map(factPart)}</dl>}
      {changes.length === 0 ? null : (
        <ul class="changes">
          {changes.map(({ what, old, new: now }) => (
            <li>
              <span class="what">{visible(what)}</span> {fromTo(old, now)}
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

function factPart([name, value]: Fact) {
  const isCode = isCommand(name) || name === 'expected' || name === 'actual';
  return (
    <div>
      <dt>{name}</dt>
      <dd>{isCode ? <code>{visible(value, isCommand(name) ? MOST_COMMAND : MOST_TEXT)}</code> : visible(value)}</dd>
    </div>
  );
}

/** A text with parts of it marked. */
export function marked(text: string, marks: readonly Span[]) {
  const parts = cutAt(marks, text).map((part) => visible(part));
  return parts.map((part, at) => (at % 2 === 1 ? <mark>{part}</mark> : part));
}

export function fromTo(old: string, now: string) {
  return (
    <span class="from-to">
      <del>{visible(old)}</del> <span aria-hidden="true">→</span> <ins>{visible(now)}</ins>
    </span>
  );
}
