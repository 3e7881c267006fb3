import type { Judge } from '../judging/judge.ts';
import type { Judgement, Problem } from '../rules/judgement.ts';
import type { Evidence, Rule } from '../rules/rule.ts';
import type { AnswerDifference, Both } from './difference.ts';

/** The rules that one of two answers to the same call breaks and the other does not. */
export function diffRules({ a, b }: Both<Evidence>, rules: readonly Rule[], judge: Judge): readonly AnswerDifference[] {
  return rules.flatMap((rule) => {
    const [mine, its] = [firstProblem(judge.judge(rule, a)), firstProblem(judge.judge(rule, b))];
    if ((mine === null) === (its === null)) return [];
    return [mine === null ? brokenBy('B', rule, its) : brokenBy('A', rule, mine)];
  });
}

/** A rule that is broken on one side only, as its problem shows it. */
export function brokenBy(side: 'A' | 'B', { id, level }: Rule, problem: Problem | null): AnswerDifference {
  const text = problem === null ? '' : `${problem.actual} (expected ${problem.expected})`;
  const [a, b] = side === 'A' ? [text, 'not broken'] : ['not broken', text];
  const location = problem === null ? null : (problem.location ?? problem.code);
  return { kind: 'rules', subject: id, change: `only ${side} breaks it`, location, a, b, whole: false, level };
}

function firstProblem(judgement: Judgement): Problem | null {
  return typeof judgement === 'string' ? null : (judgement[0] ?? null);
}
