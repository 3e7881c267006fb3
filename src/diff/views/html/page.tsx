import { pageText } from '../../../report/html/page.tsx';
import { plain, visible } from '../../../report/html/visible.tsx';
import type { Diff, RunFacts } from '../../model.ts';
import { shortDigest } from '../entries.ts';
import { groundsLine, type Section, sections, type Tone } from '../sections.ts';
import { entriesList, fromTo } from './entries.tsx';
import { latencyTable } from './latency-table.tsx';
import { Scroll } from './scroll.tsx';
import { diffStyle } from './style.ts';

/** Entries of a section that are shown; the rest is in the JSON. */
const MOST_ENTRIES = 200;

/** The diff as one HTML page that stands alone; it needs no script. */
export function htmlDiff(diff: Diff): string {
  const parts = sections(diff);
  return pageText({
    title: plain(`${headings[diff.outcome]}: ${diff.new.target}`),
    style: diffStyle,
    children: (
      <main>
        <p class={`outcome ${outcomeTone[diff.outcome]}`}>{headings[diff.outcome]}</p>
        <h1>{diff.summary}</h1>
        {runsTable(diff)}
        <Notes notes={diff.notes} />
        {parts.length < 2 ? null : contentsPart(parts)}
        {parts.map((section) => sectionPart(section))}
        <section id="latency">
          <h2>Latency of every cell</h2>
          <p>{groundsLine(diff)}</p>
          {latencyTable(diff.latency)}
        </section>
        <footer class="muted">
          Level that counts: {diff.failOn}. Exit code {diff.exitCode}.
        </footer>
      </main>
    ),
  });
}

const headings: Readonly<Record<Diff['outcome'], string>> = {
  unchanged: 'Nothing changed',
  changed: 'Nothing got worse',
  regressed: 'Regressed',
  'evidence-lost': 'Evidence was lost',
};

const outcomeTone: Readonly<Record<Diff['outcome'], string>> = {
  unchanged: 'pass',
  changed: 'pass',
  regressed: 'fail',
  'evidence-lost': 'open',
};

const toneClass: Readonly<Record<Tone, string>> = { worse: 'fail', open: 'open', better: 'pass', plain: 'plain' };

function contentsPart(parts: readonly Section[]) {
  return (
    <nav aria-label="Contents">
      {parts.map(({ id, title, tone, entries }) => (
        <a key={id} href={`#${id}`} class={toneClass[tone]}>
          {title} <b>{entries.length}</b>
        </a>
      ))}
      <a href="#latency" class="plain">
        Latency
      </a>
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
      {entriesList(shown)}
      {shown.length < entries.length ? <p>{entries.length - shown.length} more in the JSON.</p> : null}
    </section>
  );
}

/** The two runs side by side. */
function runsTable(diff: Diff) {
  const rows: readonly (readonly [string, (facts: RunFacts) => string])[] = [
    ['file', ({ file }) => file],
    ['target', ({ target }) => target],
    ['started', ({ startedAt }) => startedAt],
    ['suite', ({ suiteVersion }) => suiteVersion],
    ['seed, profile', ({ seed, profile }) => `${seed}, ${profile}`],
    ['requests', ({ requests }) => String(requests)],
    ['verdict', ({ verdict, incomplete }) => `${verdict}${incomplete ? ', incomplete' : ''}`],
  ];
  return (
    <Scroll label="The two runs">
      <table class="runs">
        <thead>
          <tr>
            <td />
            <th scope="col">old</th>
            <th scope="col">new</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, of]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{visible(of(diff.old))}</td>
              <td class={of(diff.old) === of(diff.new) ? 'muted' : 'differs'}>{visible(of(diff.new))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** What else differs than the answers. */
function Notes({ notes }: Pick<Diff, 'notes'>) {
  if (notes.length === 0) return null;
  return (
    <section id="notes">
      <h2>Not alike</h2>
      <ul class="notes">
        {notes.map(({ about, old, new: now, means }) => (
          <li key={about}>
            <strong>{about}</strong> {fromTo(shortDigest(old), shortDigest(now))}
            <div class="muted">{means}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}
