import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Pools } from '../../calls/pools.ts';
import type { Cell } from '../../contract/model.ts';
import { openCell } from '../../engine/cell/cell.ts';
import { openSession, type Session } from '../../engine/cell/session.ts';
import { observeTarget } from '../../engine/observe/observe.ts';
import { harvest } from '../../engine/plan/harvest.ts';
import { keepingBroken } from '../../engine/plan/prepare.ts';
import type { RunPlan } from '../../engine/plan/run-plan.ts';
import { getWsdl } from '../../engine/plan/wsdl.ts';
import { type Client, openClient } from '../../engine/send/client.ts';
import { openJudge } from '../../judge/judge.ts';
import type { ProfileName } from '../../options/model.ts';
import { completeOptions } from '../../options/run-options.ts';
import { patience } from '../../patience.fixture.ts';
import type { CellFilter, Defect } from '../../reference/defects/defect.ts';
import { mutation } from '../../reference/defects/defects.ts';
import { type ReferenceServer, startReferenceServer } from '../../reference/server.ts';
import type { RuleResult } from '../../results/outcome.ts';
import { rulesFor } from '../../rules/rules.ts';
import type { Exchange } from '../../wire/http/exchange.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import { type ComparedValidator, comparedValidators } from '../../xml/both-validators.fixture.ts';
import { inProcess, NeedsSocket } from '../mutants/in-process.ts';
import { cells, contract, expected, judging, objecting, representatives } from './expected-findings.fixture.ts';
import { placeOf } from './place.fixture.ts';

const NO_POOLS: Pools = { values: {}, rows: [] };
const EVERY_CELL: CellFilter = { operation: null, binding: null };
/** About one of so many defects is tried in a single cell too. */
const STRIDE = 8;

let healthy: ReferenceServer;
let healthyClient: Client;
let healthyWsdl: Exchange;
/** What it describes, read once. */
let described: Session['wsdl'];
let pools: Pools = NO_POOLS;
let both: ComparedValidator;

/** Faults for each of which a run waits a minute: they are tried together. */
export const WAITING = ['close-ignored', 'close-only-said', 'continue-unsent', 'ends-unsaid'];
const waits = ({ id }: Defect): boolean => WAITING.includes(id);

/** Tests that each fault is found by the rules that it names and no others. @param part - which faults, for what is printed */
export function killMatrix(part: string, faults: readonly Defect[]): void {
  const found = new Set<string>();

  beforeAll(async () => {
    both = await comparedValidators();
    healthy = await startReferenceServer({ contract });
    const plan = planOf(healthy.url, null);
    const { options } = plan;
    healthyClient = openClient(healthy.url, contract, options);
    healthyWsdl = await getWsdl(healthyClient);
    described = (await openSession(plan, { contract, validator: both, client: healthyClient })).wsdl;
    pools = await harvest(healthyClient, options);
  });

  afterAll(async () => {
    await healthyClient.close();
    await healthy.close();
    both.dispose();
    process.stdout.write(
      `kill matrix, ${part}: ${found.size} defects found of ${faults.length}; libxml2-wasm and libxmljs2 differ in ${both.differences.length} of ${both.compared()} bodies\n`,
    );
  });

  // Not '$id', of which vitest writes 38 characters: `npm run proof` looks for tests by their names.
  const named = (some: readonly Defect[]) => some.map((defect) => [defect.id, defect] as const);
  const certain = faults.filter(({ chance }) => chance === undefined);
  const isFound = async (_id: string, defect: Defect): Promise<void> => {
    const chosen = representatives(defect);
    const results = await judgeDefect(defect, EVERY_CELL, chosen);
    const wanted = expected(defect, chosen);
    expect(wanted, 'a rule applies where the defect shows').not.toEqual([]);
    expect(objecting(defect, results)).toEqual(wanted);
    found.add(defect.id);
  };
  const title = "'%s': the rules that it names object, and no others";
  test.concurrent.each(named(certain.filter(waits)))(title, isFound);
  test.each(named(certain.filter((one) => !waits(one))))(title, isFound);

  test.each(named(faults.filter(({ chance }) => chance !== undefined)))(
    "'%s': so many runs find it as it says",
    async (_id, defect) => {
      const { profile, runs, found: least } = defect.chance ?? { profile: 'standard', runs: 0, found: 0 };
      const seeds = Array.from({ length: runs }, (_, place) => place + 1);
      const finding = [];
      for (const seed of seeds) {
        if (finding.length === least) break;
        if (await findsByChance(defect, profile, seed)) finding.push(seed);
      }
      expect(finding.length, `seeds ${finding.join()}`).toBeGreaterThanOrEqual(least);
      found.add(defect.id);
    },
  );

  // One place in a WSDL describes several cells; what other calls leave behind, or list, is not of one cell, nor is a head.
  const confinable = certain.filter(
    ({ besides, hooks, lists }) => !besides && hooks.wsdl === undefined && !hooks.uncontinued && !lists,
  );
  test.each(named(confinable.filter((defect) => placeOf(defect) % STRIDE === 0)))(
    "'%s': in one cell it is found there only",
    async (_id, defect) => {
      const [cell] = representatives(defect);
      if (cell === undefined) throw new Error(`${defect.id} can be observed nowhere`);
      const neighbours = [
        // Of the other kind: an envelope of an unknown version is SOAP 1.1's to refuse, whoever sent it.
        cells.find((one) => one.operation === cell.operation && isSoap(one.binding) !== isSoap(cell.binding)),
        cells.find((one) => one.operation !== cell.operation && one.binding === cell.binding),
      ].filter((one) => one !== undefined);
      const filter = { operation: cell.operation.name, binding: cell.binding };
      const results = await judgeDefect(defect, filter, [cell, ...neighbours], true);
      // Without the comparing rules, answers that are merely empty leave coverage open, which is no finding.
      const told = objecting(defect, results).filter(
        (text) => defect.verdict !== undefined || !text.includes(' inconclusive '),
      );
      expect(told).toEqual(expected(defect, [cell], true));
    },
  );

  // Rules see nothing else of a validator; this test is last in the file, when all verdicts are known.
  test(`${part}: libxml2-wasm says of every body what libxmljs2 does, so it would give the same matrix`, () => {
    expect(both.differences).toEqual([]);
    expect(both.compared()).toBeGreaterThan(0);
  });
}

/** The healthy server in every cell, by the same judging: what `killMatrix` compares its faults with. */
export function healthyMatrix(): void {
  test.each(['quick', 'standard'] as const)(
    'without a defect no rule objects in any cell: profile %s',
    async (profile) => {
      const plan = planOf(healthy.url, null, profile);
      const results = await judge(plan, cells, null, false, inProcess(healthyClient, []));
      const others = results.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable');
      expect(
        others.map(({ rule, operation, binding, verdict }) => `${rule}@${operation}/${binding} ${verdict}`),
      ).toEqual([]);
      expect(new Set(results.map((result) => `${result.operation}/${result.binding}`)).size).toBe(80);
    },
  );
}

/** Whether a run finds a defect in some cell, by a rule that it names. */
async function findsByChance(defect: Defect, profile: ProfileName, seed: number): Promise<boolean> {
  const client = inProcess(healthyClient, [mutation(defect, EVERY_CELL, contract)]);
  const plan = planOf(healthy.url, defect, profile, seed);
  for (const cell of cells.filter((one) => defect.cells(one, contract))) {
    const results = await judge(plan, [cell], defect, false, client);
    const named = rulesFor(cell, contract).filter(({ id }) => defect.foundBy.includes(id));
    const finds = ({ rule, verdict, level }: RuleResult) =>
      verdict === 'fail' && named.some((one) => one.id === rule && one.level === level);
    if (results.some(finds)) return true;
  }
  return false;
}

/** Judges cells of a server with a defect: in this process where its answers are plain HTTP, over a socket otherwise. */
async function judgeDefect(
  defect: Defect,
  filter: CellFilter,
  asked: readonly Cell[],
  alone = false,
): Promise<readonly RuleResult[]> {
  const faults = [mutation(defect, filter, contract)];
  try {
    const results = await judge(planOf(healthy.url, defect), asked, defect, alone, inProcess(healthyClient, faults));
    return results;
  } catch (error) {
    if (!(error instanceof NeedsSocket)) throw error;
  }
  const server = await startReferenceServer({ contract, defects: faults });
  try {
    return await judge(planOf(server.url, defect), asked, defect, alone);
  } finally {
    await server.close();
  }
}

/** Calls and judges cells as a run does, through a client of its own unless one is given. */
async function judge(
  plan: RunPlan,
  asked: readonly Cell[],
  defect: Defect | null,
  alone = false,
  client?: Client,
): Promise<readonly RuleResult[]> {
  const wsdl = plan.wsdl === undefined ? {} : { wsdl: described };
  const shared = { contract, validator: both, ...wsdl, ...(client === undefined ? {} : { client }) };
  const learned = defect?.lists && client ? { pools: await harvest(client, plan.options) } : {};
  const early = defect?.observed ? await seenByObservers(plan, client) : [];
  const session = await openSession({ ...plan, ...learned, early }, shared);
  try {
    const results: RuleResult[] = [];
    for (const cell of asked) {
      const open = await openCell(session, cell);
      for (const rule of judging(cell, defect, alone)) results.push(await open.judge(rule));
    }
    return results;
  } finally {
    await session.close();
  }
}

/** The answers to observers that break a rule. Some of their requests need a socket. */
async function seenByObservers({ baseUrl, options }: RunPlan, given?: Client) {
  const client = given ?? openClient(baseUrl, contract, options);
  try {
    const { observed, kept } = keepingBroken(client, openJudge({ contract, validator: both }));
    await observeTarget(client, options, pools, observed);
    return kept;
  } finally {
    if (given === undefined) await client.close();
  }
}

/** The quick profile with an example call per operation; rare values need the standard one. */
function planOf(
  baseUrl: string,
  defect: Defect | null,
  profile: ProfileName = defect?.rare === true ? 'standard' : 'quick',
  randomSeed = 20240607,
): RunPlan {
  const timeoutMs = defect?.unanswered ? patience(150) : patience(10_000);
  const limits = { concurrency: '4', timeout: `${timeoutMs}`, maxBody: `${4 * 1024 * 1024}` };
  const flags = { target: null, namespace: contract.namespace, profile, failOn: 'recommended', ...limits };
  const options = completeOptions({ flags, env: {}, config: null, randomSeed });
  const wsdl = defect?.hooks.wsdl === undefined ? { wsdl: healthyWsdl } : {};
  return { options, baseUrl, pools, ...wsdl, resultsPath: 'reports/results.json' };
}
