import { pageText } from '../../../report/html/page.tsx';
import { Table, Wide } from '../../../report/html/parts.tsx';
import { plain, visible } from '../../../report/html/visible.tsx';
import type { Diff, RunFacts } from '../../model.ts';
import { type Entry, isCommand, type Section, type Shown, shown, type Tone } from '../sections.ts';
import { diffStyle } from './style.ts';

/** Entries of a section that are shown; the rest is in the JSON. */
const MOST_ENTRIES = 200;

/** The diff as one self-contained HTML page; it needs no script. */
export function htmlDiff(diff: Diff): string {
  const { heading, tone, notes, parts, grounds } = shown(diff);
  return pageText({
    title: plain(`${heading}: ${diff.new.target}`),
    style: diffStyle,
    children: (
      <main>
        <p class={`outcome ${toneClass[tone]}`}>{heading}</p>
        <h1>{diff.summary}</h1>
        {runsTable(diff)}
        {notesPart(notes)}
        {parts.length < 2 ? null : contentsPart(parts)}
        {parts.map(sectionPart)}
        <p>{grounds}</p>
        <footer class="muted">
          Level that counts: {diff.failOn}. Exit code {diff.exitCode}.
        </footer>
      </main>
    ),
  });
}

const toneClass: Readonly<Record<Tone, string>> = { worse: 'fail', open: 'open', better: 'pass', plain: 'plain' };

function contentsPart(parts: readonly Section[]) {
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

function sectionPart({ id, title, tone, about, entries }: Section) {
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

function runsTable(diff: Diff) {
  const texts = (run: RunFacts) => ({
    file: run.file,
    target: run.target,
    started: run.startedAt,
    suite: run.suiteVersion,
    'seed, profile': `${run.seed}, ${run.profile}`,
    requests: String(run.requests),
    verdict: `${run.verdict}${run.incomplete ? ', incomplete' : ''}`,
  });
  const now = new Map(Object.entries(texts(diff.new)));
  return (
    <Table class="runs" label="The two runs" heads={['run', 'old', 'new']}>
      {Object.entries(texts(diff.old)).map(([name, old]) => (
        <tr>
          <th scope="row">{name}</th>
          <td>{visible(old)}</td>
          <td class={old === now.get(name) ? 'muted' : 'differs'}>{visible(now.get(name) ?? '')}</td>
        </tr>
      ))}
    </Table>
  );
}

function notesPart(notes: Shown['notes']) {
  if (notes.length === 0) return null;
  return (
    <section id="notes">
      <h2>Not alike</h2>
      <ul class="notes">
        {notes.map(({ about, old, new: now, means }) => (
          <li>
            <strong>{about}</strong> {fromTo(old, now)}
            <div class="muted">{means}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const MOST_TEXT = 600;
/** A cut command can't be run, so it may be long. */
const MOST_COMMAND = 16_000;

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
      {facts.length === 0 ? null : <dl>{facts.map(fact)}</dl>}
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

function fact([name, value]: Entry['facts'][number]) {
  const isCode = isCommand(name) || name === 'expected' || name === 'actual';
  return (
    <div>
      <dt>{name}</dt>
      <dd>{isCode ? <code>{visible(value, isCommand(name) ? MOST_COMMAND : MOST_TEXT)}</code> : visible(value)}</dd>
    </div>
  );
}

function fromTo(old: string, now: string) {
  return (
    <span class="from-to">
      <del>{visible(old)}</del> <span aria-hidden="true">→</span> <ins>{visible(now)}</ins>
    </span>
  );
}
