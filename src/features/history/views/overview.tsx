import { rules as catalogue } from '../../../rules/rules.ts';
import { count, Part, row, Table } from '../../../views/html/parts.tsx';
import { moment } from '../../../views/html/site-page.tsx';
import { visible } from '../../../views/html/visible.tsx';
import type { TargetRow } from '../target-row.ts';
import { historyPage, lookOf, strip } from './parts.tsx';

type TargetRows = readonly (readonly [folder: string, row: TargetRow])[];

const order = ['non-conformant', 'inconclusive', 'error', 'conformant'];

/** The page of all targets, the worst first, and of the rules that any of them breaks. */
export function overviewPage(rows: TargetRows): string {
  const sorted = rows.toSorted(([, a], [, b]) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
  return historyPage(
    'History',
    '',
    <>
      <h1>{count(rows.length, 'target')}</h1>
      <p>A strip shows the last runs of a target, the newest at its right end.</p>
      <Table heads={['Target', 'Verdict', 'Since', 'Required', 'Recommended', 'Last run', 'Runs', 'History']}>
        {sorted.map(([folder, { target, verdict, limit, since, findings, startedAt, runs, strip: letters }]) =>
          row(<a href={`targets/${folder}.html`}>{visible(target, 200)}</a>, [
            <td class={lookOf(letters.slice(-1)).tone}>{[verdict, visible(limit)]}</td>,
            moment(since),
            <td class="num">{findings.required}</td>,
            <td class="num">{findings.recommended}</td>,
            moment(startedAt),
            <td class="num">{runs}</td>,
            strip(letters, 2),
          ]),
        )}
      </Table>
      {rulesPart(rows)}
    </>,
  );
}

function rulesPart(rows: TargetRows) {
  const broken = [...new Set(rows.flatMap(([, { rules }]) => Object.keys(rules)))].toSorted();
  if (broken.length === 0) return <p>No rule was broken in these runs.</p>;
  const now = (rule: string) => rows.filter(([, { rules }]) => (rules[rule]?.cells ?? 0) > 0).length;
  return (
    <Part id="rules" title="Rules that were broken">
      <Table heads={['Rule', 'Targets that break it', 'Targets that did']}>
        {broken.map((rule) =>
          row(<a href={`rules/${rule}.html`}>{rule}</a>, [
            <td class="num">{now(rule)}</td>,
            <td class="num">{rows.filter(([, { rules }]) => rules[rule] !== undefined).length}</td>,
          ]),
        )}
      </Table>
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
  return historyPage(
    rule,
    '../',
    <>
      <h1>
        <code>{rule}</code>
      </h1>
      <p>{known === undefined ? 'This version has no such rule.' : `${known.title} (${known.level})`}</p>
      <Table heads={['Target', 'Newest run', 'Since', 'Cells', 'History']}>
        {mine
          .toSorted((a, b) => b.cells - a.cells)
          .map(({ folder, target, cells, since, strip: letters }) =>
            row(<a href={`../targets/${folder}.html`}>{visible(target, 200)}</a>, [
              <td class={lookOf(letters.slice(-1)).tone}>{lookOf(letters.slice(-1)).words}</td>,
              moment(since),
              <td class="num">{cells}</td>,
              strip(letters, 2),
            ]),
          )}
      </Table>
    </>,
  );
}
