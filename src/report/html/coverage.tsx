import type { Coverage as Covered } from '../../results/results.ts';
import { groupBy, type Model } from './model.ts';
import { ClosedPart } from './parts.tsx';
import { CellTable } from './table-shell.tsx';
import { visible } from './visible.tsx';

type Field = Covered['fields'][number];

/** Which fields were seen with a value, and how many values each parameter was sent. */
export function coveragePart(model: Model) {
  const { cells, coverage } = model.results;
  const { fields, parameters } = coverage;
  if (fields.length + parameters.length === 0) return null;
  const needed = fields.filter((field) => field.needed);
  const seen = needed.filter((field) => field.seen);
  return (
    <>
      <ClosedPart
        id="fields"
        title="Fields seen with a value"
        note={`${seen.length.toLocaleString('en')} of ${needed.length.toLocaleString('en')} needed`}
      >
        <p>Fields seen, of those that the run must see; fields never seen are named.</p>
        <CellTable class="bycell" cells={cells} cell={(cell) => fieldCell(of(fields, cell))} />
      </ClosedPart>
      <ClosedPart id="parameters" title="Parameters sent">
        <p>How many different values were sent for each parameter.</p>
        <CellTable class="bycell" cells={cells} cell={(cell) => parameterCell(of(parameters, cell))} />
        {headerValuesList(model)}
      </ClosedPart>
    </>
  );
}

interface Place {
  readonly operation: string;
  readonly binding: string;
}

function of<T extends Place>(all: readonly T[], cell: Place | undefined): readonly T[] {
  return all.filter((one) => one.operation === cell?.operation && one.binding === cell.binding);
}

function parameterCell(parameters: Covered['parameters']) {
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

function fieldCell(fields: readonly Field[]) {
  const needed = fields.filter((field) => field.needed);
  const unseen = needed.filter((field) => !field.seen);
  const extra = fields.filter((field) => !field.needed);
  return (
    <td>
      <span class={unseen.length === 0 ? 'pass' : 'open'}>
        {needed.length - unseen.length} of {needed.length}
      </span>
      {extra.length === 0 ? null : (
        <span class="muted small">
          {' '}
          + {extra.filter(({ seen }) => seen).length} of {extra.length} that may stay unseen
        </span>
      )}
      {unseen.length === 0 ? null : (
        <div class="small open">never: {visible(unseen.map(({ path }) => path).join(', '), 2000)}</div>
      )}
    </td>
  );
}

function headerValuesList(model: Model) {
  const { headerValues } = model.results.coverage;
  const groups = groupBy(headerValues, ({ field }) => field);
  if (groups.size === 0) return null;
  return (
    <>
      <h3>VehicleTypeHeader</h3>
      <dl>
        {[...groups].map(([field, values]) => (
          <>
            <dt>{visible(field, 80)}</dt>
            <dd>{visible([...new Set(values.map(({ value }) => value || '(empty)'))].join(', '))}</dd>
          </>
        ))}
      </dl>
    </>
  );
}
