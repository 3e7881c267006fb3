import type { Coverage as Covered } from '../../results/results.ts';
import { groupBy, type Model } from './model.ts';
import { ClosedPart } from './parts.tsx';
import { CellTable } from './table-shell.tsx';
import { Visible } from './visible.tsx';

type Field = Covered['fields'][number];

/** Which fields were seen, and how many values each parameter was sent. */
export function Coverage({ model }: { readonly model: Model }) {
  const { cells, coverage } = model.results;
  const { fields, parameters } = coverage;
  if (fields.length + parameters.length === 0) return null;
  const needed = fields.filter((field) => field.needed);
  const seen = needed.filter((field) => field.seen);
  return (
    <>
      <ClosedPart
        id="fields"
        title="Fields seen"
        note={`${seen.length.toLocaleString('en')} of ${needed.length.toLocaleString('en')} needed`}
      >
        <p>Fields seen, of those that the run must see; fields never seen are named.</p>
        <CellTable class="bycell" cells={cells} cell={(cell) => <FieldCell fields={of(fields, cell)} />} />
      </ClosedPart>
      <ClosedPart id="parameters" title="Parameters sent">
        <p>How many different values were sent for each parameter.</p>
        <CellTable class="bycell" cells={cells} cell={(cell) => <ParameterCell parameters={of(parameters, cell)} />} />
        <HeaderValues model={model} />
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

function ParameterCell({ parameters }: { readonly parameters: Covered['parameters'] }) {
  return (
    <td>
      {parameters.map(({ parameter, values }) => (
        <div class="small">
          <Visible text={parameter} most={80} /> <b class={values === 0 ? 'open' : ''}>{values}</b>
        </div>
      ))}
    </td>
  );
}

function FieldCell({ fields }: { readonly fields: readonly Field[] }) {
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
        <div class="small open">
          never: <Visible text={unseen.map(({ path }) => path).join(', ')} most={2000} />
        </div>
      )}
    </td>
  );
}

function HeaderValues({ model }: { readonly model: Model }) {
  const { headerValues } = model.results.coverage;
  const groups = groupBy(headerValues, ({ field }) => field);
  if (groups.size === 0) return null;
  return (
    <>
      <h3>VehicleTypeHeader</h3>
      <dl>
        {[...groups].map(([field, values]) => (
          <>
            <dt>
              <Visible text={field} most={80} />
            </dt>
            <dd>
              <Visible text={[...new Set(values.map(({ value }) => value || '(empty)'))].join(', ')} />
            </dd>
          </>
        ))}
      </dl>
    </>
  );
}
