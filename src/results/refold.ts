import type { Contract } from '../contract/model.ts';
import type { Results, ShardRecord } from './results.ts';
import { mergeShards } from './shards/merge.ts';

/**
 * Results folded again from their options and the verdicts, findings and coverage in them, without times. Warnings on what
 * results do not keep are left out. @param path - where they will be
 */
export function foldedAgain(results: Results, contract: Contract, path: string): Results {
  const { cells, requests, incomplete, coverage, seedDrawn } = results;
  // How calls were answered is not kept: as if each cell was answered.
  const record: ShardRecord = {
    ...{ interrupted: incomplete, errors: [], targetDown: null, unreachable: null, outages: [], backedOffBefore: 0 },
    requestsBefore: requests - cells.reduce((sum, cell) => sum + cell.requests, 0),
    cells: cells.map(({ operation, binding }) => ({
      ...{ operation, binding, statuses: { 200: 1 }, withData: 1, backedOff: 0 },
    })),
  };
  const whole = { file: path, results, shard: { index: 1, count: 1 }, record };
  const folded = mergeShards([whole], { contract, baseline: null, resultsPath: path });
  return {
    ...folded,
    ...(seedDrawn === undefined ? {} : { seedDrawn }),
    coverage: coverage.traits === undefined ? folded.coverage : { traits: coverage.traits, ...folded.coverage },
  };
}
