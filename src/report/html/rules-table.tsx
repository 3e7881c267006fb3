import type { RuleVerdict } from '../../judging/judge.ts';
import { rules as catalogue } from '../../rules/rules.ts';
import { causeId, count, MOST_CAUSES, type Model } from './model.ts';
import { ClosedPart } from './parts.tsx';
import { Table } from './table-shell.tsx';

const columns: readonly RuleVerdict[] = ['pass', 'fail', 'inconclusive', 'not-reached', 'not-applicable', 'skipped'];

/** Each rule with the number of cells by verdict, and its causes. */
export function rulesPart(model: Model) {
  const { results, rules, causes } = model;
  const all = results.cells.flatMap((cell) => cell.rules);
  return (
    <ClosedPart id="rules" title="Rule by rule" note={count(rules.length, 'rule')}>
      <Table heads={['Rule', 'Level', ...columns, 'Causes']}>
        <tbody>
          {rules.map((id) => {
            const mine = all.filter(({ rule }) => rule === id);
            return (
              <tr>
                <th scope="row">
                  <code>{id}</code>
                  <div class="small">{catalogue.find((rule) => rule.id === id)?.title}</div>
                </th>
                <td class="word">{mine[0]?.level}</td>
                {columns.map((verdict) => countCell(verdict, mine.filter((rule) => rule.verdict === verdict).length))}
                <td>
                  {causes
                    .filter(({ number, findings }) => number <= MOST_CAUSES && findings.some(({ rule }) => rule === id))
                    .map((cause) => (
                      <>
                        <a href={`#${causeId(cause)}`}>{cause.number}</a>{' '}
                      </>
                    ))}
                </td>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </ClosedPart>
  );
}

function countCell(verdict: RuleVerdict, number: number) {
  const tone = number === 0 ? 'muted' : verdict === 'fail' ? 'fail' : verdict === 'pass' ? 'pass' : 'open';
  return <td class={`num ${tone}`}>{number === 0 ? '·' : number}</td>;
}
