import type { Requirement } from '../../contract/model.ts';
import type { Coverage } from '../../results/results.ts';
import { groupBy, type Model } from './model.ts';
import { Visible } from './visible.tsx';

type Covered = Coverage['requirements'][number];

const tones: Readonly<Record<Covered['verdict'], string>> = {
  pass: 'pass',
  fail: 'fail',
  inconclusive: 'open',
  'not-reached': 'open',
  skipped: 'muted',
  untestable: 'muted',
  observed: 'muted',
};

/** Every clause of the document, section by section, with what became of it. */
export function Requirements({ model: { results, contract } }: { readonly model: Model }) {
  const covered = new Map(results.coverage.requirements.map((one) => [one.id, one]));
  const sections = groupBy(contract.requirements, ({ section }) => section);
  return (
    <details class="part" id="requirements">
      <summary>
        <h2>
          Clauses of the document <span class="muted">{tally(results.coverage.requirements)}</span>
        </h2>
      </summary>
      <p>A clause is no better than the worst verdict of its rules in any cell. What is observed is never judged.</p>
      <div class="wide">
        <table>
          <thead>
            <tr>
              <th scope="col">Clause</th>
              <th scope="col">Verdict</th>
              <th scope="col">Rules</th>
            </tr>
          </thead>
          {[...sections].map(([section, requirements]) => (
            <tbody>
              <tr>
                <th scope="rowgroup" colspan={3} class="section">
                  {section}
                </th>
              </tr>
              {requirements.map((requirement) => (
                <Row requirement={requirement} covered={covered.get(requirement.id)} />
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </details>
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

function Row({ requirement, covered }: { readonly requirement: Requirement; readonly covered: Covered | undefined }) {
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
      <td class="small rules">
        <Visible text={covered?.rules.join(', ') ?? ''} most={2000} />
      </td>
    </tr>
  );
}
