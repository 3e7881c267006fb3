import { recordedList } from '../../report/html/coverage.tsx';
import { pageText } from '../../report/html/page.tsx';
import { cellTable, terms } from '../../report/html/parts.tsx';
import { plain, visible } from '../../report/html/visible.tsx';
import { grouped } from '../../results/group-by.ts';
import type { Comparison } from '../comparison.ts';
import type { CellState, ComparedCell } from '../difference.ts';
import { differenceArticle } from './difference.tsx';
import { headings, inWords, latencyText, outcomeText, stateWords, titles } from './words.ts';

/** Differences whose exchanges the page shows; further ones are shown without. */
const MOST_EXCHANGES = 60;

/** The comparison as one self-contained HTML page. */
export function comparisonPage(comparison: Comparison): string {
  const { servers, outcome, cells } = comparison;
  const latency = latencyText(cells);
  return pageText({
    title: plain(`${outcome}: ${servers.a.target} and ${servers.b.target}`),
    style: compareStyle,
    children: (
      <main>
        {headPart(comparison)}
        {matrixPart(comparison)}
        {differencesPart(comparison)}
        {unstablePart(comparison)}
        {latency === null ? null : <p>{latency}. Times decide nothing.</p>}
      </main>
    ),
  });
}

const outcomeClass = { same: 'pass', different: 'fail', inconclusive: 'open' } as const;

function headPart(comparison: Comparison) {
  const { servers, outcome, exitCode, profile, seed, namespace, startedAt, durationMs, suite } = comparison;
  const { recorded, warnings } = comparison;
  return (
    <header>
      <h1 class={outcomeClass[outcome]}>{titles[outcome]}</h1>
      <p>
        {visible(outcomeText(comparison))} (exit code {exitCode}).
      </p>
      <dl>
        {terms([
          ['A', serverText(servers.a)],
          ['B', serverText(servers.b)],
          ['Calls', [`profile ${profile}, seed ${seed}, namespace `, visible(namespace)]],
          ['When', `${startedAt}, ${(durationMs / 1000).toFixed(1)} s, suite ${suite.version}`],
          ...(recorded === undefined ? [] : [['Recording', recordedList(recorded)] as const]),
        ])}
      </dl>
      {warnings.map((text) => (
        <p class="open">{visible(text)}</p>
      ))}
    </header>
  );
}

function serverText({ target, requests }: Comparison['servers']['a']) {
  return [visible(target), `, ${requests} requests`];
}

const stateClass: Readonly<Record<CellState, string>> = {
  same: 'pass',
  different: 'fail',
  'nothing-compared': 'open',
  skipped: 'muted',
  'not-reached': 'open',
};

function matrixPart({ cells }: Comparison) {
  return (
    <section>
      <h2>Cells</h2>
      {cellTable(cells, matrixCell)}
    </section>
  );
}

function matrixCell(cell: ComparedCell | undefined) {
  if (cell === undefined) return <td />;
  const { state, calls } = cell;
  return (
    <td class={stateClass[state]}>
      {stateWords[state]}
      {calls > 0 ? <small class="muted"> {calls === 1 ? '1 call' : `${calls} calls`}</small> : null}
    </td>
  );
}

function differencesPart(comparison: Comparison) {
  const { differences, dropped } = comparison;
  const withExchange = new Set(differences.slice(0, MOST_EXCHANGES));
  const sections = grouped(differences, ({ kind }) => kind).map((all) => (
    <section>
      <h2>
        {headings[all[0].kind]} <small class="muted">{all.length}</small>
      </h2>
      {all.map((one) => differenceArticle(one, comparison, withExchange.has(one)))}
    </section>
  ));
  const more = <p class="open">{dropped} more occurrences of other differences were not kept.</p>;
  return [sections, dropped > 0 ? more : null];
}

function unstablePart({ unstable, cells }: Comparison) {
  if (unstable.length === 0) return null;
  return (
    <section>
      <h2>
        Unstable: counted against neither <small class="muted">{unstable.length}</small>
      </h2>
      <ul>
        {unstable
          .map((one) => ({ ...one, ...inWords(one, cells) }))
          .map(({ title, where, a, b }) => (
            <li>
              {visible(title)} in {where}: {visible(a, 120)} / {visible(b, 120)}
            </li>
          ))}
      </ul>
    </section>
  );
}

/** The comparison's additions to the look of all our pages. */
const compareStyle = `
h1 { margin: 0 0 0.3rem; } h2 { margin-top: 2rem; border-bottom: 1px solid var(--line); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.2rem 1rem; } dd { margin: 0; } dt { color: var(--muted); }
article { margin: 1rem 0; padding: 0.2rem 1rem 0.8rem; background: var(--raised); border: 1px solid var(--line); border-radius: 6px; }
article h3 { margin: 0.6rem 0 0.2rem; font-size: 1.05rem; } h4 { margin: 0.4rem 0 0.1rem; font-size: 0.85rem; }
article p { margin: 0.2rem 0; }
.sides { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1rem; }
@media (max-width: 46rem) { .sides { grid-template-columns: minmax(0, 1fr); } }
pre { margin: 0.2rem 0; padding: 0.4rem 0.6rem; background: var(--paper); border: 1px solid var(--line); border-radius: 4px;
  white-space: pre-wrap; }
mark { background: var(--mark); color: inherit; }
.wide { overflow-x: auto; } tbody th { font-weight: normal; }
details > summary { cursor: pointer; margin-top: 0.5rem; }
b.c { border: 1px solid var(--line); border-radius: 3px; padding: 0 0.2em; font-size: 0.8em; font-weight: 600; }
@media print { details { display: block; } article { break-inside: avoid; } }
`;
