import { loadContract } from '../../contract/load.ts';
import type { Cell } from '../../contract/model.ts';
import { openCell } from '../../engine/cell/cell.ts';
import { openSession } from '../../engine/cell/session.ts';
import { harvest } from '../../engine/plan/harvest.ts';
import { sharedCalls } from '../../engine/plan/plan-calls.ts';
import type { RunOptions } from '../../options/model.ts';
import { completeOptions } from '../../options/run-options.ts';
import type { CellFilter, Defect } from '../../reference/defects/defect.ts';
import { mutation } from '../../reference/defects/defects.ts';
import { startReferenceServer } from '../../reference/server.ts';
import { sharedValidator } from '../../reference/variations/target.fixture.ts';
import { foldResults } from '../../results/fold.ts';
import type { CellSummary, RuleResult } from '../../results/outcome.ts';
import type { Results } from '../../results/results.ts';
import type { RunRecord } from '../../results/run-record.ts';
import { probingOf } from '../../rules/check.ts';
import { rulesFor, selectedRules } from '../../rules/rules.ts';

export const contract = loadContract('http://dealer.example/webservices/');

/** Where and how a server is called. */
interface Wanted {
  readonly cells: readonly Cell[];
  readonly defect?: Defect;
  /** Where it has the defect; everywhere if left out. */
  readonly where?: CellFilter;
  readonly options?: Partial<RunOptions>;
  /** The server refuses credentials that it does not know, and is named as the target. */
  readonly checkCredentials?: boolean;
  /** Also the rules that send requests of their own. */
  readonly probing?: boolean;
}

const plain = completeOptions({ flags: { target: null, profile: 'quick' }, env: {}, config: null, randomSeed: 5 });

/** Judges cells of the reference server as `run` does, and returns what results.json would hold. */
export async function recordedRun(wanted: Wanted): Promise<Results> {
  return JSON.parse(JSON.stringify(foldResults(await runRecord(wanted))));
}

/** The same before it is folded. */
export async function runRecord(wanted: Wanted): Promise<RunRecord> {
  const { cells, defect, options: own = {}, probing = false, checkCredentials = false } = wanted;
  const { where = { operation: null, binding: null } } = wanted;
  const server = await startReferenceServer({
    contract,
    checkCredentials,
    defects: defect === undefined ? [] : [mutation(defect, where, contract)],
  });
  const options: RunOptions = { ...plain, target: checkCredentials ? server.url : null, ...own };
  const ruleResults: RuleResult[] = [];
  const summaries: CellSummary[] = [];
  const judging = selectedRules(options.rules, contract).filter((rule) => probing || probingOf(rule) === undefined);
  const before = { options, baseUrl: server.url, pools: { values: {}, rows: [] }, resultsPath: 'reports/results.json' };
  const session = await openSession(before, { contract, validator: await sharedValidator() });
  const plan = { ...before, pools: await harvest(session.client, options) };
  const learned = { ...session, plan, shared: (cell: Cell) => sharedCalls(cell, contract, plan) };
  try {
    for (const cell of cells) {
      const open = await openCell(learned, cell);
      for (const rule of rulesFor(cell, contract, judging)) ruleResults.push(await open.judge(rule));
      summaries.push(open.summary());
    }
  } finally {
    await session.close();
    await server.close();
  }
  return {
    suite: { name: 'getdata-conformance', version: '0.0.0', contractDigest: contract.digest, validator: 'none' },
    options,
    contract,
    cells,
    rules: judging,
    ruleResults,
    summaries,
    errors: [],
    interrupted: false,
    startedAt: new Date('2024-01-02T03:04:05.678Z'),
    durationMs: 1000,
    requestsBefore: 0,
    observations: [],
    identity: { wsdlSha256: null, certificateSha256: null },
  };
}
