import type { Cell } from '../../../contract/model.ts';
import type { Evidence } from '../../../rules/evidence.ts';
import { TWO_SERVERS } from '../../../rules/policy.ts';
import { type Both, both } from '../pairs.ts';
import type { ComparisonContext } from './context.ts';
import { type AnswerComparison, diffAnswers, hasData } from './diff-answers.ts';
import {
  type AnswerDifference,
  type CellState,
  type ComparedCell,
  countsFor,
  topicOf,
  whyVarying,
} from './difference.ts';
import {
  type CheckedDifference,
  checkStability,
  type LooksAgain,
  newStabilityMemo,
  type RecordedVarying,
  type SeenElsewhere,
  topicsOf,
} from './stability.ts';

export type CellTally = ReturnType<typeof createCellTally>;

/**
 * Checks and counts what is compared in a cell. @param looks - how often a call that differs is sent again
 * @param recorded - what a recording of A shows to vary by itself
 */
export function createCellTally(
  { operation, binding }: Cell,
  { kinds, failOn }: Pick<ComparisonContext, 'kinds' | 'failOn'>,
  elsewhere: SeenElsewhere = new Set(),
  looks: LooksAgain & { readonly most: number } = TWO_SERVERS,
  recorded?: RecordedVarying,
) {
  const ofData = kinds.includes('data');
  const memo = newStabilityMemo(looks, elsewhere, recorded);
  let again = 0;
  let calls = 0;
  let withData = 0;
  /** Calls whose whole answers vary by themselves, of those that tell anything. */
  let varying = 0;
  /** Whether a difference that would count was not looked at again. */
  let isUnchecked = false;

  const compare = (pair: Both<Evidence>, comparing: AnswerComparison) =>
    diffAnswers(pair, { ...comparing, loose: memo.loose });

  /** Notes lists that differ by themselves. @returns whether any is new */
  function noteLists(own: Both<readonly AnswerDifference[]>): boolean {
    const before = memo.howLoose();
    const topics = both((side) => topicsOf(own[side]));
    for (const difference of [...own.a, ...own.b].filter(({ ofList }) => ofList)) {
      const why = whyVarying(topics.a.has(topicOf(difference)), topics.b.has(topicOf(difference)));
      memo.note({ difference, why });
    }
    return memo.howLoose() > before;
  }

  return {
    memo,
    compare,
    /**
     * Tells which differences of a pair count; where a whole answer varies, of a later pair in which both have data.
     * @param ask - gets the next answers to its call; used for new differences
     */
    async check(pair: Both<Evidence>, comparing: AnswerComparison, ask: () => Promise<Both<Evidence> | null>) {
      const { whyOf } = memo;
      const varies = (one: AnswerDifference): boolean => typeof whyOf(one) === 'string';
      const isNew = (one: AnswerDifference): boolean => whyOf(one) === undefined;
      const isEmptied = (all: readonly AnswerDifference[]): boolean => all.some((one) => one.whole && varies(one));
      let evidence = pair;
      let first = compare(evidence, comparing);
      const before: AnswerDifference[] = [];
      const isAsked = first.some(isNew) && again < TWO_SERVERS.mostCalls;
      if (isAsked) again += 1;
      for (let look = 0; isAsked && look < looks.most && (first.some(isNew) || isEmptied(first)); look += 1) {
        const later = await ask();
        if (later === null) break;
        const ownOf = () => both((side) => compare({ a: evidence[side], b: later[side] }, comparing));
        const own = ownOf();
        const isLoosened = noteLists(own);
        if (isLoosened) first = compare(evidence, comparing);
        const seen = { again: compare(later, comparing), own: isLoosened ? ownOf() : own };
        for (const one of checkStability(first.filter(isNew), seen)) memo.note(one);
        if (isEmptied(first) && hasData({ a: later.a, b: later.a }) && hasData({ a: later.b, b: later.b })) {
          before.push(...first.filter(varies));
          evidence = later;
          first = compare(evidence, comparing);
        }
      }
      const topics = topicsOf(first);
      const found = [...before.filter((one) => !topics.has(topicOf(one))), ...first].map(
        (difference): CheckedDifference => {
          const why = whyOf(difference);
          return { difference, why: why === undefined ? 'not asked again' : why };
        },
      );
      isUnchecked ||= found.some(
        ({ difference, why }) => why === 'not asked again' && countsFor(difference.kind, failOn),
      );
      const isWithData = hasData(evidence);
      calls += 1;
      if (isWithData) withData += 1;
      if ((isWithData || !ofData) && isEmptied(first)) varying += 1;
      return { found, evidence, exchanges: both((side) => evidence[side].reading.exchange) };
    },
    /** Its line in the table; whether it differs is known only of all cells. */
    compared(): ComparedCell {
      const telling = ofData ? withData : calls;
      const nothing = telling === 0 ? NO_DATA : varying === telling ? VARYING : isUnchecked ? UNCHECKED : null;
      const state = nothing === null ? 'same' : 'nothing-compared';
      return { operation: operation.name, binding, state, reason: nothing, calls, withData };
    },
  };
}

export function notCompared({ operation, binding }: Cell, state: CellState, reason: string): ComparedCell {
  return { operation: operation.name, binding, state, reason, calls: 0, withData: 0 };
}

const NO_DATA = 'neither server answered any call with data';
const VARYING = 'equal calls are answered differently';
const UNCHECKED = 'they differ in calls that were not sent again, so the difference may be of the moment';
