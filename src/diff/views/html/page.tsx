import { pageText } from '../../../report/html/page.tsx';
import { plain, Visible } from '../../../report/html/visible.tsx';
import type { Diff, RunFacts } from '../../model.ts';
import { shortDigest } from '../entries.ts';
import { groundsLine, type Section, sections, type Tone } from '../sections.ts';
import { Entries, FromTo } from './entries.tsx';
import { LatencyTable } from './latency-table.tsx';
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
        <Runs diff={diff} />
        <Notes notes={diff.notes} />
        {parts.length < 2 ? null : <Contents parts={parts} />}
        {parts.map((section) => (
          <SectionPart key={section.id} section={section} />
        ))}
        <section id="latency">
          <h2>Latency of every cell</h2>
          <p>{groundsLine(diff)}</p>
          <LatencyTable latency={diff.latency} />
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

function Contents({ parts }: { readonly parts: readonly Section[] }) {
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

function SectionPart({ section: { id, title, tone, about, entries } }: { readonly section: Section }) {
  const shown = entries.slice(0, MOST_ENTRIES);
  return (
    <section id={id} class={toneClass[tone]}>
      <h2>
        {title} <small>{entries.length}</small>
      </h2>
      {about === null ? null : <p class="muted">{about}</p>}
      <Entries entries={shown} />
      {shown.length < entries.length ? <p>{entries.length - shown.length} more in the JSON.</p> : null}
    </section>
  );
}

/** The two runs side by side. */
function Runs({ diff }: { readonly diff: Diff }) {
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
              <td>
                <Visible text={of(diff.old)} />
              </td>
              <td class={of(diff.old) === of(diff.new) ? 'muted' : 'differs'}>
                <Visible text={of(diff.new)} />
              </td>
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
            <strong>{about}</strong> <FromTo old={shortDigest(old)} now={shortDigest(now)} />
            <div class="muted">{means}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}
