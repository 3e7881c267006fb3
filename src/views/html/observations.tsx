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

const WIDTH = 120;
const HEIGHT = 14;

/** The times of each cell, all on one logarithmic scale. */
export function latencyPart({ results }: Model) {
  const times = results.cells.flatMap(({ latencyMs: { p50, max } }) =>
    p50 === null || max === null ? [] : [p50, max],
  );
  if (times.length === 0) return null;
  const scale = scaleOf(Math.min(...times), Math.max(...times));
  return (
    <ClosedPart id="latency" title="Latency" note={`slowest answer ${Math.max(...times).toLocaleString('en')} ms`}>
      <p>
        Milliseconds: p50 · p95 · max. The bar goes from p50 to p95, the line to the slowest answer; one logarithmic
        scale from {scale.from} to {scale.to} ms for all.
      </p>
      {cellTable(results.cells, (cell) => timesPart(cell, scale.at), 'latency', 'Latency')}
    </ClosedPart>
  );
}

function timesPart(cell: CellResult | undefined, at: (ms: number) => number) {
  const { p50, p95, max } = cell?.latencyMs ?? { p50: null, p95: null, max: null };
  if (p50 === null || p95 === null || max === null) return <td class="muted">–</td>;
  const [left, middle, right] = [at(p50), at(p95), at(max)];
  return (
    <td>
      <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <path d={`M0 7H${WIDTH}`} class="axis" />
        <path d={`M${left} 7H${right}M${right} 3v8`} class="whisker" />
        <rect x={left} y="3" width={Math.max(2, middle - left)} height="8" rx="1.5" class="bar-of-times" />
      </svg>
      <div class="small num">
        {p50} · {p95} · {max}
      </div>
    </td>
  );
}

/** Powers of ten around all times; zero is drawn at the left end. */
function scaleOf(least: number, most: number) {
  const low = Math.floor(Math.log10(Math.max(least, 0.1)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(most, 0.1))));
  const at = (ms: number): number => {
    const share = (Math.log10(Math.max(ms, 10 ** low)) - low) / (high - low);
    return Math.round((2 + share * (WIDTH - 4)) * 10) / 10;
  };
  return { from: Number((10 ** low).toPrecision(1)), to: 10 ** high, at };
}
