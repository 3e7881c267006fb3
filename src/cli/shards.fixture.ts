import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadContract } from '../contract/load.ts';
import { openCell } from '../engine/cell/cell.ts';
import { openSession } from '../engine/cell/session.ts';
import { observeTarget } from '../engine/observe/observe.ts';
import { harvest } from '../engine/plan/harvest.ts';
import { preflight } from '../engine/plan/preflight.ts';
import { getWsdl, identityOf } from '../engine/plan/wsdl.ts';
import { withCircuitBreaker } from '../engine/send/circuit-breaker.ts';
import { openClient } from '../engine/send/client.ts';
import type { RunFlags } from '../options/flags.ts';
import { completeOptions } from '../options/run-options.ts';
import { cellsToRun, skipReason } from '../options/selected-cells.ts';
import { foldResults } from '../results/fold.ts';
import { type CellSummary, type RuleResult, skippedResult } from '../results/outcome.ts';
import type { Results } from '../results/results.ts';
import type { RunRecord } from '../results/run-record.ts';
import { suiteVersion } from '../results/suite-version.ts';
import { writeResults } from '../results/write.ts';
import { rulesFor } from '../rules/rules.ts';
import { cli } from './cli.fixture.ts';
import { healthyServer } from './command.fixture.ts';

const none = { requests: 0, observations: [], identity: { wsdlSha256: null, certificateSha256: null }, learned: {} };

/**
 * Sends and judges what a run with these flags does, or one shard of it, in this process: all except vitest's engine.
 * @param folder - of the results, as a user names it
 */
export async function runRecord(baseUrl: string, folder: string, flags: RunFlags): Promise<RunRecord> {
  const options = completeOptions({ flags, env: {}, config: null, randomSeed: 5 });
  const contract = loadContract(options.namespace);
  const cells = cellsToRun(contract, options);
  const empty = { options, baseUrl, pools: { values: {}, rows: [] }, resultsPath: `${folder}/results.json` };
  const { requests, observations, identity, learned } = cells.length === 0 ? none : await prepared(empty);
  const session = await openSession({ ...empty, ...learned });
  const ruleResults: RuleResult[] = [];
  const summaries: CellSummary[] = [];
  try {
    for (const cell of cells) {
      const reason = skipReason(cell, options);
      const open = reason === null ? await openCell(session, cell) : null;
      for (const rule of rulesFor(cell, contract, session.rules)) {
        ruleResults.push(open === null ? skippedResult(rule, cell, reason) : await open.judge(rule));
      }
      if (open !== null) summaries.push(open.summary());
    }
  } finally {
    await session.close();
  }
  return {
    suite: {
      name: 'getdata-conformance',
      version: suiteVersion(),
      contractDigest: contract.digest,
      validator: session.validator.library,
    },
    options,
    contract,
    cells,
    rules: session.rules,
    ruleResults,
    summaries,
    errors: [],
    interrupted: false,
    startedAt: new Date(),
    durationMs: 1000,
    requestsBefore: requests,
    observations,
    identity,
  };
}

/** What every shard sends before its cells. */
async function prepared({ options, baseUrl }: { readonly options: RunRecord['options']; readonly baseUrl: string }) {
  const client = withCircuitBreaker(openClient(baseUrl, loadContract(options.namespace), options), options);
  try {
    await preflight(client, options);
    const pools = await harvest(client, options);
    const observations = await observeTarget(client, options, pools);
    const wsdl = await getWsdl(client);
    const identity = identityOf(client, wsdl);
    const learned = { pools, answered: client.answered(), wsdl };
    return { requests: client.requests(), observations, identity, learned };
  } finally {
    await client.close();
  }
}

/** Folds a run and writes its results.json into a folder. */
export async function written(record: RunRecord, folder: string): Promise<Results> {
  const results = foldResults(record);
  await writeResults(results, folder);
  return results;
}

/** The results.json in a folder. */
export function resultsIn(...folder: readonly string[]): Results {
  return JSON.parse(readFileSync(join(...folder, 'results.json'), 'utf8'));
}

/** Results without what differs between runs: times, and the port of an embedded server, which its WSDL holds too. */
export function withoutTimes(results: Results): unknown {
  const varying = [
    // Only a file has it.
    '$schema',
    'startedAt',
    'durationMs',
    'latencyMs',
    'times',
    ...(results.target.startsWith('http') ? [] : ['wsdlSha256']),
  ];
  const text = JSON.stringify(results, (key, value) => {
    if (varying.includes(key)) return undefined;
    return Array.isArray(value) && value[0] === 'Date' ? ['Date'] : value;
  });
  return JSON.parse(text.replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1'));
}

/** Runs every shard against a server, or its own one, into `<name>/<n>/<i>` of a folder. */
export async function runShards(
  folder: string,
  name: string,
  flags: RunFlags,
  count: number,
  baseUrl?: string,
): Promise<readonly RunRecord[]> {
  const records: RunRecord[] = [];
  for (const [at, path] of shardsOf(name, count).entries()) {
    const server = baseUrl === undefined ? await healthyServer(0) : null;
    const record = await runRecord(server?.url ?? baseUrl ?? '', path, { ...flags, shard: `${at + 1}/${count}` });
    await server?.close();
    await written(record, join(folder, path));
    records.push(record);
  }
  return records;
}

/** The folders of the shards of a run, as runShards names them. */
export function shardsOf(name: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `${name}/${count}/${at + 1}`);
}

/** Merges folders into `reports` of a folder and returns the results; expects their exit code. */
export async function mergedIn(
  folder: string,
  dirs: readonly string[],
  ...options: readonly string[]
): Promise<Results> {
  const { exitCode, err } = await cli(['merge', ...dirs, '--reports', 'reports', ...options], { folder });
  if (err !== '') throw new Error(err);
  const results = resultsIn(folder, 'reports');
  if (exitCode !== results.exitCode) throw new Error(`exit code ${exitCode}, not ${results.exitCode}`);
  return results;
}
