import { observers } from '../../engine/observe/observers.ts';
import type { Fingerprint, Observation } from '../../results/observation.ts';
import { count, groupBy, type Model } from './model.ts';
import { Visible } from './visible.tsx';

const MOST_OBSERVATIONS = 400;

/** What the server does where the document is silent, by what was tried. */
export function Observations({ model: { results } }: { readonly model: Model }) {
  const shown = results.observations.slice(0, MOST_OBSERVATIONS);
  if (shown.length === 0) return null;
  const more = results.observations.length - shown.length;
  return (
    <details class="part" id="observations">
      <summary>
        <h2>
          Where the document is silent <span class="muted">{count(results.observations.length, 'observation')}</span>
        </h2>
      </summary>
      <p>
        What the server did, recorded and never judged; <code>getdata-conformance diff</code> compares it from run to
        run.
      </p>
      {[...groupBy(shown, ({ probe }) => probe)].map(([probe, all]) => (
        <Probe probe={probe} all={all} />
      ))}
      {more > 0 ? <p class="note">{more} more observations are in results.json.</p> : null}
    </details>
  );
}

function Probe({ probe, all }: { readonly probe: string; readonly all: readonly Observation[] }) {
  const title = observers.find(({ id }) => id === probe)?.title;
  return (
    <section class="probe">
      <h3>
        {title === undefined ? null : <>{title} </>}
        <code class="muted">
          <Visible text={probe} most={80} />
        </code>
      </h3>
      <ul>
        {all.map(({ id, operation, binding, fingerprint }) => (
          <li>
            <code>
              <Visible text={variantOf(id)} most={120} />
            </code>{' '}
            <span class="muted">
              {operation ?? 'the endpoint'} {binding}
            </span>{' '}
            <Visible text={inWords(fingerprint)} most={400} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What of an observation's id differs within one probe and cell. */
function variantOf(id: string): string {
  return id.split('#').at(-1) ?? id;
}

function inWords(fingerprint: Fingerprint): string {
  return Object.entries(fingerprint)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key} ${value}`)
    .join(' · ');
}
