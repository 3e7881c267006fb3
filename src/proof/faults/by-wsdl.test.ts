import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Pools } from '../../calls/pools.ts';
import { cellName } from '../../contract/cell-name.ts';
import { loadContract } from '../../contract/load.ts';
import type { Cell, Contract } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import { openCell } from '../../engine/cell/cell.ts';
import { openSession, type Session } from '../../engine/cell/session.ts';
import { harvest } from '../../engine/plan/harvest.ts';
import { getWsdl } from '../../engine/plan/wsdl.ts';
import { type Client, openClient } from '../../engine/send/client.ts';
import { openJudge } from '../../judge/judge.ts';
import { contractBy, type GivenWsdl } from '../../options/described.ts';
import type { RunOptions } from '../../options/model.ts';
import { completeOptions } from '../../options/run-options.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import { exampleCall } from '../../options/values.ts';
import { patience } from '../../patience.fixture.ts';
import type { Defect } from '../../reference/defects/defect.ts';
import { defects, mutation } from '../../reference/defects/defects.ts';
import type { Mutation } from '../../reference/mutation.ts';
import { type ReferenceServer, startReferenceServer } from '../../reference/server.ts';
import { wsdl } from '../../reference/wsdl/document.ts';
import type { Problem } from '../../rules/judgement.ts';
import { rulesBy, rulesFor } from '../../rules/rules.ts';
import type { Exchange } from '../../wire/http/exchange.ts';
import { bindings } from '../../wire/soap/bindings.ts';
import { createSchemaValidator } from '../../xml/schema.ts';
import { inProcess, NeedsSocket } from '../mutants/in-process.ts';
import { placeOf } from './place.fixture.ts';

const own = loadContract('http://dealer.example/webservices/');
const given: GivenWsdl = {
  from: 'own.wsdl',
  service: 'GetData',
  reads: own.operations.map(({ name }) => name),
  documents: [{ path: 'own.wsdl', inherited: null, text: wsdl(own, 'http://127.0.0.1/getData.asmx') }],
  gap: null,
};
const contract = contractBy({ namespace: '', wsdl: given });

/** All that the document says, judged as what a WSDL says: same-contract.test.ts has what it adds. */
const { schemas, declared = [], endpointPath } = contract;
const told: Contract = { ...own, by: 'wsdl', endpointPath, schemas, declared };

/** The contract of the WSDL with what only the document says of parameters, and of what changes state. */
const operations = contract.operations.map((one) => {
  const { effect, parameters } = operationNamed(own, one.name);
  return { ...one, effect, parameters };
});
const knowing: Contract = { ...contract, operations };

/** One fault in so many, from this one on: `BY_WSDL=12,5`. `BY_WSDL=1,0` tries all, for an hour. */
const [STRIDE = 12, FIRST = 0] = (process.env.BY_WSDL ?? '12,0').split(',').map(Number);
/** Cells in which a fault is looked for. */
const MOST_CELLS = 7;

const ids = new Set(rulesBy(contract).map(({ id }) => id));
/** A fault that only rules of the document find. */
const isOfDocument = ({ foundBy }: Defect): boolean => !foundBy.some((id) => ids.has(id));

const validator = await createSchemaValidator();
let server: ReferenceServer;
let plain: Client;
let described: Client;
let options: RunOptions;
let pools: Pools;
let poolsOfDocument: Pools;
let description: Exchange;
/** What it describes, read once for each contract. */
const read = new Map<Contract, Session['wsdl']>();

beforeAll(async () => {
  server = await startReferenceServer({ contract: own });
  const endpoint = `${server.url}/getData.asmx`;
  const limits = { concurrency: '4', timeout: `${patience(10_000)}` };
  const flags = { target: endpoint, profile: 'quick', ...limits };
  const samples = own.operations.map(({ name, parameters }) => {
    return {
      operation: name,
      values: Object.fromEntries(parameters.map((one) => [one.name, one.example])),
      header: null,
    };
  });
  options = { ...completeOptions({ flags, env: {}, config: null, randomSeed: 20240607, wsdl: given }), samples };
  plain = openClient(server.url, own, options);
  described = openClient(endpoint, contract, options);
  description = await getWsdl(described);
  pools = await harvest(described, options);
  poolsOfDocument = await harvest(plain, { ...options, samples: [] });
});

afterAll(async () => {
  await plain.close();
  await described.close();
  await server.close();
  validator.dispose();
});

/** Asks a server with faults: in this process where its answers are plain HTTP, over a socket otherwise. */
async function asking<Said>(
  faults: readonly Mutation[],
  isUnanswered: boolean | undefined,
  ask: (client: Client) => Promise<Said>,
): Promise<Said> {
  try {
    return await ask(inProcess(plain, faults));
  } catch (error) {
    if (!(error instanceof NeedsSocket)) throw error;
  }
  const faulty = await startReferenceServer({ contract: own, defects: faults });
  const limits = isUnanswered ? { ...options.limits, timeoutMs: patience(150) } : options.limits;
  const client = openClient(faulty.url, own, { ...options, limits, includeWrites: true });
  try {
    return await ask({ ...client, close: async () => {} });
  } finally {
    await client.close();
    await faulty.close();
  }
}

/** What is said of a server with a fault in some cells. @param by - what is known of the service */
async function said(client: Client, defect: Defect | null, asked: readonly Cell[], by: Contract, isLong = false) {
  const context = { ...described.context, contract: by };
  const call: Client['call'] = (cell, sent) => client.send(cell, bindings[cell.binding].encode(sent, context));
  const target = new URL('/getData.asmx', client.target);
  const caller = { ...client, contract: by, context, target, call };
  const profile = isLong || defect?.rare ? 'standard' : 'quick';
  const plan = {
    options: { ...options, ...(by === contract ? {} : { samples: [], includeWrites: true }), profile } as const,
    baseUrl: `${target}`,
    pools: defect?.lists ? await harvest(caller, options) : by === contract ? pools : poolsOfDocument,
    resultsPath: 'reports/results.json',
  };
  const isRight = defect?.hooks.wsdl === undefined;
  const known = isRight ? read.get(by) : undefined;
  const shared = { contract: by, validator, client: caller, ...(known && { wsdl: known }) };
  const session = await openSession({ ...plan, ...(isRight && { wsdl: description }) }, shared);
  if (isRight) read.set(by, session.wsdl);
  try {
    const all: { readonly rule: string; readonly verdict: string }[] = [];
    for (const { operation, binding } of asked) {
      const cell = { operation: operationNamed(by, operation.name), binding };
      const open = await openCell(session, cell);
      for (const rule of rulesFor(cell, by)) all.push({ rule: rule.id, verdict: (await open.judge(rule)).verdict });
    }
    return all;
  } finally {
    await session.close();
  }
}

/** Whether the rules that find a fault say of its answers only what stands on the document alone. */
async function standsOnDocument(client: Client, defect: Defect, asked: readonly Cell[]): Promise<boolean> {
  const judge = openJudge({ contract: own, validator });
  const problems: Problem[] = [];
  for (const { operation: named, binding } of asked) {
    const operation = operationNamed(own, named.name);
    const cell = { operation, binding };
    const call = exampleCall(operation, own);
    const exchange = await client.send(cell, bindings[binding].encode(call, plain.context));
    const evidence = judge.readAll([{ call, expectation: 'generated', exchange }], cell, true);
    for (const rule of rulesFor(cell, own).filter(({ id }) => defect.foundBy.includes(id)))
      problems.push(...(judge.judgeCell(rule, evidence, cell).broken?.problems ?? []));
  }
  return problems.length > 0 && problems.every(({ ofDocument }) => ofDocument === true);
}

/** Cells of different records, over the bindings in turn. */
function cellsOf(defect: Defect): readonly Cell[] {
  const all = selectedCells(own).filter((cell) => defect.cells(cell, own));
  const records = [...new Set(all.map(({ operation }) => operation.result.record))];
  const step = Math.max(1, Math.floor(records.length / MOST_CELLS));
  const chosen = records.filter((_, at) => at % step === 0).slice(0, MOST_CELLS);
  return chosen.flatMap((record, place) => {
    const some = all.filter(({ operation }) => operation.result.record === record);
    const cell = some[(placeOf(defect) + place) % some.length];
    return cell === undefined
      ? []
      : [{ operation: operationNamed(contract, cell.operation.name), binding: cell.binding }];
  });
}

/** Faults of each run. By a WSDL nothing is observed. */
const certain = defects.filter(({ chance, observed }) => !chance && !observed);
const tried = certain.filter((defect) => placeOf(defect) % STRIDE === FIRST);
/** Those that are not found by the WSDL, by the reason. */
const missed = new Map<string, string[]>();
const note = (why: string, id: string): void => void missed.set(why, [...(missed.get(why) ?? []), id]);

test.each(tried.map((defect) => [defect.id, defect] as const))(
  "'%s' is found by the WSDL too, unless it takes what only the document says",
  async (id, defect) => {
    const asked = cellsOf(defect);
    // Of each operation a quick run tries callers in few bindings.
    const others = selectedCells(contract).filter(
      (cell) =>
        !asked.some((one) => cellName(one) === cellName(cell)) &&
        asked.some(({ operation }) => operation === cell.operation) &&
        defect.cells({ ...cell, operation: operationNamed(own, cell.operation.name) }, own),
    );
    const faults = [mutation(defect, { operation: null, binding: null }, own)];
    const isFoundIn = (cells: readonly Cell[], by: Contract, isLong: boolean): Promise<boolean> =>
      asking(faults, defect.unanswered, async (client) => {
        const all = await said(client, defect, cells, by, isLong);
        return all.some(
          ({ rule, verdict }) => verdict === 'fail' || (verdict === defect.verdict && defect.foundBy.includes(rule)),
        );
      });
    const isFound = async (by: Contract, isLong = false) =>
      (await isFoundIn(asked, by, isLong)) || (await isFoundIn(others, by, isLong));
    if (await isFound(contract)) return;
    if (isOfDocument(defect)) return note('only rules of the document find it', id);
    if (await asking(faults, defect.unanswered, (client) => standsOnDocument(client, defect, asked)))
      return note('what is said of it stands on the document alone', id);
    if (await isFound(contract, true)) return note('a standard run finds it', id);
    expect(await isFound(knowing), `${defect.foundBy} in ${asked.map(cellName)}`).toBe(true);
    note('what only the document says of parameters shows it', id);
  },
);

test.each([
  ['the WSDL', contract, false],
  ['the WSDL in a standard run', contract, true],
  ['all that the document says', told, false],
] as const)('by %s nothing is said against the healthy server', async (_by, by, isLong) => {
  const asked = selectedCells(contract).filter((_, at) => at % 7 === 0);
  const all = await said(inProcess(plain, []), null, asked, by, isLong);
  // Some of the cells leave more open in a standard run.
  const wrong = isLong ? ['fail'] : ['fail', 'inconclusive'];
  expect(all.filter(({ verdict }) => wrong.includes(verdict))).toEqual([]);
});

afterAll(() => {
  for (const [why, all] of missed)
    process.stdout.write(`by the WSDL, of ${tried.length} faults ${all.length}: ${why}: ${all.join(' ')}\n`);
});
