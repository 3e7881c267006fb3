import { type Check, checkOf } from '../../rules/check.ts';
import type { Evidence } from '../../rules/evidence.ts';
import type { Rule } from '../../rules/rule.ts';
import { isCounted } from '../../rules/rule-sets.ts';
import type { AnsweredRequest } from '../send/cell-client.ts';
import type { CellContext } from './cell-context.ts';
import { type CheckOutcome, notApplicable, unjudged } from './check-outcome.ts';
import type { CellAnswers } from './observe-cell.ts';
import { runTrial } from './run-trial.ts';

/** What the checks of a rule say of a cell, in their order, until one is broken. */
export async function judgeRule(rule: Rule, seen: CellAnswers, at: CellContext): Promise<CheckOutcome> {
  const givenUp = at.ownClient.givenUp();
  // Without any answer, no rule has anything to judge.
  if (givenUp !== null && seen.planned.length === 0)
    return unjudged('inconclusive', { code: 'given-up', text: givenUp });
  let decided: CheckOutcome | null = null;
  for (const check of rule.checks) {
    const outcome = await judgeCheck(rule, check, seen, at);
    if (outcome?.verdict === 'fail') return { ...outcome, judged: outcome.judged + (decided?.judged ?? 0) };
    decided ??= outcome;
  }
  return decided ?? notApplicable();
}

/** What a check says; null if it says nothing of this cell, or if what it says belongs to an earlier check. */
async function judgeCheck(rule: Rule, check: Check, seen: CellAnswers, at: CellContext): Promise<CheckOutcome | null> {
  switch (check.kind) {
    case 'experiment':
    case 'description':
      return seen.compared.get(rule) ?? null;
    case 'trial':
      return runTrial(check, answersFor(rule, seen, at), at);
    case 'cell':
      // Judged with the single answers.
      if (checkOf(rule, 'answer') !== undefined) return null;
  }
  const { cell, judge, plan } = at;
  return { ...judge.judgeCell(rule, answersFor(rule, seen, at), cell, plan.pools.lists), shown: null };
}

/** The answers that a rule may see. */
export function answersFor(rule: Rule, { planned, further }: CellAnswers, { plan }: CellContext): readonly Evidence[] {
  const { ruleSet } = plan.options;
  const others = [...further()].flatMap(([evidence, answer]) => (judges(rule, answer, ruleSet) ? [evidence] : []));
  return [...planned, ...others];
}

/** Whether a rule judges an answer to something else than a planned call. */
function judges(rule: Rule, { sent }: AnsweredRequest, ruleSet?: string): boolean {
  if (sent === null) return true;
  const { observed, rule: sender, probe } = sent;
  if (probe.traits?.some(({ exempts }) => exempts?.includes(rule.id))) return false;
  // A rule that counts is not judged by what is sent for one that does not: older versions would not send it.
  return observed === true || isCounted(sender, ruleSet) || !isCounted(rule.id, ruleSet);
}
