import { type Banner, pageText } from '../../../views/html/page.tsx';
import { count, facts, Part, points, stack } from '../../../views/html/parts.tsx';
import { plain, visible } from '../../../views/html/visible.tsx';
import type { Standing } from '../ended.ts';
import type { FleetReport } from '../fold.ts';
import type { TargetReport } from '../rank.ts';
import { figures, figureText, hrefOf, NOTHING, ruleFigures, rulesLegend, standingText, totalsText } from './words.ts';

/** The report of a fleet as one self-contained HTML page; it links to the report of each run. */
export function fleetPage(report: FleetReport): string {
  return pageText({
    title: `Fleet: ${totalsText(report)}`,
    kind: 'fleet',
    links: [['league.json', 'league.json']],
    banner: banner(report),
    children: (
      <>
        {placesPart(report)}
        {rulesPart(report)}
        <Part id="notes" title="How to read it">
          {points(report.notes.map((note) => visible(note, 1000)))}
        </Part>
      </>
    ),
  });
}

function banner(report: FleetReport): Banner {
  const { targets, totals, incomplete, suite } = report;
  const open = targets.length - totals.conformant - totals['non-conformant'];
  return {
    tone: totals['non-conformant'] > 0 ? 'fail' : open > 0 || incomplete ? 'open' : 'pass',
    subject: 'One run for each server, the best first',
    heading: count(targets.length, 'server'),
    sentences: [
      `${totalsText({ targets, totals })}.`,
      ...(incomplete ? [<strong class="open">Incomplete: not all was judged.</strong>] : []),
    ],
    numbers: [
      [totals['non-conformant'], 'non-conformant', 'fail'],
      [open, 'without a verdict', 'open'],
      [totals.conformant, 'conformant', 'pass'],
    ],
    facts: facts(report, suite.version),
  };
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
    <Part id="fleet" title="Fleet">
      {stack(heads, targets.map(targetRow), 'Places and figures')}
    </Part>
  );
}

function targetRow(one: TargetReport) {
  const { place, name, target, standing, note, profile, seed, result } = one;
  const report = result?.files.report ?? null;
  return [
    <>
      <span class="place-number num">{place === null ? NOTHING : `${place}.`}</span>{' '}
      {report === null ? <b>{visible(name)}</b> : <a href={hrefOf(report)}>{visible(name)}</a>}
      <div class="small muted">{visible(target, 200)}</div>
    </>,
    [
      <td>
        <b class={classes[standing]}>{standingText(standing)}</b>
        {note === null ? null : <div class="small note">{visible(note, 500)}</div>}
      </td>,
      ...figures.map((figure) => <td class="num">{figureText(figure, one)}</td>),
      <td class="small muted">
        {profile}, <span class="num">seed {seed}</span>
      </td>,
    ],
  ] as const;
}

function rulesPart(report: FleetReport) {
  const { rules, targets } = report;
  const [first] = rules;
  if (targets.every(({ result }) => result === null)) return null;
  const names = first === undefined ? [] : ruleFigures(first).map(({ heading }) => plain(heading));
  return (
    <Part id="rules" title="Rules that are broken">
      <p>{first === undefined ? 'No rule was seen broken by any of them.' : rulesLegend(report)}</p>
      {first === undefined ? null : stack(['Rule', ...names], rules.map(ruleRow), 'Rules by target')}
    </Part>
  );
}

function ruleRow(rule: FleetReport['rules'][number]) {
  return [
    <>
      <code>{rule.rule}</code> <span class="small muted">{rule.level}</span>
      <div class="small">{rule.title}</div>
    </>,
    ruleFigures(rule).map(({ text, tone }) => <td class={`num ${tone}`}>{visible(text, 1000)}</td>),
  ] as const;
}
