import { groupBy } from '../../base/group-by.ts';
import { listed } from '../../base/words.ts';
import type { Fingerprint, Observation } from '../../results/observation.ts';
import type { CellResult } from '../../results/results.ts';
import { observers } from '../../rules/observers/observers.ts';
import { ClosedPart, cellTable, count, type Model, more } from './parts.tsx';
import { visible } from './visible.tsx';

const MOST_OBSERVATIONS = 400;

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
        What the server did, recorded and judged as HTTP only; <code>getdata-conformance diff</code> compares it from
        run to run.
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
        {[...groupBy(all, ({ fingerprint }) => answerWords(fingerprint))].map(([words, some]) => (
          <li>
            <b>{visible(words, 200)}</b>{' '}
            {[...groupBy(some, ({ operation }) => operation ?? 'the endpoint')].map(([operation, own]) => (
              <>
                <code>{operation}</code>{' '}
                <span class="muted">{visible(listed([...new Set(own.map(variantOf))], 8), 600)}</span>{' '}
              </>
            ))}
          </li>
        ))}
      </ul>
      <details>
        <summary>{count(all.length, 'answer')} in full</summary>
        <ul>
          {all.map(({ id, operation, binding, fingerprint }) => (
            <li>
              <code>{visible(id.split('#').at(-1) ?? id, 120)}</code>{' '}
              <span class="muted">
                {operation ?? 'the endpoint'} {binding}
              </span>{' '}
              {visible(fingerprintWords(fingerprint), 400)}
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

/** What an answer came to: `200, no data`, `500, fault Client`. */
function answerWords({ status, fault, data, body, sameAsBase }: Fingerprint): string {
  const said = [
    ...(fault == null ? [] : [`fault ${fault}`]),
    ...(data == null ? [] : [data === 'none' ? 'no data' : `data ${data}`]),
  ];
  const words = said.length > 0 ? said : body == null || body === 'xml' ? [] : [`${body}`];
  return [status ?? 'no answer', ...words, ...(sameAsBase === true ? ['as the plain call'] : [])].join(', ');
}

/** The binding, and the parameter or trait that was tried. */
function variantOf({ id, binding }: Observation): string {
  const [, variant] = id.split('#');
  return [binding ?? '', variant ?? ''].join(' ').trim();
}

export function fingerprintWords(fingerprint: Fingerprint): string {
  return Object.entries(fingerprint)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key} ${value}`)
    .join(' · ');
}

export function latencyPart({ results }: Model) {
  const slowest = Math.max(-1, ...results.cells.map(({ latencyMs: { max } }) => max ?? -1));
  if (slowest < 0) return null;
  return (
    <ClosedPart id="latency" title="Latency" note={`slowest answer ${slowest.toLocaleString('en')} ms`}>
      <p>Milliseconds: p50 · p95 · max.</p>
      {cellTable(results.cells, timesCell, 'latency', 'Latency', NO_TIMES)}
    </ClosedPart>
  );
}

const NO_TIMES = <td class="muted">–</td>;

function timesCell({ latencyMs: { p50, p95, max } }: CellResult) {
  return p50 === null ? NO_TIMES : <td class="num">{[p50, p95, max].join(' · ')}</td>;
}
