import type { CellSummary } from '../outcome.ts';
import type { ShardRecord } from '../results.ts';
import { type RunRecord, targetDown } from '../run-record.ts';

/** What the results of a shard keep, so that the whole run can be folded from them. */
export function shardRecordOf(record: RunRecord): ShardRecord {
  const { interrupted, errors, requestsBefore, backedOffBefore = 0, unreachable, summaries } = record;
  return {
    interrupted,
    errors,
    requestsBefore,
    backedOffBefore,
    targetDown: targetDown(record),
    unreachable: unreachable ?? null,
    cells: summaries.map(cellOf),
  };
}

function cellOf({ operation, binding, statuses, withData, backedOff = 0 }: CellSummary): ShardRecord['cells'][number] {
  return { operation, binding, statuses, withData, backedOff };
}
