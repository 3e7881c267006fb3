import { Pool } from 'undici';
import { loadContract } from '../../contract/load.ts';
import type { Cell } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import { openClient } from '../../engine/send/client.ts';
import { type JudgedCall, openJudge } from '../../judge/judge.ts';
import { completeOptions } from '../../options/run-options.ts';
import { fieldCoverage } from '../../rules/answer/coverage.ts';
import { needsAllAnswers } from '../../rules/check.ts';
import { rulesFor } from '../../rules/rules.ts';
import type { Call } from '../../wire/soap/call.ts';
import { createSchemaValidator } from '../../xml/schema.ts';
import type { SchemaEngine } from '../../xml/schema-engine.ts';
import { createLibxml2WasmEngine } from '../../xml/schema-libxml2-wasm.ts';
import { createLibxmljs2Engine } from '../../xml/schema-libxmljs2.ts';
import { OPERATION, type RawRequest, rawRequest } from './bodies.ts';
import { started } from './child.ts';
import { atLeast, atMost, type Line, shown } from './line.ts';
import { type Contestant, type Measured, measured, median, shares } from './rounds.ts';
import { costOfRun, phasesOfRun } from './run-cost.ts';

const RAW = 'raw undici: Pool, c16, bodies read, nothing judged';
const DISTINCT = 'judged in full, distinct answers';
const REPEATED = 'judged in full, repeated bytes';
const LIBXMLJS2 = 'undici + libxmljs2, parsed and validated';
const WASM = 'undici + libxml2-wasm, parsed and validated';
const RUN = 'a run, standard: CPU for a request, as times of judging distinct';
const PHASES = 'where the time of a run goes';

const concurrency = 16;

/** Our judging and other clients: of answers of ten records as a share of raw undici, of 1,000 against the two validators. */
export async function judging(rounds: number): Promise<readonly Line[]> {
  const server = await started('answering-server.js', [], /^(\{.*\})$/);
  const ports = JSON.parse(server.found) as Readonly<Record<'distinct' | 'repeated' | 'large', number>>;
  const runs: number[] = [];
  const url = (name: keyof typeof ports): string => `http://127.0.0.1:${ports[name]}`;
  const request = rawRequest();
  try {
    const [raw, distinct, repeated, native, wasm] = await measured(
      [
        undici(RAW, url('distinct'), request),
        await judgedCalls({ name: DISTINCT, baseUrl: url('distinct'), concurrency, perCell: 64, judges: 'one a cell' }),
        await judgedCalls({ name: REPEATED, baseUrl: url('repeated'), concurrency, perCell: 64, judges: 'one' }),
        // The native addon compiles the schema at each call, WebAssembly once.
        undiciValidating(LIBXMLJS2, url('distinct'), request, await createLibxmljs2Engine()),
        undiciValidating(WASM, url('distinct'), request, await createLibxml2WasmEngine()),
        { name: RUN, concurrency: 1, call: async () => runs.push(await costOfRun()), close: () => {} },
      ],
      { rounds, ms: 500 },
    );
    const [rawLarge, ours, nativeLarge, wasmLarge] = await measured(
      [
        undici(RAW, url('large'), request),
        await judgedCalls({ name: DISTINCT, baseUrl: url('large'), concurrency, perCell: 16, judges: 'one a cell' }),
        undiciValidating(LIBXMLJS2, url('large'), request, await createLibxmljs2Engine()),
        undiciValidating(WASM, url('large'), request, await createLibxml2WasmEngine()),
      ],
      { rounds, ms: 2000 },
    );
    // The first was to warm up.
    const costs = runs.slice(1);
    const times = costs.map((cost, n) => cost / (distinct.all[n]?.cpuPerCall ?? Number.NaN));
    const share = (one: Measured, of: Measured): readonly number[] => shares(one.all, of.all);
    const others = [raw, native, wasm].map((one) =>
      shown(`10 records: ${one.name}`, `${(one.perSecond / raw.perSecond).toFixed(2)}  ${cost(one, raw)}`),
    );
    return [
      ...others,
      atLeast(`10 records: ${DISTINCT}`, share(distinct, raw), 0.38, cost(distinct, raw)),
      atLeast(`10 records: ${REPEATED}`, share(repeated, raw), 0.8, cost(repeated, raw)),
      atLeast('10 records: distinct, against libxml2-wasm', share(distinct, wasm), 1.15),
      atMost(RUN, times, 4, `(${Math.round(median(costs))} µs)`),
      shown(PHASES, await phasesOfRun()),
      ...[rawLarge, nativeLarge, wasmLarge].map((one) => shown(`1,000 records: ${one.name}`, cost(one, one))),
      atLeast(`1,000 records: distinct, against libxmljs2`, share(ours, nativeLarge), 1.5, cost(ours, nativeLarge)),
      atLeast(`1,000 records: distinct, against libxml2-wasm`, share(ours, wasmLarge), 1.5, cost(ours, wasmLarge)),
    ];
  } finally {
    await server.stop();
  }
}

/** CPU as well as wall time: load on the machine does not change it. The ratio uses only CPU. */
function cost({ perSecond, cpuPerCall }: Measured, one: Measured): string {
  const ratio = (one.cpuPerCall / cpuPerCall).toFixed(2);
  return `(${Math.round(perSecond)}/s, ${Math.round(cpuPerCall)} µs CPU each: ${ratio})`;
}

type Use = (text: string) => void;

/** An undici pool that reads the body of each answer and passes it to a function. */
function undici(name: string, url: string, request: RawRequest, use?: Use, free?: () => void): Contestant {
  const pool = new Pool(url, { connections: concurrency, pipelining: 1 });
  const { path, headers, body } = request;
  return {
    name,
    concurrency,
    call: async () => {
      const answer = await pool.request({ method: 'POST', path, headers, body });
      const bytes = await answer.body.arrayBuffer();
      use?.(Buffer.from(bytes).toString('utf8'));
    },
    close: async () => {
      free?.();
      await pool.close();
    },
  };
}

/** With an XML Schema validator: parsed and validated. */
function undiciValidating(name: string, url: string, request: RawRequest, engine: SchemaEngine): Contestant {
  const { schemas } = request.contract;
  const use: Use = (text) => {
    const result = engine.check(text, schemas, 'drivers/Get_Video_Links.soap11.xsd');
    if (result.kind !== 'checked' || result.errors.length > 0) throw new Error(`${name}: ${JSON.stringify(result)}`);
  };
  return undici(name, url, request, use, engine.dispose);
}

interface Judging extends Pick<Contestant, 'name' | 'concurrency'> {
  readonly baseUrl: string;
  readonly perCell: number;
  /** A new judge for each cell validates answer shapes again in each; a shared one remembers equal bytes. */
  readonly judges: 'one' | 'one a cell';
}

/** What a run does with a call, without vitest: encode, send, read, judge by every rule and the XSD, note coverage. */
export async function judgedCalls({ name, baseUrl, concurrency, perCell, judges }: Judging): Promise<Contestant> {
  const flags = { target: baseUrl, concurrency: String(concurrency) };
  const options = completeOptions({ flags, env: {}, config: null, randomSeed: 1 });
  const contract = loadContract(options.namespace);
  const client = openClient(baseUrl, contract, options);
  const validator = await createSchemaValidator();
  const cell: Cell = { operation: operationNamed(contract, OPERATION), binding: 'soap11' };
  const rules = rulesFor(cell, contract);
  const call: Call = { operation: OPERATION, values: {}, header: null };
  let judge = openJudge({ contract, validator });
  let answered: JudgedCall[] = [];

  function judgeAll(): void {
    if (judges === 'one a cell') judge = openJudge({ contract, validator });
    const evidence = judge.readAll(answered, cell, null);
    const failed = rules.filter((rule) => judge.judgeCell(rule, evidence, cell).verdict === 'fail');
    // Distinct answers to one call are data that changes, which a run would send again.
    const broken = failed.filter((rule) => !needsAllAnswers(rule));
    const unseen = fieldCoverage(evidence, cell, contract).filter(({ seen, needed }) => needed && !seen);
    answered = [];
    if (broken.length + unseen.length > 0)
      throw new Error(`judged to be wrong: ${[...broken.map(({ id }) => id), ...unseen.map(({ path }) => path)]}`);
  }

  return {
    name,
    concurrency,
    call: async () => {
      answered.push({ call, expectation: 'generated', exchange: await client.call(cell, call) });
      if (answered.length >= perCell) judgeAll();
    },
    close: async () => {
      validator.dispose();
      await client.close();
    },
  };
}
