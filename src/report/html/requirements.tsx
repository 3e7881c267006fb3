import type { Requirement } from '../../contract/model.ts';
import type { Coverage } from '../../results/results.ts';
import { groupBy, type Model } from './model.ts';
import { ClosedPart } from './parts.tsx';
import { Table } from './table-shell.tsx';
import { visible } from './visible.tsx';

type Covered = Coverage['requirements'][number];

const tones: Readonly<Record<Covered['verdict'], string>> = {
  pass: 'pass',
  fail: 'fail',
  inconclusive: 'open',
  'not-reached': 'open',
  'not-applicable': 'muted',
  skipped: 'muted',
  untestable: 'muted',
  observed: 'muted',
};

/** Every clause of the document with its verdict, section by section. */
export function requirementsPart({ results, contract }: Model) {
  const covered = new Map(results.coverage.requirements.map((one) => [one.id, one]));
  const sections = groupBy(contract.requirements, ({ section }) => section);
  return (
    <ClosedPart id="requirements" title="Clauses of the document" note={tally(results.coverage.requirements)}>
      <p>A clause has the worst verdict of its rules in any cell. Observed clauses are never judged.</p>
      <Table heads={['Clause', 'Verdict', 'Rules']}>
        {[...sections].map(([section, requirements]) => (
          <tbody>
            <tr>
              <th scope="rowgroup" colspan={3} class="section">
                {section}
              </th>
            </tr>
            {requirements.map((requirement) => row(requirement, covered.get(requirement.id)))}
          </tbody>
        ))}
      </Table>
    </ClosedPart>
  );
}

/** `80 pass, 3 fail, 12 observed`. */
function tally(all: readonly Covered[]): string {
  const counted = groupBy(all, ({ verdict }) => verdict);
  const order = Object.keys(tones).flatMap((verdict) => {
    const number = counted.get(verdict)?.length ?? 0;
    return number === 0 ? [] : [`${number} ${verdict}`];
  });
  return order.join(', ');
}

function row(requirement: Requirement, covered: Covered | undefined) {
  const { id, text, untestable } = requirement;
  return (
    <tr id={`requirement-${id}`}>
      <td>
        <code>{id}</code>
        <div class="small">{text}</div>
        {untestable === null ? null : <div class="small muted">{untestable}</div>}
      </td>
      <td class={`word ${covered === undefined ? 'muted' : tones[covered.verdict]}`}>
        {covered?.verdict ?? 'not in this run'}
      </td>
      <td class="small rules">{visible(covered?.rules.join(', ') ?? '', 2000)}</td>
    </tr>
  );
}
