import { momentText } from '../../../base/days.ts';
import { pageText } from '../../../views/html/page.tsx';
import { count, points, Table } from '../../../views/html/parts.tsx';
import { plain, visible } from '../../../views/html/visible.tsx';
import type { Standing } from '../ended.ts';
import type { FleetReport } from '../fold.ts';
import type { TargetReport } from '../rank.ts';
import { figures, figureText, hrefOf, NOTHING, ruleFigures, rulesLegend, standingText, totalsText } from './words.ts';

/** The report of a fleet as one self-contained HTML page; it links to the report of each run. */
export function fleetPage(report: FleetReport): string {
  return pageText({
    title: plain(`Fleet: ${totalsText(report)}`),
    style: fleetStyle,
    children: (
      <main>
        {headPart(report)}
        {placesPart(report)}
        {rulesPart(report)}
        {notesPart(report)}
      </main>
    ),
  });
}

function headPart(report: FleetReport) {
  const { targets, exitCode, incomplete, startedAt, durationMs, suite } = report;
  return (
    <header>
      <h1>{count(targets.length, 'server')}</h1>
      <p>
        {totalsText(report)} (exit code {exitCode}).
        {incomplete ? <strong class="open"> Incomplete: not all was judged.</strong> : null}
      </p>
      <p class="muted">
        <time dateTime={startedAt}>{momentText(startedAt)}</time> · {(durationMs / 1000).toFixed(1)} s ·
        getdata-conformance {suite.version}
      </p>
    </header>
  );
}

const classes: Readonly<Record<Standing, string>> = {
  conformant: 'pass',
  inconclusive: 'open',
  'non-conformant': 'fail',
  // Neither says how the server behaves.
  unreachable: 'open',
  error: 'open',
  'not-run': 'muted',
};

function placesPart({ targets }: FleetReport) {
  const heads = ['Place and target', 'Verdict', ...figures.map(({ heading }) => heading), 'Asked'];
  return (
    <section>
      <h2>Fleet</h2>
      <Table label="Fleet" class="fleet stack" heads={heads}>
        {targets.map(targetRow)}
      </Table>
    </section>
  );
}

function targetRow(one: TargetReport) {
  const { place, name, target, standing, note, profile, seed, result } = one;
  const report = result?.files.report ?? null;
  return (
    <tr>
      <th scope="row">
        <span class="place num">{place === null ? NOTHING : `${place}.`}</span>{' '}
        {report === null ? <b>{visible(name)}</b> : <a href={hrefOf(report)}>{visible(name)}</a>}
        <div class="small muted">{visible(target, 200)}</div>
      </th>
      <td data-head="Verdict">
        <b class={classes[standing]}>{standingText(standing)}</b>
        {note === null ? null : <div class="small note">{visible(note, 500)}</div>}
      </td>
      {figures.map((figure) => (
        <td class="num" data-head={figure.heading}>
          {figureText(figure, one)}
        </td>
      ))}
      <td class="small muted" data-head="Asked">
        {profile}, seed {seed}
      </td>
    </tr>
  );
}

function rulesPart(report: FleetReport) {
  const { rules, targets } = report;
  const [first] = rules;
  if (targets.every(({ result }) => result === null)) return null;
  if (first === undefined) {
    return (
      <section>
        <h2>Rules</h2>
        <p>No rule was seen broken by any of them.</p>
      </section>
    );
  }
  const names = ruleFigures(first).map(({ heading }) => visible(heading));
  return (
    <section>
      <h2>Rules that are broken</h2>
      <p>{rulesLegend(report)}</p>
      <Table label="Rules by target" class="stack" heads={['Rule', ...names]}>
        {rules.map((rule) => (
          <tr>
            <th scope="row">
              <code>{rule.rule}</code> <span class="small muted">{rule.level}</span>
              <div class="small">{rule.title}</div>
            </th>
            {ruleFigures(rule).map(({ heading, text, tone }) => (
              <td class={`num ${tone}`} data-head={plain(heading)}>
                {visible(text, 1000)}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </section>
  );
}

function notesPart({ notes }: FleetReport) {
  return (
    <section>
      <h2>How to read it</h2>
      {points(notes.map((note) => visible(note, 1000)))}
    </section>
  );
}

const fleetStyle = `
h1 { margin: 0 0 0.3rem; } h2 { margin-top: 2rem; border-bottom: 1px solid var(--line); } header p { margin: 0.2rem 0; }
.wide { overflow-x: auto; position: relative; } thead th { font-size: 0.8rem; color: var(--muted); font-weight: 600; overflow-wrap: normal; }
tbody th { font-weight: normal; min-width: 13rem; } td { min-width: 4rem; } .fleet td:nth-child(2) { min-width: 9rem; }
.place { display: inline-block; min-width: 1.8rem; font-weight: 600; } .num { white-space: nowrap; }
b.c { background: var(--mark); color: var(--mark-ink); }
@media screen and (max-width: 40rem) {
  .stack, .stack tbody, .stack tr, .stack th { display: block; width: auto; }
  .stack thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .stack tr { border-bottom: 1px solid var(--line); padding: 0.5rem 0; }
  .stack tbody th, .stack td, .fleet td:nth-child(2) { border: 0; padding: 0.1rem 0; min-width: 0; }
  .stack td { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; white-space: normal; }
  .stack td::before { content: attr(data-head); min-width: 0; color: var(--muted); font-weight: normal; font-size: 0.85rem; } .stack .note { flex-basis: 100%; }
}
@media print { .wide { overflow: visible; } tr { break-inside: avoid; } }
`;
