import type { RuleOutcome } from '../../judge/rule-outcome.ts';
import type { Counterexample } from '../../results/record/finding.ts';
import type { Reason } from '../../rules/judgement.ts';
import { gravestFirst } from '../../rules/rule.ts';

/** What a check of a rule says of a cell. */
export interface CheckOutcome extends RuleOutcome {
  /** What shows that the rule is broken; null where that is to be confirmed, and for a rule that is not broken. */
  readonly shown: Counterexample | null;
}

/** A check that judged something: the counterexample with the gravest problem, if any, has the problems of all. */
export function judgedBy(judged: number, broken: readonly Counterexample[]): CheckOutcome {
  const [first, ...rest] = gravestFirst(broken.flatMap(({ problems }) => problems));
  const shown = broken.find(({ problems }) => first !== undefined && problems.includes(first));
  const outcome = { judged, reason: null, broken: null };
  if (first === undefined || shown === undefined) return { ...outcome, verdict: 'pass', shown: null };
  return { ...outcome, verdict: 'fail', shown: { ...shown, problems: [first, ...rest] } };
}

const NOT_SHOWN: Reason = { code: 'nothing-to-judge', text: 'the target shows nothing that this rule is about' };

/** A check for which the target offers nothing: no fault, no field that echoes a parameter. */
export function notApplicable(): CheckOutcome {
  return unjudged('not-applicable', NOT_SHOWN);
}

export function unjudged(
  verdict: 'inconclusive' | 'not-applicable' | 'not-reached' | 'skipped',
  { code, text }: Reason,
): CheckOutcome {
  return { verdict, judged: 0, reason: { code, text }, broken: null, shown: null };
}
