import { groupBy } from '../../base/group-by.ts';
import type { Requirement } from '../../contract/model.ts';
import { type RecordedTraffic, recordedLines } from '../../options/recorded-traffic.ts';
import { traitLines } from '../../results/coverage.ts';
import type { Coverage, TraitCoverage } from '../../results/results.ts';
import type { CellNames } from '../matrix.ts';
import { ClosedPart, cellTable, type Model, points, row, Table, terms, verdictClass } from './parts.tsx';
import { visible } from './visible.tsx';

export function coveragePart({ results: { cells, coverage } }: Model) {
  const { fields, parameters } = coverage;
  if (fields.length + parameters.length === 0) return null;
  const needed = fields.filter((field) => field.needed);
  const seen = needed.filter((field) => field.seen).length;
  const note = `${seen.toLocaleString('en')} of ${needed.length.toLocaleString('en')} needed`;
  return (
    <>
      <ClosedPart id="fields" title="Fields seen" note={note}>
        <p>Fields seen, of those that the run must see; fields never seen are named.</p>
        {cellTable(cells, (cell) => fieldCell(of(fields, cell)), 'bycell', 'Fields seen')}
      </ClosedPart>
      <ClosedPart id="parameters" title="Parameters sent">
        <p>How many different values were sent for each parameter.</p>
        {cellTable(cells, (cell) => parameterCell(of(parameters, cell)), 'bycell', 'Parameters sent')}
        {headerValuesList(coverage)}
      </ClosedPart>
    </>
  );
}

/** The spellings in which calls were sent: each trait, and how many requests over each binding had it. */
export function spellingsPart({ results: { coverage } }: Model) {
  const { traits: all = [] } = coverage;
  if (all.length === 0) return null;
  const names = [...new Set(all.flatMap(({ traits }) => traits.map(({ trait }) => trait)))];
  const times = (id: string, { traits }: TraitCoverage) => traits.find(({ trait }) => trait === id)?.times;
  return (
    <ClosedPart id="spellings" title="Spellings sent">
      <p>How many requests had each trait. A trait is a way in which the standards let a client write the same call.</p>
      {points(traitLines(coverage))}
      <Table label="Spellings sent" heads={['Trait', ...all.map(({ binding }) => binding)]}>
        {names.map((id) => {
          const cells = all.map((one) => <td class={times(id, one) === 0 ? 'open' : ''}>{times(id, one) ?? '–'}</td>);
          return row(visible(id, 80), cells);
        })}
      </Table>
    </ClosedPart>
  );
}

export function recordedPart({ results: { coverage } }: Model) {
  if (coverage.recorded === undefined) return null;
  return (
    <ClosedPart id="recorded" title="Recorded calls">
      {recordedList(coverage.recorded)}
    </ClosedPart>
  );
}

export function recordedList(recorded: RecordedTraffic) {
  return points(recordedLines(recorded).map((text) => visible(text, 2000)));
}

function of<T extends CellNames>(all: readonly T[], cell: CellNames | undefined): readonly T[] {
  return all.filter((one) => one.operation === cell?.operation && one.binding === cell.binding);
}

function parameterCell(parameters: Coverage['parameters']) {
  return (
    <td>
      {parameters.map(({ parameter, values }) => (
        <div class="small">
          {visible(parameter, 80)} <b class={values === 0 ? 'open' : ''}>{values}</b>
        </div>
      ))}
    </td>
  );
}

function fieldCell(fields: Coverage['fields']) {
  const needed = fields.filter((field) => field.needed);
  const unseen = needed.filter((field) => !field.seen);
  const extra = fields.filter((field) => !field.needed);
  const seenExtra = extra.filter(({ seen }) => seen).length;
  return (
    <td>
      <span class={`num ${unseen.length === 0 ? 'pass' : 'open'}`}>
        {needed.length - unseen.length} of {needed.length}
      </span>
      {extra.length === 0 ? null : (
        <span class="muted small">{` + ${seenExtra} of ${extra.length} that may stay unseen`}</span>
      )}
      {unseen.length === 0 ? null : (
        <div class="small open">never: {visible(unseen.map(({ path }) => path).join(', '), 2000)}</div>
      )}
    </td>
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
