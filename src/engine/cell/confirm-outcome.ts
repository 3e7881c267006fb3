import type { Broken, RuleOutcome } from '../../judge/rule-outcome.ts';
import type { CellCheck } from '../../rules/check.ts';
import { areRead, isUnfiltered } from '../../rules/data/lists.ts';
import type { Evidence } from '../../rules/evidence.ts';
import { isBroken, type Problems } from '../../rules/judgement.ts';
import { BROKEN_ANSWER } from '../../rules/policy.ts';
import { levelOf, type Rule } from '../../rules/rule.ts';
import { type Exchange, ranIntoLimit } from '../../wire/http/exchange.ts';
import type { Call } from '../../wire/soap/call.ts';
import { listedAgain } from '../plan/harvest.ts';
import type { SentProbe } from '../send/cell-client.ts';
import { answersFor, type CellAnswers } from './answer-calls.ts';
import type { CellContext } from './cell-context.ts';
import type { CheckOutcome } from './check-outcome.ts';
import { confirmed } from './experiment.ts';

export type ConfirmedOutcome = Readonly<Awaited<ReturnType<typeof confirmOutcome>>>;

/**
 * Confirms what answers show. Experiments and trials have confirmed what they show themselves. @returns `variant`: that
 * of the call which was sent, if it was none of the planned ones; `times`: how many equal requests broke the rule; null
 * if it was not sent again
 */
export async function confirmOutcome(rule: Rule, outcome: CheckOutcome, seen: CellAnswers, at: CellContext) {
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
  return !ranIntoLimit(reading.exchange.outcome);
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

/**
 * What a rule says where it objects each time that the lists and the call that contradicts them are sent again, there
 * and back, as servers may take turns, over its binding: binding.same-records judges what another one says. Data may
 * have changed meanwhile: another answer that contradicts the lists of now is older than they are.
 */
async function confirmLists(
  rule: Rule,
  listsOf: NonNullable<CellCheck['lists']>,
  all: readonly Evidence[],
  first: RuleOutcome,
  at: CellContext,
): Promise<RuleOutcome> {
  const { cell, client, contract, judge, ownClient, plan } = at;
  const names = listsOf(cell, contract);
  const lists = plan.pools.lists?.filter(({ call }) => names.includes(call.operation)) ?? [];
  let [answers, latest] = [all, first];
  const sendAgain = async (turn: number): Promise<RuleOutcome> => {
    const odd = latest.broken?.evidence;
    const listed = () => listedAgain(lists, cell.binding, client, plan.options);
    const before = turn % 2 === 1 || odd === undefined ? await listed() : null;
    if (odd === undefined) return latest;
    const anew = async (one: Evidence): Promise<Evidence> => {
      const exchange = await ownClient.again(one.call);
      const again = judge.read({ ...one, exchange }, cell, true);
      answers = answers.toSpliced(answers.indexOf(one), 1, again);
      return again;
    };
    // What a header filters is compared with the cell's own answer without a filter.
    const whole = odd.call.header && areRead(answers).find((one) => one !== odd && isWholeOf(one, odd));
    if (whole) await anew(whole);
    const again = await anew(odd);
    const now = before ?? (await listed());
    latest = judge.judgeCell(rule, answers, cell, now);
    for (let old = latest.broken?.evidence; old !== undefined && old !== again; old = latest.broken?.evidence) {
      const stale = old;
      answers = answers.filter((one) => one !== stale);
      latest = judge.judgeCell(rule, answers, cell, now);
    }
    return latest;
  };
  const judgeRound = ({ broken }: RuleOutcome) => broken?.problems ?? [];
  const results = ({ broken }: RuleOutcome) => (broken ? [broken.evidence.reading.exchange] : []);
  await confirmed({ rule: rule.id, first, judge: judgeRound, repeat: sendAgain, results }, at);
  return latest;
}

/** The same question without a filter. */
function isWholeOf(one: Evidence, { call: { values } }: Evidence): boolean {
  return isUnfiltered(one) && Object.keys(values).every((name) => one.call.values[name] === values[name]);
}
