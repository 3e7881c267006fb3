import { cellCount } from '../../results/causes.ts';
import type { Finding } from '../../results/outcome.ts';
import { rulesOf } from '../finding-lines.ts';
import { filterData } from './cause.tsx';
import { causeId, count, MOST_CAUSES, type Model } from './model.ts';
import { more, Part } from './parts.tsx';
import { Table } from './table-shell.tsx';
import { visible } from './visible.tsx';

/** Every cause in one line, those in the most cells first. */
export function fixFirstPart(model: Model) {
  const { causes } = model;
  if (causes.length === 0) return null;
  return (
    <Part id="causes" title="Fix these first" note={count(causes.length, 'cause')}>
      <Table class="causes" heads={['#', 'Rule', 'Expected', 'Actual', 'Where']}>
        <tbody>
          {causes.slice(0, MOST_LISTED).map((cause) => (
            <tr {...filterData(cause, model)}>
              <td>{cause.number}</td>
              <th scope="row">
                <a href={cause.number <= MOST_CAUSES ? `#${causeId(cause)}` : '#findings'}>
                  {rulesOf(cause.findings).join(', ')}
                </a>{' '}
                <span class={`chip ${cause.smallest.level}`}>{cause.smallest.level}</span>
                <div class="subject">{visible(subjectOf(cause.smallest), 90)}</div>
              </th>
              <td>{visible(cause.smallest.expected, 90)}</td>
              <td>{visible(cause.smallest.actual, 90)}</td>
              <td>{cellsPart(cause.findings)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      {more(causes.length, MOST_LISTED, 'cause')}
    </Part>
  );
}

/** Causes in the list. */
const MOST_LISTED = 300;

/** What a cause is about, without the rule, which is in the same row: it tells apart two causes of one rule. */
function subjectOf({ cause, rule }: Finding): string {
  return cause.startsWith(`${rule}:`) ? cause.slice(rule.length + 1) : cause;
}

function cellsPart(findings: readonly Finding[]) {
  const number = cellCount(findings);
  const [first] = findings;
  if (number !== 1 || first === undefined) return <>{count(number, 'cell')}</>;
  return (
    <>
      {first.operation} <span class="muted">{first.binding}</span>
    </>
  );
}
