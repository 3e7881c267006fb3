import { inParallel } from '../../base/in-parallel.ts';
import type { RecordedCall } from '../../results/outcome.ts';
import { checkOf } from '../../rules/check.ts';
import type { Evidence } from '../../rules/evidence.ts';
import { ODD_ANSWER } from '../../rules/policy.ts';
import type { Rule } from '../../rules/rule.ts';
import { rulesFor } from '../../rules/rules.ts';
import { drawnFor } from '../plan/drawn-for.ts';
import type { PlannedCall } from '../plan/planned-call.ts';
import type { AnsweredRequest } from '../send/cell-client.ts';
import type { CellContext } from './cell-context.ts';
import { type CheckOutcome, judgedBy } from './check-outcome.ts';
import { compareBindings } from './compare-bindings.ts';
import { judgeDrawn } from './drawn-spellings.ts';
import { furtherAnswers } from './further-answers.ts';
import { judgeByDescription, judgeDescription } from './judge-description.ts';
import { probeCell } from './probe-cell.ts';
import { probedCall } from './probed-call.ts';
import { peerExchanges } from './records.ts';

/** How many calls of a cell that answers none are compared with other bindings: each would show the same. */
const MOST_OF_NONE = 4;

/** All that rules may look at in a cell. */
export interface CellAnswers {
  /** The answers to the planned calls. */
  readonly planned: readonly Evidence[];
  /** Those to all else that was sent so far, with what was sent. */
  readonly further: () => ReadonlyMap<Evidence, AnsweredRequest>;
  /** What experiments and the target's description showed, confirmed; none for other rules. */
  readonly compared: ReadonlyMap<Rule, CheckOutcome>;
  /** Exchanges of other bindings with which a difference was found. */
  readonly peers: readonly RecordedCall[];
}

/** Sends what the rules of a cell compare with its answers. @param answers - to the calls */
export async function observeCell(calls: readonly PlannedCall[], answers: readonly Evidence[], at: CellContext) {
  const { cell, contract, ownClient, plan } = at;
  const isWrite = cell.operation.effect === 'write';
  const compared = new Map<Rule, CheckOutcome>();
  const peers: RecordedCall[] = [];
  const seen: CellAnswers = { planned: answers, further: furtherAnswers(answers, at), compared, peers };
  if (answers.length === 0 && ownClient.givenUp() !== null) return seen;
  // Variants are of this call, and the other bindings get it too.
  const base = probedCall(answers, contract);
  const paired = calls.filter(({ peer }) => peer !== undefined);
  const isAnswered = isWrite || answers.some(({ cellAnswers200 }) => cellAnswers200);
  const shared = isAnswered ? at.shared(cell) : at.shared(cell).slice(0, MOST_OF_NONE);

  const outcomeOf = async (rule: Rule): Promise<CheckOutcome | null> => {
    const experiment = checkOf(rule, 'experiment');
    const description = checkOf(rule, 'description');
    if (experiment?.sides === 'bindings') {
      const comparedCalls = { shared, paired: isAnswered ? paired : [], base };
      const outcome = await compareBindings({ rule, comparing: experiment }, comparedCalls, at);
      if (outcome.shown !== null) peers.push(...(await peerExchanges(outcome.shown.call, at)));
      return outcome;
    }
    // A write is sent only as often as announced.
    if (experiment !== undefined)
      return isWrite ? null : probeCell({ rule, probing: experiment }, base?.call ?? null, at);
    if (description?.of === 'answers') return judgeByDescription(description.judge, answers, at);
    return description === undefined ? null : judgeDescription(description.judge, at);
  };
  const rules = rulesFor(cell, contract, at.rules);
  const order = drawnFor(cell, plan).shuffled(rules, 'rules');
  await inParallel(order, isWrite ? 1 : plan.options.limits.concurrency, async (rule) => {
    const outcome = await outcomeOf(rule);
    if (outcome !== null) compared.set(rule, outcome);
  });
  if (isWrite) return seen;
  await resendRefused(answers, at);
  // Drawn spellings may show what the rules' own variants did not.
  for (const [rule, shown] of await judgeDrawn([...compared.values()], at)) {
    const outcome = compared.get(rule);
    if (outcome !== undefined && outcome.verdict !== 'fail') compared.set(rule, judgedBy(outcome.judged + 1, [shown]));
  }
  return seen;
}

/** Sends refused calls again: a call that is sometimes refused is another fault than one that always is. */
async function resendRefused(answers: readonly Evidence[], { ownClient }: CellContext): Promise<void> {
  const refused = answers.filter(({ cellAnswers200, reading: { response } }) => {
    return cellAnswers200 && response !== null && response.status !== 200;
  });
  for (const { call } of refused.slice(0, ODD_ANSWER.refusedCalls)) await ownClient.again(call);
}
