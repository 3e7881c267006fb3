import type { Broken } from '../../judge/rule-outcome.ts';
import type { Times } from '../../rules/evidence.ts';
import { isBroken, type Problems } from '../../rules/judgement.ts';
import { BROKEN_ANSWER } from '../../rules/policy.ts';
import { levelOf, type Rule } from '../../rules/rule.ts';
import type { Exchange } from '../../wire/http/exchange.ts';
import type { Call } from '../../wire/soap/call.ts';
import type { SentProbe } from '../send/cell-client.ts';
import type { CellContext } from './cell-context.ts';
import type { CheckOutcome } from './check-outcome.ts';
import { confirmLists } from './confirm-lists.ts';
import { answersFor } from './judge-rule.ts';
import type { CellAnswers } from './observe-cell.ts';

export interface ConfirmedOutcome extends CheckOutcome {
  /** The variant of the call that was sent, if it was none of the planned ones. */
  readonly variant: SentProbe | null;
  /** How many of its equal requests broke the rule; null if it was not sent again. */
  readonly times: Times | null;
}

/** Confirms what answers show. Experiments and trials have confirmed what they show themselves. */
export async function confirmOutcome(
  rule: Rule,
  outcome: CheckOutcome,
  seen: CellAnswers,
  at: CellContext,
): Promise<ConfirmedOutcome> {
  const { broken } = outcome;
  if (broken === null) return { ...outcome, variant: null, times: null };
  const { check, evidence } = broken;
  if (check.kind === 'cell') {
    const now = check.lists ? await confirmLists(rule, check.lists, answersFor(rule, seen, at), outcome, at) : outcome;
    return { ...now, shown: null, variant: null, times: now.broken?.times ?? null };
  }
  const variant = seen.further().get(evidence)?.sent ?? null;
  const times = canSendAgain(broken, at) ? await countBroken(rule, broken, variant, at) : null;
  return { ...outcome, variant, times };
}

/** Timeouts take too long to repeat, writes are sent only as announced. */
function canSendAgain({ check, evidence: { reading } }: Broken, { cell, ownClient }: CellContext): boolean {
  const isSingle = check.kind === 'answer' && check.sees !== 'plain calls';
  if (cell.operation.effect === 'write' || !isSingle || ownClient.givenUp() !== null) return false;
  const { outcome } = reading.exchange;
  return outcome.kind === 'response' || !['timeout', 'too-large'].includes(outcome.trouble.kind);
}

/** Counts the first answer as broken, and sends more requests only if an equal one is answered well. */
async function countBroken(rule: Rule, broken: Broken, variant: SentProbe | null, { ownClient, ...at }: CellContext) {
  const { call } = broken.evidence;
  const problemsIn = brokenAgain(rule, broken, at);
  let times = 1;
  let of = 1;
  while (of <= BROKEN_ANSWER.sure || (times < of && of <= BROKEN_ANSWER.most)) {
    of += 1;
    const exchange = await (variant === null ? ownClient.again(call) : ownClient.send(variant.probe, null));
    if (problemsIn(call, exchange) !== null) times += 1;
  }
  // A call left unanswered because the cell was given up says nothing.
  return ownClient.givenUp() === null ? { broken: times, of } : null;
}

/** What an answer breaks of a rule, if it is as grave as before: a lesser part of the rule is not a smaller example. */
export function brokenAgain(
  rule: Rule,
  { evidence: { expectation, cellAnswers200 }, problems }: Broken,
  { cell, judge }: Pick<CellContext, 'cell' | 'judge'>,
) {
  return (call: Call, exchange: Exchange): Problems | null => {
    const judgement = judge.judge(rule, judge.read({ call, expectation, exchange }, cell, cellAnswers200));
    return isBroken(judgement) && levelOf(rule, judgement) === levelOf(rule, problems) ? judgement : null;
  };
}
