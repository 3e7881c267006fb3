import { momentText } from '../../../../base/days.ts';
import { grouped } from '../../../../base/group-by.ts';
import { type RecordedTraffic, recordedLines } from '../../../../options/recorded-traffic.ts';
import { notesIn, warningsIn } from '../../../../results/coded-warnings.ts';
import { recordedList } from '../../../../views/html/coverage.tsx';
import { pageText } from '../../../../views/html/page.tsx';
import { cellTable, count, terms } from '../../../../views/html/parts.tsx';
import { plain, visible } from '../../../../views/html/visible.tsx';
import { contentsPart, sectionPart, sectionStyle, toneClass } from '../../../../views/sections/parts.tsx';
import { section } from '../../../../views/sections/section.ts';
import type { Comparison } from '../comparison.ts';
import type { ComparedCell } from '../difference.ts';
import { changesPart, changesStyle } from './changes.tsx';
import { exchangesPart } from './exchanges.tsx';
import { CHANGES, shownComparison } from './sections.ts';
import { headingOf, outcomeText, sentText, shadowTexts, shownState, skippedTexts, verdictText } from './words.ts';

const MOST_EXCHANGES = 60;

export function comparisonPage(comparison: Comparison): string {
  const { servers, dropped } = comparison;
  const { parts, latency } = shownComparison(comparison);
  const changes = parts.find(({ id }) => id === CHANGES);
  const ofKinds = grouped(changes?.entries ?? [], ({ kind = '' }) => kind).map((all) => {
    const [{ kind = '', tone = 'plain' }] = all;
    return section(kind, kind, tone, all);
  });
  return pageText({
    title: plain(`${verdictText(comparison)}: ${servers.a.target} and ${servers.b.target}`),
    style: `${sectionStyle}${compareStyle}${changesStyle}`,
    children: (
      <main>
        {headPart(comparison)}
        {contentsPart(parts.flatMap((part) => (part === changes ? ofKinds : [part])))}
        {parts.map((part) =>
          part === changes ? changesPart(part, (at) => exchangesOf(at, comparison)) : sectionPart(part),
        )}
        {dropped > 0 ? <p class="open">{dropped} more occurrences of other differences were not kept.</p> : null}
        <section>
          <h2>Cells</h2>
          {cellTable(comparison.cells, (cell) => matrixCell(cell, comparison), 'cells')}
        </section>
        {latency === null ? null : <p>{latency}. Times decide nothing.</p>}
        {[...skippedTexts(comparison), ...notesIn(comparison)].map((text) => (
          <p>{visible(text)}</p>
        ))}
      </main>
    ),
  });
}

function headPart(comparison: Comparison) {
  const { servers, exitCode, profile, seed, namespace, startedAt, durationMs, suite } = comparison;
  const { recorded, shadow } = comparison;
  const { heading, tone } = headingOf(comparison);
  return (
    <header>
      <h1 class={toneClass[tone]}>{heading}</h1>
      <p>
        {visible(outcomeText(comparison))} (exit code {exitCode}).
      </p>
      <dl>
        {terms([
          ['A', [visible(servers.a.target), ', ', visible(sentText(servers.a))]],
          ['B', [visible(servers.b.target), ', ', visible(sentText(servers.b))]],
          [
            'Calls',
            [
              shadow === undefined && servers.a.recording === undefined
                ? `profile ${profile}, seed ${seed}`
                : 'of clients',
              ', namespace ',
              visible(namespace),
            ],
          ],
          ...(shadow === undefined ? [] : [['Shadowed', visible(shadowTexts(comparison).join(' '))] as const]),
          ['When', `${momentText(startedAt)}, ${(durationMs / 1000).toFixed(1)} s, suite ${suite.version}`],
          ...(recorded === undefined ? [] : [['Recording', recordingPart(recorded)] as const]),
        ])}
      </dl>
      {warningsIn(comparison).map((text) => (
        <p class="open">{visible(text)}</p>
      ))}
    </header>
  );
}

function recordingPart(recorded: RecordedTraffic) {
  return (
    <details>
      <summary>{count(recordedLines(recorded).length, 'line')} on what was sent of it, and what it lacks</summary>
      {recordedList(recorded)}
    </details>
  );
}

function matrixCell(cell: ComparedCell | undefined, comparison: Comparison) {
  if (cell === undefined) return <td />;
  const { calls } = cell;
  const { text, tone } = shownState(cell, comparison);
  return (
    <td class={tone === null ? 'muted' : toneClass[tone]}>
      {text}
      {calls > 0 ? <small class="muted"> {count(calls, 'call')}</small> : null}
    </td>
  );
}

function exchangesOf(at: number, { differences }: Comparison) {
  const one = differences[at];
  if (one === undefined || at >= MOST_EXCHANGES) return <p class="note">Both exchanges are in compare.json.</p>;
  return exchangesPart(one);
}

const compareStyle = `
header dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.2rem 1rem; }
h4, h5 { margin: 0.4rem 0 0.1rem; font-size: 0.85rem; } h5, .t { color: var(--muted); } tbody th { font-weight: normal; }
.sides { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1rem; }
@media (max-width: 46rem) { .sides { grid-template-columns: minmax(0, 1fr); } }
pre { margin: 0.2rem 0; padding: 0.4rem 0.6rem; background: var(--paper); border: 1px solid var(--line); border-radius: 4px;
  white-space: pre-wrap; }
mark { background: var(--mark); } mark, mark .cut { color: var(--mark-ink); }
details > summary { cursor: pointer; margin-top: 0.5rem; } header dl summary { margin: 0; }
@media print { header details::details-content { content-visibility: visible; display: block; block-size: auto; } }
`;
