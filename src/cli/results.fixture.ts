import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadContract } from '../contract/load.ts';
import { openCell } from '../engine/cell/cell.ts';
import { openSession } from '../engine/cell/session.ts';
import { completeOptions } from '../options/run-options.ts';
import { selectedCells } from '../options/selected-cells.ts';
import { foldResults } from '../results/fold.ts';
import type { RuleResult } from '../results/outcome.ts';
import { rulesFor } from '../rules/rules.ts';

/** What a results file is made from. */
interface Asked {
  readonly target: string;
  readonly operation: string;
  readonly binding: string;
  readonly rules: string;
}

/** Judges one cell of a server by some rules and writes its results.json into a folder, without vitest's engine. */
export async function writeCellResults(
  folder: string,
  { target, operation, binding, rules }: Asked,
): Promise<readonly string[]> {
  const flags = { target, operations: operation, bindings: binding, rules, profile: 'quick' };
  const options = completeOptions({ flags, env: {}, config: null, randomSeed: 1 });
  const contract = loadContract(options.namespace);
  const session = await openSession({
    options,
    baseUrl: target,
    pools: { values: {}, rows: [] },
    resultsPath: 'reports/results.json',
  });
  const cells = selectedCells(contract, options);
  const ruleResults: RuleResult[] = [];
  try {
    for (const cell of cells) {
      const open = await openCell(session, cell);
      for (const rule of rulesFor(cell, contract, session.rules)) ruleResults.push(await open.judge(rule));
    }
  } finally {
    await session.close();
  }
  const results = foldResults({
    suite: { name: 'getdata-conformance', version: '0.0.0', contractDigest: contract.digest, validator: 'none' },
    options,
    contract,
    cells,
    rules: session.rules,
    ruleResults,
    summaries: [],
    errors: [],
    interrupted: false,
    startedAt: new Date(0),
    durationMs: 0,
    requestsBefore: 0,
    observations: [],
    identity: { wsdlSha256: null, certificateSha256: null },
  });
  writeFileSync(join(folder, 'results.json'), JSON.stringify(results));
  return results.findings.map(({ id }) => id);
}
