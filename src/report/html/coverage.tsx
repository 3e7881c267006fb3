import type { ComponentChildren } from 'preact';
import type { Coverage as Covered } from '../../results/results.ts';
import { groupBy, type Model } from './model.ts';
import { TableShell } from './table-shell.tsx';
import { Visible } from './visible.tsx';

type Field = Covered['fields'][number];

/** Which fields were seen with a value, and how many values each parameter was sent. */
export function Coverage({ model }: { readonly model: Model }) {
  const { fields, parameters } = model.results.coverage;
  if (fields.length + parameters.length === 0) return null;
  const needed = fields.filter((field) => field.needed);
  const seen = needed.filter((field) => field.seen);
  return (
    <>
      <details class="part" id="fields">
        <summary>
          <h2>
            Fields seen with a value{' '}
            <span class="muted">
              {seen.length.toLocaleString('en')} of {needed.length.toLocaleString('en')} needed
            </span>
          </h2>
        </summary>
        <p>Fields seen, of those that the run needs to have seen; what was never seen is named.</p>
        <ByCell model={model} entry={(operation, binding) => <FieldCell fields={of(fields, operation, binding)} />} />
      </details>
      <details class="part" id="parameters">
        <summary>
          <h2>Parameters sent</h2>
        </summary>
        <p>How many distinct values each parameter was sent.</p>
        <ByCell
          model={model}
          entry={(operation, binding) =>
            of(parameters, operation, binding).map(({ parameter, values }) => (
              <div class="small">
                <Visible text={parameter} most={80} /> <b class={values === 0 ? 'open' : ''}>{values}</b>
              </div>
            ))
          }
        />
        <HeaderValues model={model} />
      </details>
    </>
  );
}

function of<T extends { readonly operation: string; readonly binding: string }>(
  all: readonly T[],
  operation: string,
  binding: string,
): readonly T[] {
  return all.filter((one) => one.operation === operation && one.binding === binding);
}

interface ByCellProps {
  readonly model: Model;
  readonly entry: (operation: string, binding: string) => ComponentChildren;
}

function ByCell({ model: { operations, bindings }, entry }: ByCellProps) {
  return (
    <TableShell
      class="bycell"
      corner="Operation"
      rows={operations}
      columns={bindings}
      cell={(operation, binding) => <td>{entry(operation, binding)}</td>}
    />
  );
}

function FieldCell({ fields }: { readonly fields: readonly Field[] }) {
  const needed = fields.filter((field) => field.needed);
  const unseen = needed.filter((field) => !field.seen);
  const extra = fields.filter((field) => !field.needed);
  return (
    <>
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
    </>
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
