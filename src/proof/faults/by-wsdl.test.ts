import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Pools } from '../../calls/pools.ts';
import { cellName } from '../../contract/cell-name.ts';
import { loadContract } from '../../contract/load.ts';
import type { Cell } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import { openCell } from '../../engine/cell/cell.ts';
import { openSession } from '../../engine/cell/session.ts';
import { harvest } from '../../engine/plan/harvest.ts';
import { getWsdl } from '../../engine/plan/wsdl.ts';
import { type Client, openClient } from '../../engine/send/client.ts';
import { contractBy, type GivenWsdl } from '../../options/described.ts';
import type { RunOptions } from '../../options/model.ts';
import { completeOptions } from '../../options/run-options.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import { patience } from '../../patience.fixture.ts';
import type { Defect } from '../../reference/defects/defect.ts';
import { defects, mutation } from '../../reference/defects/defects.ts';
import type { Mutation } from '../../reference/mutation.ts';
import { type ReferenceServer, startReferenceServer } from '../../reference/server.ts';
import { wsdl } from '../../reference/wsdl/document.ts';
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

/** `BY_WSDL=all` tries each fault and prints those that are not found; else one in so many. */
const isWhole = process.env.BY_WSDL === 'all';
const STRIDE = 12;
/** Cells in which a fault is looked for. */
const MOST_CELLS = 7;

/** Faults that a run by the WSDL does not find though a rule that finds them applies, and why. */
const NOT_BY_WSDL: readonly (readonly [faults: RegExp, why: string])[] = [
  [/^charset-missing$/, 'a WSDL names no charset, and the XML declaration has one'],
  [/^header-(?:left-over|kept)$/, 'a WSDL says that each call has its header, so none is sent without'],
  [
    /^empty-text-refused-in-one-binding$/,
    'orders are written texts of their own only where a call is known as a write',
  ],
];

const ids = new Set(rulesBy(contract).map(({ id }) => id));
/** A fault that only rules of the document find. */
const isOfDocument = ({ foundBy }: Defect): boolean => !foundBy.some((id) => ids.has(id));
const isExcepted = ({ id }: Defect): boolean => NOT_BY_WSDL.some(([faults]) => faults.test(id));

const validator = await createSchemaValidator();
let server: ReferenceServer;
let plain: Client;
let described: Client;
let options: RunOptions;
let pools: Pools;
let description: Exchange;

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
});

afterAll(async () => {
  await plain.close();
  await described.close();
  await server.close();
  validator.dispose();
});

/** What is said of a server with these faults in some cells: `rule verdict`, each once. */
async function said(faults: readonly Mutation[], asked: readonly Cell[], withWsdl: boolean, isRare = false) {
  const client = inProcess(plain, faults);
  const { context } = described;
  const call: Client['call'] = (cell, sent) => client.send(cell, bindings[cell.binding].encode(sent, context));
  const shared = { contract, validator, client: { ...client, contract, context, target: described.target, call } };
  const profile = isRare ? 'standard' : 'quick';
  const plan = {
    options: { ...options, profile } as const,
    baseUrl: `${server.url}/getData.asmx`,
    pools,
    resultsPath: 'reports/results.json',
  };
  const session = await openSession({ ...plan, ...(withWsdl ? { wsdl: description } : {}) }, shared);
  try {
    const all: { readonly rule: string; readonly verdict: string }[] = [];
    for (const cell of asked) {
      const open = await openCell(session, cell);
      for (const rule of rulesFor(cell, contract))
        all.push({ rule: rule.id, verdict: (await open.judge(rule)).verdict });
    }
    return all;
  } finally {
    await session.close();
  }
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

/** Faults that a server in this process has, in each run. */
const certain = defects.filter(
  ({ chance, unanswered, lists, observed }) => !chance && !unanswered && !lists && !observed,
);
const tried = certain.filter((defect) => isWhole || placeOf(defect) % STRIDE === 0);
const missed: string[] = [];

test.each(tried.map((defect) => [defect.id, defect] as const))(
  "'%s' is found by the WSDL too, if a rule does not stand on the document alone",
  async (id, defect) => {
    const asked = cellsOf(defect);
    try {
      const all = await said(
        [mutation(defect, { operation: null, binding: null }, own)],
        asked,
        defect.hooks.wsdl === undefined,
        defect.rare,
      );
      const isOpen = ({ rule, verdict }: { readonly rule: string; readonly verdict: string }) =>
        defect.verdict === 'inconclusive' && defect.foundBy.includes(rule) && verdict === 'inconclusive';
      const isFound = all.some((one) => one.verdict === 'fail' || isOpen(one));
      if (!isFound) missed.push(id);
      if (!isOfDocument(defect) && !isExcepted(defect))
        expect(isFound, `${defect.foundBy} in ${asked.map(cellName)}`).toBe(true);
    } catch (error) {
      if (!(error instanceof NeedsSocket)) throw error;
    }
  },
);

test('nothing is said against the healthy server', async () => {
  const asked = selectedCells(contract).filter((_, at) => at % 7 === 0);
  const all = await said([], asked, true);
  expect(all.filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive')).toEqual([]);
});

test('faults of the document alone are those that only its rules find', () => {
  process.stdout.write(`by the WSDL: not found ${missed.length} of ${tried.length} faults: ${missed.join(' ')}\n`);
  expect(
    missed.filter((id) => !certain.some((one) => one.id === id && (isOfDocument(one) || isExcepted(one)))),
  ).toEqual([]);
});
