import { createLibxml2WasmEngine } from '../xml/schema-libxml2-wasm.ts';
import { createLibxmljs2Engine } from '../xml/schema-libxmljs2.ts';
import { rawRequest } from './bodies.ts';
import { started } from './child.ts';
import { nodeHttp, nodeSoap, platformFetch } from './clients/other.ts';
import { undici, undiciFastXmlParser, undiciValidating } from './clients/undici.ts';
import { judgedCalls } from './judged-call.ts';
import { atLeast, type Line, shown } from './line.ts';
import { type Measured, measured } from './rounds.ts';

const RAW = 'raw undici: Pool, c16, bodies read, nothing judged';
const DISTINCT = 'judged in full, distinct answers';
const REPEATED = 'judged in full, repeated bytes';
const LIBXMLJS2 = 'undici + libxmljs2, parsed and validated';
const WASM = 'undici + libxml2-wasm, parsed and validated';

const concurrency = 16;

/** Answers of ten records: our judging and other clients, as a share of raw undici. */
export async function judging(rounds: number): Promise<readonly Line[]> {
  const server = await started('answering-server.js', [], /^(\{.*\})$/);
  const ports = JSON.parse(server.found) as Readonly<Record<'distinct' | 'repeated' | 'large', number>>;
  const url = (name: keyof typeof ports): string => `http://127.0.0.1:${ports[name]}`;
  const request = rawRequest();
  try {
    const small = await measured(
      [
        undici(RAW, url('distinct'), request),
        await judgedCalls({ name: DISTINCT, baseUrl: url('distinct'), concurrency, perCell: 64, judges: 'one a cell' }),
        await judgedCalls({ name: REPEATED, baseUrl: url('repeated'), concurrency, perCell: 64, judges: 'one' }),
        // The native addon compiles the schema at each call, WebAssembly once.
        undiciValidating(LIBXMLJS2, url('distinct'), request, await createLibxmljs2Engine()),
        undiciValidating(WASM, url('distinct'), request, await createLibxml2WasmEngine()),
        undiciFastXmlParser('undici + fast-xml-parser, not validated', url('distinct'), request),
        await nodeSoap('node-soap client', url('distinct'), request),
        nodeHttp('node:http, nothing judged', url('distinct'), request),
        platformFetch('fetch, nothing judged', url('distinct'), request),
      ],
      { rounds, ms: 500 },
    );
    const large = await measured(
      [
        undici(RAW, url('large'), request),
        await judgedCalls({ name: DISTINCT, baseUrl: url('large'), concurrency, perCell: 16, judges: 'one a cell' }),
        undiciValidating(LIBXMLJS2, url('large'), request, await createLibxmljs2Engine()),
      ],
      { rounds, ms: 2000 },
    );
    return [...smallLines(small), ...largeLines(large)];
  } finally {
    server.stop();
  }
}

function smallLines(all: readonly Measured[]): readonly Line[] {
  const raw = named(all, RAW);
  const share = (one: Measured): number => one.perSecond / raw.perSecond;
  const best = Math.max(...all.filter(isClient).map(share));
  return all
    .map((one) => {
      if (one.name === DISTINCT) return atLeast(`10 records: ${one.name}`, share(one), 0.25, cost(one, raw));
      if (one.name === REPEATED) return atLeast(`10 records: ${one.name}`, share(one), 0.7, cost(one, raw));
      return shown(`10 records: ${one.name}`, `${share(one).toFixed(2)}  ${cost(one, raw)}`);
    })
    .concat(
      atLeast('10 records: distinct, against the fastest client that parses', share(named(all, DISTINCT)) / best, 1),
    );
}

function largeLines(all: readonly Measured[]): readonly Line[] {
  const [raw, ours, native] = [named(all, RAW), named(all, DISTINCT), named(all, LIBXMLJS2)];
  return [
    shown(`1,000 records: ${RAW}`, cost(raw, raw)),
    shown(`1,000 records: ${LIBXMLJS2}`, cost(native, native)),
    atLeast(`1,000 records: ${DISTINCT}, against libxmljs2`, ours.perSecond / native.perSecond, 1, cost(ours, native)),
  ];
}

const OURS = new Set([DISTINCT, REPEATED]);

/** Other clients that read what they get. */
function isClient({ name }: Measured): boolean {
  return !OURS.has(name) && !name.endsWith('nothing judged');
}

function named(all: readonly Measured[], name: string): Measured {
  const found = all.find((one) => one.name === name);
  if (found === undefined) throw new Error(`${name} was not measured`);
  return found;
}

/** CPU as well as wall time: load on the machine does not change it. The ratio uses only CPU. */
function cost({ perSecond, cpuPerCall }: Measured, one: Measured): string {
  const ratio = (one.cpuPerCall / cpuPerCall).toFixed(2);
  return `(${Math.round(perSecond)}/s, ${Math.round(cpuPerCall)} µs CPU each: ${ratio})`;
}
