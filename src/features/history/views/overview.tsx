import { rules as catalogue } from '../../../rules/rules.ts';
import { count, moment, Part, stack } from '../../../views/html/parts.tsx';
import { visible } from '../../../views/html/visible.tsx';
import type { TargetRow } from '../target-row.ts';
import { historyPage, lookOf, strip } from './parts.tsx';

type TargetRows = readonly (readonly [folder: string, row: TargetRow])[];

const order = ['non-conformant', 'inconclusive', 'error', 'conformant'];

/** The page of all targets, the worst first, and of the rules that any of them breaks. */
export function overviewPage(rows: TargetRows): string {
  const sorted = rows.toSorted(([, a], [, b]) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
  const of = (verdict: string): number => rows.filter(([, row]) => row.verdict === verdict).length;
  const [broken, conformant] = [of('non-conformant'), of('conformant')];
  const open = rows.length - broken - conformant;
  return historyPage(
    'History',
    '',
    {
      tone: broken > 0 ? 'fail' : open > 0 ? 'open' : 'pass',
      subject: 'Runs against servers of the GetData Web Service, kept over time',
      heading: count(rows.length, 'target'),
      sentences: sorted.slice(0, broken + open > 0 ? 1 : 0).map(([, { target, verdict, since }]) => {
        return [visible(target, 200), `: ${verdict} since `, moment(since), '.'];
      }),
      numbers: [
        [broken, 'non-conformant', 'fail'],
        [open, 'without a verdict', 'open'],
        [conformant, 'conformant', 'pass'],
      ],
    },
    <>
      <Part id="targets" title="Targets">
        <p>The worst first. A strip shows the last runs of a target, the newest at its right end.</p>
        {stack(
          ['Target', 'Verdict', 'Since', 'Required', 'Recommended', 'Last run', 'Runs', 'History'],
          sorted.map(([folder, { target, verdict, limit, since, findings, startedAt, runs, strip: letters }]) => [
            <a href={`targets/${folder}.html`}>{visible(target, 200)}</a>,
            [
              <td class={lookOf(letters).tone}>{[verdict, visible(limit)]}</td>,
              moment(since),
              findings.required,
              findings.recommended,
              moment(startedAt),
              runs,
              strip(letters),
            ],
          ]),
        )}
      </Part>
      {rulesPart(rows)}
    </>,
  );
}

function rulesPart(rows: TargetRows) {
  const broken = [...new Set(rows.flatMap(([, { rules }]) => Object.keys(rules)))].toSorted();
  if (broken.length === 0) return <p>No rule was broken in these runs.</p>;
  const now = (rule: string) => rows.filter(([, { rules }]) => (rules[rule]?.cells ?? 0) > 0).length;
  const ever = (rule: string) => rows.filter(([, { rules }]) => rules[rule] !== undefined).length;
  return (
    <Part id="rules" title="Rules that were broken">
      {stack(
        ['Rule', 'Targets that break it now', 'Targets that ever broke it'],
        broken.map((rule) => [<a href={`rules/${rule}.html`}>{rule}</a>, [now(rule), ever(rule)]]),
      )}
    </Part>
  );
}

/** The page of one rule: the targets that broke it in their last runs, the widest first. */
export function rulePage(rule: string, rows: TargetRows): string {
  const known = catalogue.find(({ id }) => id === rule);
  const mine = rows.flatMap(([folder, { target, rules }]) => {
    const row = rules[rule];
    return row === undefined ? [] : [{ folder, target, ...row }];
  });
  const broken = mine.filter(({ cells }) => cells > 0).length;
  return historyPage(
    rule,
    '../',
    {
      tone: broken > 0 ? 'fail' : 'pass',
      subject: ['Rule ', <code>{rule}</code>],
      heading: broken > 0 ? `broken by ${count(broken, 'target')}` : 'no longer broken',
      sentences: [known?.title ?? 'This version has no such rule.'],
      numbers: [
        [broken, broken === 1 ? 'target breaks it' : 'targets break it', 'fail'],
        [mine.length - broken, 'broke it before', 'pass'],
      ],
      ...(known === undefined ? {} : { facts: [known.level] }),
    },
    stack(
      ['Target', 'Newest run', 'Since', 'Cells', 'History'],
      mine
        .toSorted((a, b) => b.cells - a.cells)
        .map(({ folder, target, cells, since, strip: letters }) => [
          <a href={`../targets/${folder}.html`}>{visible(target, 200)}</a>,
          [<td class={lookOf(letters).tone}>{lookOf(letters).words}</td>, moment(since), cells, strip(letters)],
        ]),
    ),
  );
}
