import type { RuleVerdict } from '../../judging/judge.ts';
import { rules as catalogue } from '../../rules/rules.ts';
import { MOST_CAUSES } from './mend.tsx';
import { causeId, count, type Model } from './model.ts';

const columns: readonly RuleVerdict[] = ['pass', 'fail', 'inconclusive', 'not-reached', 'skipped'];

/** Each rule with the cells it passed, failed or could not judge: the other way through the matrix. */
export function RulesTable({ model }: { readonly model: Model }) {
  const { results, rules, causes } = model;
  const all = results.cells.flatMap((cell) => cell.rules);
  return (
    <details class="part" id="rules">
      <summary>
        <h2>
          Rule by rule <span class="muted">{count(rules.length, 'rule')}</span>
        </h2>
      </summary>
      <div class="wide">
        <table>
          <thead>
            <tr>
              <th scope="col">Rule</th>
              <th scope="col">Level</th>
              {columns.map((verdict) => (
                <th scope="col">{verdict}</th>
              ))}
              <th scope="col">Causes</th>
            </tr>
          </thead>
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
                  {columns.map((verdict) => (
                    <Count verdict={verdict} number={mine.filter((rule) => rule.verdict === verdict).length} />
                  ))}
                  <td>
                    {causes
                      .filter(
                        ({ number, findings }) => number <= MOST_CAUSES && findings.some(({ rule }) => rule === id),
                      )
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
        </table>
      </div>
    </details>
  );
}

function Count({ verdict, number }: { readonly verdict: RuleVerdict; readonly number: number }) {
  const tone = number === 0 ? 'muted' : verdict === 'fail' ? 'fail' : verdict === 'pass' ? 'pass' : 'open';
  return <td class={`num ${tone}`}>{number === 0 ? '·' : number}</td>;
}
