import { cellName } from '../../contract/cell-name.ts';
import type { Contract } from '../../contract/model.ts';
import type { Results, ShardRecord } from '../../results/results.ts';
import { mergeShards } from '../../results/shards/merge.ts';
import { firstDifference } from './first-difference.ts';

/** The results as the fold makes them from the verdicts of rules, findings and coverage in them. */
export function refolded(results: Results, contract: Contract): Results {
  const { cells, requests, findings, coverage, seedDrawn, times } = results;
  // Results of a whole run do not keep how its calls were answered; in a conformant one each cell was.
  const record: ShardRecord = {
    ...{ interrupted: false, errors: [], targetDown: null, unreachable: null, outages: [], backedOffBefore: 0 },
    requestsBefore: requests - cells.reduce((sum, cell) => sum + cell.requests, 0),
    cells: cells.map(({ operation, binding }) => ({
      ...{ operation, binding, statuses: { 200: 1 }, withData: 1, backedOff: 0 },
    })),
  };
  const whole = { file: 'results.json', results, shard: { index: 1, count: 1 }, record };
  const folded = mergeShards([whole], { contract, baseline: null, resultsPath: '' });
  return {
    ...folded,
    ...(seedDrawn === undefined ? {} : { seedDrawn }),
    ...(times === undefined ? {} : { times }),
    // The command names the file where the run wrote it.
    findings: folded.findings.map((one, at) => ({ ...one, reproduce: findings[at]?.reproduce ?? one.reproduce })),
    coverage: coverage.traits === undefined ? folded.coverage : { traits: coverage.traits, ...folded.coverage },
  };
}

/** The first value that does not follow from the rest, but for warnings; null if all do. */
export function unfounded(results: Results, folded: Results): string | null {
  const difference = firstDifference(named(results), named({ ...folded, warnings: results.warnings }));
  return difference === null ? null : `the results do not agree with their own rules and findings: ${difference}`;
}

/** With what others are made from first, and with names in the place of indices. */
function named({ baseline, cells, findings, ...others }: Results) {
  return {
    cells: Object.fromEntries(cells.map((cell) => [cellName(cell), cell])),
    baseline,
    findings: Object.fromEntries(findings.map((finding) => [finding.id, finding])),
    ...others,
  };
}
