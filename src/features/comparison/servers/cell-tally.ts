import type { Cell } from '../../../contract/model.ts';
import { latencies } from '../../../results/fold.ts';
import { TWO_SERVERS } from '../../../rules/policy.ts';
import { type Both, both } from '../pairs.ts';
import type { ComparisonContext } from './context.ts';
import { hasData } from './diff-answers.ts';
import { type AnswerDifference, type CellState, type ComparedCell, countsFor, USUAL_FAIL_ON } from './difference.ts';
import type { EvidencePair } from './send-calls.ts';
import { type CheckedDifference, checkStability, newStabilityMemo, type Recheck } from './stability.ts';

/** Latest times of each server that are kept. */
const MOST_TIMES = 1_000;

export type CellTally = ReturnType<typeof createCellTally>;

/** Checks and counts what is compared in a cell. @param rounds - how often a call that differs is sent again */
export function createCellTally(
  { operation, binding }: Cell,
  { kinds, failOn }: Pick<ComparisonContext, 'kinds' | 'failOn'>,
  rounds: number = TWO_SERVERS.rounds,
) {
  const ofData = kinds.includes('data');
  const memo = newStabilityMemo();
  const times: Both<number[]> = { a: [], b: [] };
  let again = 0;
  let calls = 0;
  let withData = 0;
  /** Calls whose whole answers vary by themselves, of those that tell anything. */
  let varying = 0;
  /** Whether a difference that would count was not looked at again. */
  let isUnchecked = false;

  return {
    memo,
    /**
     * Tells which differences of a pair count. @param ask - sends its call again; used once for each new difference
     * @param isVarying - whether a recording shows that it varies by itself
     */
    async check(
      first: readonly AnswerDifference[],
      { evidence, exchanges }: Pick<EvidencePair, 'evidence' | 'exchanges'>,
      ask: () => Promise<Recheck | null>,
      isVarying: (difference: AnswerDifference) => boolean = () => false,
    ): Promise<readonly CheckedDifference[]> {
      const whyOf = (one: AnswerDifference) => (isVarying(one) ? 'a varies' : memo.whyOf(one));
      const unknown = first.filter((difference) => whyOf(difference) === undefined);
      if (unknown.length > 0 && again < TWO_SERVERS.mostCalls) {
        again += 1;
        let open = unknown;
        for (let round = 0; open.length > 0 && round < rounds; round += 1) {
          const look = await ask();
          if (look === null) break;
          checkStability(open, look).forEach(memo.note);
          open = open.filter((difference) => memo.whyOf(difference) === null);
        }
      }
      const found = first.map((difference): CheckedDifference => {
        const why = whyOf(difference);
        return { difference, why: why === undefined ? 'not asked again' : why };
      });
      isUnchecked ||= found.some(
        ({ difference, why }) => why === 'not asked again' && countsFor(difference.kind, failOn),
      );
      const isWithData = hasData(evidence);
      calls += 1;
      if (isWithData) withData += 1;
      const isTelling = isWithData || !ofData;
      if (isTelling && found.some(({ difference, why }) => difference.whole && why !== null)) varying += 1;
      for (const side of ['a', 'b'] as const) {
        const { outcome, durationMs } = exchanges[side];
        if (outcome.kind === 'response' && times[side].push(durationMs) > MOST_TIMES) times[side].shift();
      }
      return found;
    },
    /** Its line in the table; whether it differs is known only of all cells. */
    compared(): ComparedCell {
      const latencyMs = both((side) => {
        const { p50, p95 } = latencies(times[side]);
        return { p50, p95 };
      });
      const telling = ofData ? withData : calls;
      const nothing = telling === 0 ? NO_DATA : varying === telling ? VARYING : isUnchecked ? UNCHECKED : null;
      const state = nothing === null ? 'same' : 'nothing-compared';
      return { operation: operation.name, binding, state, reason: nothing, calls, withData, latencyMs };
    },
  };
}

export function notCompared(cell: Cell, state: CellState, reason: string): ComparedCell {
  return { ...createCellTally(cell, { kinds: [], failOn: USUAL_FAIL_ON }).compared(), state, reason };
}

const NO_DATA = 'neither server answered any call with data';
const VARYING = 'equal calls are answered differently';
const UNCHECKED = 'they differ in calls that were not sent again, so the difference may be of the moment';
