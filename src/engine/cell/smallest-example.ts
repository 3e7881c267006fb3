import { fewest } from '../../calls/shrink.ts';
import type { Cell } from '../../contract/model.ts';
import type { RuleOutcome } from '../../judge/rule-outcome.ts';
import type { Counterexample } from '../../results/record/finding.ts';
import { checkOf } from '../../rules/check.ts';
import type { Evidence } from '../../rules/evidence.ts';
import { isBroken, type Problems } from '../../rules/judgement.ts';
import { BROKEN_ANSWER } from '../../rules/policy.ts';
import type { Probe } from '../../rules/probe.ts';
import { spelledProbe } from '../../rules/request/same-answer-rule.ts';
import { ruleOfTraits } from '../../rules/request/trait-registry.ts';
import { LESSER, levelOf, type Rule } from '../../rules/rule.ts';
import { rules } from '../../rules/rules.ts';
import type { Exchange } from '../../wire/http/exchange.ts';
import type { Call } from '../../wire/soap/call.ts';
import { requestOf } from '../../wire/soap/request-of.ts';
import type { SentProbe } from '../send/cell-client.ts';
import { type CellContext, smallestCall } from './cell-context.ts';
import { type BrokenProbe, shownProbe } from './probe-cell.ts';

type Broken = NonNullable<RuleOutcome['broken']>;

/** The smallest call that breaks a rule; a call that does so only sometimes stays as it is, with its counts. */
export async function smallestExample(rule: Rule, broken: Broken, at: CellContext) {
  const { cell, ownClient } = at;
  const { evidence, problems } = broken;
  const { call: own, expectation, cellAnswers200, reading } = evidence;
  const problemsIn = brokenAgain(rule, broken, cellAnswers200, at);
  const shownBy = (call: Call, exchange: Exchange, problems: Problems): Counterexample => {
    return { call, request: requestOf(call, cell), exchange, problems };
  };
  const found = shownBy(own, reading.exchange, problems);
  if (!canSendAgain(rule, evidence, cell) || ownClient.givenUp() !== null) return found;
  const times = await countAgain(async () => problemsIn(own, await ownClient.again(own)) !== null);
  // A call left unanswered because the cell was given up says nothing.
  if (ownClient.givenUp() !== null) return found;
  if (times.broken < times.of) return { ...found, times };
  if (expectation === 'sample') return found;
  const fails = async (call: Call) => problemsIn(call, await ownClient.exchange(call)) !== null;
  const call = await smallestCall(own, fails, at);
  const exchange = await ownClient.exchange(call);
  const left = problemsIn(call, exchange);
  return left === null ? found : shownBy(call, exchange, left);
}

/** What an answer breaks of a rule, if it is as grave as before: a lesser part of the rule is not a smaller example. */
function brokenAgain(rule: Rule, { evidence, problems }: Broken, answers200: boolean, { cell, judge }: CellContext) {
  const { expectation } = evidence;
  return (call: Call, exchange: Exchange): Problems | null => {
    const judgement = judge.judge(rule, judge.read({ call, expectation, exchange }, cell, answers200));
    return isBroken(judgement) && levelOf(rule, judgement) === levelOf(rule, problems) ? judgement : null;
  };
}

/**
 * A variant of a call whose answer breaks a rule of a single answer, with the fewest traits and smallest values;
 * counted if it does not break the rule each time.
 */
export async function spelledExample(
  rule: Rule,
  broken: Broken,
  { probe, rule: sender }: SentProbe,
  at: CellContext,
): Promise<Counterexample> {
  const { cell, ownClient } = at;
  const { evidence, problems } = broken;
  const problemsIn = brokenAgain(rule, broken, true, at);
  const shownBy = (of: Probe, exchange: Exchange): Counterexample | null => {
    const left = problemsIn(of.sent ?? of.call, exchange);
    if (left === null) return null;
    const { code, variant } = of;
    const by = ruleOfTraits(of.traits ?? [])?.id ?? sender;
    return { ...shownProbe(of), probe: { rule: by, code, variant }, exchange, problems: left };
  };
  const first = evidence.reading.exchange;
  let smallest = { probe, shown: shownBy(probe, first) ?? { ...shownProbe(probe), exchange: first, problems } };
  if (cell.operation.effect === 'write') return noGraver(rule, smallest, at);
  const fails = async (of: Probe): Promise<boolean> => {
    const shown = shownBy(of, await ownClient.send(of, null));
    if (shown !== null) smallest = { probe: of, shown };
    return shown !== null;
  };
  const { traits } = probe;
  if (traits !== undefined) {
    const few = await fewest(traits, (some) => fails(spelledProbe(some, cell, probe.call)));
    await smallestCall(probe.call, (call) => fails(spelledProbe(few, cell, call)), at);
  }
  const times = await countAgain(() => fails(smallest.probe));
  const shown = noGraver(rule, smallest, at);
  return times.broken < times.of && ownClient.givenUp() === null ? { ...shown, times } : shown;
}

/** Makes the problems lesser where the target may not have understood the request, and may refuse it. */
function noGraver(rule: Rule, { probe, shown }: BrokenProbe, { cell, judge }: CellContext): Counterexample {
  const sender = rules.find(({ id }) => id === shown.probe?.rule);
  const isRequired = probe.level !== 'recommended' && sender?.level === 'required';
  if (
    isRequired ||
    checkOf(rule, 'answer')?.sees === 'refusals too' ||
    judge.parse(shown.exchange, cell).located.payload !== null
  )
    return shown;
  const [first, ...rest] = shown.problems;
  return { ...shown, problems: [{ ...first, ...LESSER }, ...rest.map((one) => ({ ...one, ...LESSER }))] };
}

/** Counts the first answer as broken, and sends more calls only if an equal one is answered well. */
async function countAgain(again: () => Promise<boolean>): Promise<{ readonly broken: number; readonly of: number }> {
  let broken = 1;
  let of = 1;
  while (of <= BROKEN_ANSWER.sure || (broken < of && of <= BROKEN_ANSWER.most)) {
    of += 1;
    if (await again()) broken += 1;
  }
  return { broken, of };
}

/** Timeouts take too long to repeat, writes are sent only as announced, no single call shows what a whole cell does. */
function canSendAgain(rule: Rule, { reading, cellAnswers200 }: Evidence, cell: Cell): boolean {
  const check = checkOf(rule, 'answer');
  if (cell.operation.effect === 'write' || check === undefined || check.sees === 'plain calls') return false;
  const { outcome } = reading.exchange;
  if (outcome.kind === 'trouble') return outcome.trouble.kind !== 'timeout' && outcome.trouble.kind !== 'too-large';
  return cellAnswers200 || checkOf(rule, 'cell') === undefined;
}
