import { Wide } from '../html/parts.tsx';
import { visible } from '../html/visible.tsx';
import { type Entry, type Fact, isCommand, type Section, type Tone } from './section.ts';

/** Entries of a section that are shown; the rest is in the JSON. */
const MOST_ENTRIES = 200;
const MOST_TEXT = 600;
/** A cut command can't be run, so it may be long. */
const MOST_COMMAND = 16_000;

export const toneClass: Readonly<Record<Tone, string>> = {
  worse: 'fail',
  open: 'open',
  better: 'pass',
  plain: 'plain',
};

/** Links to the sections, if there are several. */
export function contentsPart(parts: readonly Section[]) {
  if (parts.length < 2) return null;
  return (
    <nav aria-label="Contents">
      {parts.map(({ id, title, tone, entries }) => (
        <a href={`#${id}`} class={toneClass[tone]}>
          {title} <b>{entries.length}</b>
        </a>
      ))}
    </nav>
  );
}

/** A section of a page. */
export function sectionPart({ id, title, tone, about, entries }: Section) {
  const shown = entries.slice(0, MOST_ENTRIES);
  return (
    <section id={id} class={toneClass[tone]}>
      <h2>
        {title} <small>{entries.length}</small>
      </h2>
      {about === null ? null : <p class="muted">{about}</p>}
      {shown.every(isShort) ? shortEntries(shown) : shown.map(entryPart)}
      {shown.length < entries.length ? <p>{entries.length - shown.length} more in the JSON.</p> : null}
    </section>
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

function entryPart({ title, where, facts, changes }: Entry) {
  return (
    <article>
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

export function fromTo(old: string, now: string) {
  return (
    <span class="from-to">
      <del>{visible(old)}</del> <span aria-hidden="true">→</span> <ins>{visible(now)}</ins>
    </span>
  );
}

export const sectionStyle = `
h1 { font-size: 1.35rem; line-height: 1.35; margin: 0.2rem 0 1.2rem; max-width: 60rem; }
h2 { font-size: 1.1rem; margin: 0 0 0.6rem; } h2 small { color: var(--muted); font-weight: 400; }
h3 { font-size: 1rem; margin: 0; }
.outcome { font-weight: 700; margin: 0; letter-spacing: 0.02em; }
.outcome::before { content: '●'; margin-right: 0.4em; }
main > section:not(.wide) { border-top: 1px solid var(--line); padding: 1rem 0 0.4rem; margin-top: 1rem; }
section.fail, section.open, section.pass { color: var(--ink); }
section.fail > h2 { color: var(--fail); } section.open > h2 { color: var(--open); } section.pass > h2 { color: var(--pass); }
article { background: var(--raised); border-left: 4px solid var(--line); border-radius: 4px; padding: 0.6rem 0.9rem; margin: 0 0 0.6rem; }
section.fail > article { border-color: var(--fail); } section.open > article { border-color: var(--open); }
section.pass > article { border-color: var(--pass); }
.where { margin: 0.1rem 0; color: var(--muted); font-size: 0.9rem; }
dl { margin: 0.4rem 0 0; } dl > div { display: grid; grid-template-columns: 7rem 1fr; gap: 0.6rem; }
dt { color: var(--muted); } dd { margin: 0; min-width: 0; }
.changes { list-style: none; margin: 0.3rem 0 0; padding: 0; }
.changes li { margin: 0.15rem 0; } .what { font-weight: 600; }
del, ins { text-decoration: none; font-family: var(--mono); font-size: 0.875em; padding: 0 0.25em; border-radius: 3px; }
del { background: color-mix(in srgb, var(--muted) 16%, transparent); }
ins { background: color-mix(in srgb, var(--link) 16%, transparent); }
.short { width: 100%; } .short .what { width: 32%; } .short td:last-child { width: 34%; }
.runs th[scope=row] { font-weight: 400; color: var(--muted); overflow-wrap: normal; } .differs { font-weight: 600; }
.notes { margin: 0; padding-left: 1.1rem; } .notes li { margin-bottom: 0.4rem; }
nav { display: flex; flex-wrap: wrap; gap: 0.4rem; margin: 1.2rem 0 0; }
nav a { border: 1px solid var(--line); border-radius: 999px; padding: 0.1rem 0.7rem; text-decoration: none; font-size: 0.9rem; }
nav a.plain { color: var(--link); } nav a:hover { text-decoration: underline; }
.wide { overflow-x: auto; position: relative; }
footer { margin-top: 1.5rem; }
@media print { nav { display: none; } article { break-inside: avoid; } }
`;
