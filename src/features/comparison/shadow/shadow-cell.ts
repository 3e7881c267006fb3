import type { BindingName } from '../../../contract/model.ts';
import { latencies } from '../../../results/fold.ts';
import type { Evidence } from '../../../rules/evidence.ts';
import type { Exchange } from '../../../wire/http/exchange.ts';
import { type Both, both } from '../pairs.ts';
import { hasData } from '../servers/diff-answers.ts';
import type { ComparedCell } from '../servers/difference.ts';
import { type CheckedDifference, newStabilityMemo } from '../servers/stability.ts';

/** Latest times of each server that are kept. */
const MOST_TIMES = 1_000;

export type ShadowCell = ReturnType<typeof createShadowCell>;

/** What was compared in a cell so far. */
export function createShadowCell(operation: string, binding: BindingName) {
  const times: Both<number[]> = { a: [], b: [] };
  let calls = 0;
  let withData = 0;
  let varying = 0;
  return {
    memo: newStabilityMemo(),
    /** How many calls were sent to both servers again. */
    again: 0,
    note(found: readonly CheckedDifference[], evidence: Both<Evidence>, exchanges: Both<Exchange>): void {
      calls += 1;
      if (hasData(evidence)) {
        withData += 1;
        if (found.some(({ difference, why }) => difference.whole && why !== null)) varying += 1;
      }
      both((side) => times[side].push(exchanges[side].durationMs) > MOST_TIMES && times[side].shift());
    },
    /** Its line in the table; whether it differs is known only of all cells. */
    compared(): ComparedCell {
      const latencyMs = both((side) => {
        const { p50, p95 } = latencies(times[side]);
        return { p50, p95 };
      });
      const nothing = withData === 0 ? 'neither server answered any call with data' : VARYING;
      const isOpen = varying === withData;
      const state = isOpen ? 'nothing-compared' : 'same';
      return { operation, binding, state, reason: isOpen ? nothing : null, calls, withData, latencyMs };
    },
  };
}

const VARYING = 'equal calls are answered differently';
