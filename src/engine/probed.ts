import type { RuleOutcome } from '../judging/judge.ts';
import type { Counterexample } from '../results/record/finding.ts';
import type { ReasonCode } from '../rules/judgement.ts';

/** The outcome of a rule that sends requests of its own, and what shows it. */
export interface Probed {
  readonly outcome: Omit<RuleOutcome, 'broken'>;
  readonly shown: Counterexample | null;
}

/** A rule for which the target offers nothing: no fault, no field that echoes a parameter. */
export function notApplicable(): Probed {
  return unjudged('not-applicable', 'nothing-to-judge', 'the target shows nothing that this rule is about');
}

/** A rule that could not be judged, and why. */
export function unjudged(
  verdict: 'inconclusive' | 'not-applicable' | 'not-reached' | 'skipped',
  code: ReasonCode,
  text: string,
): Probed {
  return { outcome: { verdict, judged: 0, reason: { code, text } }, shown: null };
}
