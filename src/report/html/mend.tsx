import { cellCount } from '../../results/causes.ts';
import type { Finding } from '../../results/outcome.ts';
import { filterData, rulesOf } from './cause.tsx';
import { causeId, count, type Model } from './model.ts';
import { Visible } from './visible.tsx';

/** Every cause in a line: what to mend, the widest spread first. */
export function MendList({ model }: { readonly model: Model }) {
  const { causes } = model;
  if (causes.length === 0) return null;
  return (
    <section aria-labelledby="mend" id="causes">
      <h2 id="mend">
        What to mend <span class="muted">{count(causes.length, 'cause')}</span>
      </h2>
      <div class="wide">
        <table class="mend">
          <thead>
            <tr>
              <th scope="col">#</th>
              <th scope="col">Rule</th>
              <th scope="col">Expected</th>
              <th scope="col">Actual</th>
              <th scope="col">Where</th>
            </tr>
          </thead>
          <tbody>
            {causes.slice(0, MOST_LISTED).map((cause) => (
              <tr {...filterData(cause, model)}>
                <td>{cause.number}</td>
                <th scope="row">
                  <a href={cause.number <= MOST_CAUSES ? `#${causeId(cause)}` : '#findings'}>
                    {rulesOf(cause.findings).join(', ')}
                  </a>{' '}
                  <span class={`chip ${cause.smallest.level}`}>{cause.smallest.level}</span>
                  <div class="subject">
                    <Visible text={subjectOf(cause.smallest)} most={90} />
                  </div>
                </th>
                <td>
                  <Visible text={cause.smallest.expected} most={90} />
                </td>
                <td>
                  <Visible text={cause.smallest.actual} most={90} />
                </td>
                <td>
                  <Cells findings={cause.findings} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {causes.length > MOST_LISTED ? (
        <p class="note">{count(causes.length - MOST_LISTED, 'more cause')} in results.json.</p>
      ) : null}
    </section>
  );
}

/** Causes in the list, and those described in full. */
const MOST_LISTED = 300;
export const MOST_CAUSES = 100;

/** What a cause is about, without the rule that stands beside it: two causes of one rule differ in nothing else. */
function subjectOf({ cause, rule }: Finding): string {
  return cause.startsWith(`${rule}: `) ? cause.slice(rule.length + 2) : cause;
}

function Cells({ findings }: { readonly findings: readonly Finding[] }) {
  const number = cellCount(findings);
  const [first] = findings;
  if (number !== 1 || first === undefined) return <>{count(number, 'cell')}</>;
  return (
    <>
      {first.operation} <span class="muted">{first.binding}</span>
    </>
  );
}
