import type { Reason } from '../rules/judgement.ts';
import type { RuleResult } from './outcome.ts';

const OTHERS_VARY: Reason = {
  code: 'same-answers',
  text: 'all calls of this operation got the same answer, while those of others did not',
};

/**
 * The outcomes of a run in which an operation may give one answer to all calls, where others do not: a server of canned
 * answers has no other.
 */
export function withOneAnswer(ruleResults: readonly RuleResult[]): readonly RuleResult[] {
  const isVaries = ({ rule }: RuleResult): boolean => rule === 'data.varies';
  if (!ruleResults.some((one) => isVaries(one) && one.verdict === 'pass')) return ruleResults;
  return ruleResults.map((one) =>
    isVaries(one) && one.verdict === 'inconclusive' && one.reason?.code === 'same-answers'
      ? { ...one, verdict: 'not-applicable', reason: OTHERS_VARY }
      : one,
  );
}
