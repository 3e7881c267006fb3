import type { Pools } from '../../calls/pools.ts';
import type { BindingName } from '../../contract/model.ts';
import { bindingNames } from '../../contract/operations.ts';
import type { RunOptions } from '../../options/model.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import { inProcess } from '../../proof/mutants/in-process.ts';
import type { Mutation } from '../../reference/mutation.ts';
import type { FieldValue, RecordValue } from '../../reference/value.ts';
import { contract, quickRun, sharedValidator } from '../../reference/variations/target.fixture.ts';
import { foldResults } from '../../results/fold.ts';
import type { CellSummary, RuleResult } from '../../results/outcome.ts';
import type { Results } from '../../results/results.ts';
import { runRecord } from '../../results/run-record.fixture.ts';
import { rules, rulesFor } from '../../rules/rules.ts';
import type { RunPlan } from '../plan/run-plan.ts';
import { getWsdl } from '../plan/wsdl.ts';
import { type Caches, NO_CACHES } from '../send/caches.ts';
import { type Client, openClient } from '../send/client.ts';
import { openCell } from './cell.ts';
import { openSession } from './session.ts';

/** How a run differs from a usual one. */
interface Differing {
  readonly unused?: RunOptions['unused'];
  readonly pools?: Pools;
  readonly early?: RunPlan['early'];
  readonly runs?: number;
  readonly caches?: Caches;
  readonly profile?: RunOptions['profile'];
  /** All four if left out. */
  readonly bindings?: RunOptions['bindings'];
}

/** The results of a run of one operation on a server with these mutations in this process. */
export async function runOf(
  operation: string,
  mutations: readonly Mutation[] = [],
  { pools = { values: {}, rows: [] }, early, caches, ...changes }: Differing = {},
): Promise<Results> {
  const nowhere = 'http://127.0.0.1:9';
  const options = optionsOf([operation], nowhere, { runs: 2, ...changes });
  return judged(options, pools, inProcess(openClient(nowhere, contract, options), mutations), early, caches);
}

/** The results of a whole run of some cells at profile standard on the server at that address, 8 calls at a time. */
export function runOver(
  url: string,
  operations: readonly string[],
  bindings: readonly BindingName[],
  seed: number,
  pools: Pools,
): Promise<Results> {
  const { limits } = quickRun(url);
  const options = optionsOf(operations, url, { bindings, seed, limits: { ...limits, concurrency: 8 } });
  return judged(options, pools, openClient(url, contract, options));
}

/** The results of a short run of some operations on the server at that address. */
export function shortRunOver(
  url: string,
  operations: readonly string[],
  profile: RunOptions['profile'] = 'quick',
): Promise<Results> {
  const options = optionsOf(operations, url, { profile, runs: 5 });
  return judged(options, { values: {}, rows: [] }, openClient(url, contract, options));
}

function optionsOf(operations: readonly string[], url: string, changes: Partial<RunOptions>): RunOptions {
  const credentials = { DealerID: 'D', APIKEY: 'K', Password: 'P' };
  return { ...quickRun(url), profile: 'standard', operations, credentials, ...changes };
}

async function judged(
  options: RunOptions,
  pools: Pools,
  client: Client,
  early: RunPlan['early'] = [],
  caches: Caches = NO_CACHES,
): Promise<Results> {
  const validator = await sharedValidator();
  const wsdl = await getWsdl(client);
  const plan = { options, baseUrl: options.target ?? '', pools, early, wsdl, resultsPath: 'results.json' };
  const session = await openSession(plan, { contract, validator, client }, caches);
  const cells = selectedCells(contract, options);
  const ruleResults: RuleResult[] = [];
  const summaries: CellSummary[] = [];
  for (const cell of cells) {
    const open = await openCell(session, cell);
    for (const rule of rulesFor(cell, contract)) ruleResults.push(await open.judge(rule));
    summaries.push(open.summary());
  }
  await session.close();
  return foldResults(runRecord({ options, contract, cells, rules, ruleResults, summaries }));
}

/** The cells of these bindings. */
export const over =
  (...bindings: readonly string[]): Mutation['applies'] =>
  (_operation, binding) =>
    bindings.includes(binding);
export const everywhere = over(...bindingNames);

const isRecord = (value: FieldValue): value is RecordValue =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Changes every list of a result. */
export function lists(value: FieldValue, edit: (list: readonly FieldValue[]) => readonly FieldValue[]): FieldValue {
  if (Array.isArray(value)) return edit(value.map((one) => lists(one, edit)));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, lists(one, edit)]));
}

/** Changes every field of that name. */
export function field(value: FieldValue, name: string, edit: (one: FieldValue) => FieldValue): FieldValue {
  if (Array.isArray(value)) return value.map((one) => field(one, name, edit));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, key === name ? edit(one) : field(one, name, edit)]);
  return Object.fromEntries(entries);
}
