import type { AnswerCheck, CellCheck, Check } from '../rules/check.ts';
import type { CellJudgement, Evidence, Times } from '../rules/evidence.ts';
import type { Judgement, Problems, Reason } from '../rules/judgement.ts';

/** A verdict of a rule in a cell; `not-applicable`: the target offers nothing that the rule is about. */
export type RuleVerdict = 'pass' | 'fail' | 'inconclusive' | 'not-applicable' | 'not-reached' | 'skipped';

/** A verdict of a cell: rules that do not apply neither pass nor block it. */
export type CellVerdict = Exclude<RuleVerdict, 'not-applicable'>;

/** The result of one rule for all exchanges of a cell. */
export interface RuleOutcome {
  readonly verdict: RuleVerdict;
  /** Exchanges in which the rule had something to judge. */
  readonly judged: number;
  /** Why it is not pass or fail; null if it is. */
  readonly reason: Reason | null;
  /** The first exchange that breaks the rule, with every problem it shows. */
  readonly broken: Broken | null;
}

export interface Broken {
  readonly evidence: Evidence;
  /** The check of the rule that says so. */
  readonly check: Check;
  readonly problems: Problems;
  /** How many equal requests broke the rule, if that is known and not all did. */
  readonly times?: Times;
}

/** Of two exchanges that break a rule, the one that shows it: the first with a required problem, or else the first. */
export function graver(broken: Broken | null, other: Broken): Broken {
  const isGraver = broken?.problems[0].part !== undefined && other.problems[0].part === undefined;
  return broken === null || isGraver ? other : broken;
}

/**
 * What a rule says of all exchanges of a cell. @param answer @param cell - its checks that send nothing
 * @param ofWhole - what it says of the cell as a whole, used if no exchange breaks the rule
 */
export function outcomeOf(
  all: readonly Evidence[],
  { answer, cell }: { readonly answer: AnswerCheck | undefined; readonly cell: CellCheck | undefined },
  judgementOf: (evidence: Evidence) => Judgement,
  ofWhole: () => CellJudgement,
): RuleOutcome {
  let judged = 0;
  let broken: Broken | null = null;
  for (const evidence of all) {
    const judgement = judgementOf(evidence);
    if (typeof judgement === 'string') continue;
    judged += 1;
    const [first, ...rest] = judgement;
    if (first !== undefined && answer !== undefined)
      broken = graver(broken, { evidence, check: answer, problems: [first, ...rest] });
  }
  if (broken !== null) return { verdict: 'fail', judged, reason: null, broken };
  const whole = ofWhole();
  const unbroken = { judged, reason: null, broken: null };
  if (whole.kind === 'inconclusive') return { ...unbroken, verdict: 'inconclusive', reason: whole.reason };
  if (whole.kind === 'judged') {
    const shown = whole.evidence ?? all[0];
    const { problem, times } = whole;
    if (!problem || !shown || !cell) return { ...unbroken, verdict: 'pass', judged: judged + 1 };
    const found = { evidence: shown, check: cell, problems: [problem] as const, ...(times && { times }) };
    return { verdict: 'fail', judged: judged + 1, reason: null, broken: found };
  }
  if (judged > 0) return { ...unbroken, verdict: 'pass' };
  if (whole.reason !== undefined) return { ...unbroken, verdict: 'not-applicable', reason: whole.reason };
  const isReached = all.every((evidence) => judgementOf(evidence) !== 'not-reached');
  if (!isReached) return { ...unbroken, verdict: 'not-reached', reason: EARLIER_LAYER };
  return { ...unbroken, verdict: 'inconclusive', reason: NOTHING_TO_JUDGE };
}

const EARLIER_LAYER: Reason = { code: 'earlier-layer', text: 'an earlier layer left nothing to judge' };
/** No answer showed what the rule is about. */
export const NOTHING_TO_JUDGE: Reason = {
  code: 'nothing-to-judge',
  text: 'no answer had anything for this rule to judge',
};
