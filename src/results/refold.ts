import { present } from '../base/present.ts';
import type { Contract } from '../contract/model.ts';
import { withWarnings } from './coded-warnings.ts';
import type { Results, ShardRecord } from './results.ts';
import { mergeShards, shardWarnings } from './shards/merge.ts';

/**
 * Results folded again from their options and the verdicts, findings, coverage and counts in them, without times.
 * @param path - where they will be
 */
export function foldedAgain(results: Results, contract: Contract, path: string): Results {
  const { cells, requests, incomplete, coverage, seedDrawn, merged, outages, slowDowns, warningCodes } = results;
  // How calls were answered is not kept: as if each cell was answered, and others refused for a credential not given.
  const statuses = { 200: 2, ...(warningCodes.includes('placeholder-refused') ? { 401: 1 } : {}) };
  const record: ShardRecord = {
    interrupted: incomplete,
    errors: [],
    targetDown: null,
    unreachable: null,
    outages,
    backedOffBefore: slowDowns,
    requestsBefore: requests - cells.reduce((sum, cell) => sum + cell.requests, 0),
    cells: cells.map(({ operation, binding }) => ({
      ...{ operation, binding, statuses, withData: 1, backedOff: 0 },
    })),
  };
  const whole = { file: path, results, shard: { index: 1, count: 1 }, record };
  const folded = mergeShards([whole], { contract, baseline: null, resultsPath: path });
  return {
    ...withWarnings(folded, shardWarnings(results)),
    ...present({ merged, seedDrawn }),
    coverage: coverage.traits === undefined ? folded.coverage : { traits: coverage.traits, ...folded.coverage },
  };
}
