import { groupBy, grouped } from '../../base/group-by.ts';
import { cellName } from '../../contract/cell-name.ts';
import type { Requirement } from '../../contract/model.ts';
import { type RecordedTraffic, recordedLines } from '../../options/recorded-traffic.ts';
import { traitLines } from '../../results/coverage.ts';
import type { Coverage } from '../../results/results.ts';
import type { CellNames } from '../matrix.ts';
import { ClosedPart, count, type Model, points, Table, terms, verdictClass } from './parts.tsx';
import { visible } from './visible.tsx';

/** What the run must see and send, by exception: the fields that no answer had, and the parameters without a value. */
export function coveragePart({ results: { coverage } }: Model) {
  const { fields, parameters } = coverage;
  if (fields.length + parameters.length === 0) return null;
  const needed = fields.filter((field) => field.needed);
  const never = needed.filter((field) => !field.seen);
  const extra = fields.length - needed.length;
  const unsent = parameters.filter(({ values }) => values === 0);
  const note = `${(needed.length - never.length).toLocaleString('en')} of ${needed.length.toLocaleString('en')} needed`;
  return (
    <>
      <ClosedPart id="fields" title="Fields seen" note={note}>
        <p>
          The run must see these fields{extra === 0 ? '' : `; ${count(extra, 'other')} may stay unseen`}.{' '}
          {never.length === 0 ? 'All were seen.' : 'Never seen:'}
        </p>
        {byCell(never, ({ path }) => path)}
      </ClosedPart>
      <ClosedPart id="parameters" title="Parameters sent">
        <p>{unsent.length === 0 ? 'Each parameter was sent with a value.' : 'Never sent with a value:'}</p>
        {byCell(unsent, ({ parameter }) => parameter)}
        {headerValuesList(coverage)}
      </ClosedPart>
    </>
  );
}

function byCell<T extends CellNames>(all: readonly T[], text: (one: T) => string) {
  return points(
    grouped(all, cellName).map((own) => [
      <code>{cellName(own[0])}</code>,
      ' ',
      visible(own.map(text).join(', '), 2000),
    ]),
  );
}

/** The spellings in which calls were sent; results.json has how many requests had each trait. */
export function spellingsPart({ results: { coverage } }: Model) {
  const lines = traitLines(coverage);
  if (lines.length === 0) return null;
  return (
    <ClosedPart id="spellings" title="Spellings sent">
      <p>A trait is a way in which the standards let a client write the same call.</p>
      {points(lines)}
    </ClosedPart>
  );
}

/** What was sent of a recording, and what it lacks. */
export function recordedPart(recorded: RecordedTraffic | undefined) {
  if (recorded === undefined) return null;
  const lines = recordedLines(recorded);
  return (
    <ClosedPart id="recorded" title="Recorded calls" note={count(lines.length, 'line')}>
      {points(lines.map((text) => visible(text, 2000)))}
    </ClosedPart>
  );
}

function headerValuesList({ headerValues }: Coverage) {
  const groups = [...groupBy(headerValues, ({ field }) => field)];
  const valuesOf = (group: Coverage['headerValues']): string =>
    [...new Set(group.map(({ value }) => value || '(empty)'))].join(', ');
  if (groups.length === 0) return null;
  return (
    <>
      <h3>VehicleTypeHeader</h3>
      <dl class="pairs">{terms(groups.map(([field, group]) => [visible(field, 80), visible(valuesOf(group))]))}</dl>
    </>
  );
}

type Covered = Coverage['requirements'][number];

const tones: Readonly<Record<Covered['verdict'], string>> = {
  ...verdictClass,
  ...{ untestable: 'muted', observed: 'muted' },
};

export function requirementsPart({ results, contract }: Model) {
  if (contract.requirements.length === 0) return null;
  const covered = new Map(results.coverage.requirements.map((one) => [one.id, one]));
  const sections = groupBy(contract.requirements, ({ section }) => section);
  return (
    <ClosedPart id="requirements" title="Clauses of the document" note={tally(results.coverage.requirements)}>
      <p>A clause has the worst verdict of its rules in any cell. Observed clauses are never judged.</p>
      <Table
        label="Clauses of the document"
        heads={['Clause', 'Verdict', 'Rules']}
        groups={[...sections].map(([section, requirements]) => [
          <tr>
            <th scope="rowgroup" colspan={3} class="section">
              {section}
            </th>
          </tr>,
          requirements.map((requirement) => clauseRow(requirement, covered.get(requirement.id))),
        ])}
      />
    </ClosedPart>
  );
}

/** `80 pass, 3 fail, 12 observed`. */
function tally(all: readonly Covered[]): string {
  const counted = groupBy(all, ({ verdict }): string => verdict);
  const order = Object.keys(tones).filter((verdict) => counted.has(verdict));
  return order.map((verdict) => `${counted.get(verdict)?.length} ${verdict}`).join(', ');
}

function clauseRow({ id, text, untestable }: Requirement, covered: Covered | undefined) {
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
