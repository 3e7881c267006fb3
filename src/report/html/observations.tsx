import { observers } from '../../engine/observe/observers.ts';
import type { Fingerprint, Observation } from '../../results/observation.ts';
import { count, groupBy, type Model } from './model.ts';
import { ClosedPart, more } from './parts.tsx';
import { visible } from './visible.tsx';

const MOST_OBSERVATIONS = 400;

/** What the server does where the document is silent, probe by probe. */
export function observationsPart({ results }: Model) {
  const shown = results.observations.slice(0, MOST_OBSERVATIONS);
  if (shown.length === 0) return null;
  return (
    <ClosedPart
      id="observations"
      title="Where the document is silent"
      note={count(results.observations.length, 'observation')}
    >
      <p>
        What the server did, recorded and never judged; <code>getdata-conformance diff</code> compares it from run to
        run.
      </p>
      {[...groupBy(shown, ({ probe }) => probe)].map(([probe, all]) => probePart(probe, all))}
      {more(results.observations.length, MOST_OBSERVATIONS, 'observation')}
    </ClosedPart>
  );
}

function probePart(probe: string, all: readonly Observation[]) {
  const title = observers.find(({ id }) => id === probe)?.title;
  return (
    <section class="probe">
      <h3>
        {title === undefined ? null : <>{title} </>}
        <code class="muted">{visible(probe, 80)}</code>
      </h3>
      <ul>
        {all.map(({ id, operation, binding, fingerprint }) => (
          <li>
            <code>{visible(variantOf(id), 120)}</code>{' '}
            <span class="muted">
              {operation ?? 'the endpoint'} {binding}
            </span>{' '}
            {visible(inWords(fingerprint), 400)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The part of an observation's id that differs within one probe and cell. */
function variantOf(id: string): string {
  return id.split('#').at(-1) ?? id;
}

function inWords(fingerprint: Fingerprint): string {
  return Object.entries(fingerprint)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key} ${value}`)
    .join(' · ');
}
