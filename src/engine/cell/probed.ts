import type { RuleOutcome } from '../../judge/rule-outcome.ts';
import type { Counterexample } from '../../results/record/finding.ts';
import type { Reason } from '../../rules/judgement.ts';
import { gravestFirst } from '../../rules/rule.ts';

/** The outcome of a rule that sends requests of its own, and what shows it. */
export interface Probed {
  readonly outcome: Omit<RuleOutcome, 'broken'>;
  readonly shown: Counterexample | null;
}

/** A rule that judged something: the counterexample with the gravest problem, if there is any, has the problems of all. */
export function judgedBy(judged: number, broken: readonly Counterexample[]): Probed {
  const [first, ...rest] = gravestFirst(broken.flatMap(({ problems }) => problems));
  const shown = broken.find(({ problems }) => first !== undefined && problems.includes(first));
  if (first === undefined || shown === undefined)
    return { outcome: { verdict: 'pass', judged, reason: null }, shown: null };
  return { outcome: { verdict: 'fail', judged, reason: null }, shown: { ...shown, problems: [first, ...rest] } };
}

const NOT_SHOWN: Reason = { code: 'nothing-to-judge', text: 'the target shows nothing that this rule is about' };

/** A rule for which the target offers nothing: no fault, no field that echoes a parameter. */
export function notApplicable(): Probed {
  return unjudged('not-applicable', NOT_SHOWN);
}

export function unjudged(
  verdict: 'inconclusive' | 'not-applicable' | 'not-reached' | 'skipped',
  { code, text }: Reason,
): Probed {
  return { outcome: { verdict, judged: 0, reason: { code, text } }, shown: null };
}
