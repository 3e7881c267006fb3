import { fewest } from '../../calls/shrink.ts';
import type { Counterexample } from '../../results/record/finding.ts';
import type { Problems } from '../../rules/judgement.ts';
import type { Probe } from '../../rules/probe.ts';
import { spelledProbe } from '../../rules/request/same-answer-rule.ts';
import { ruleOfTraits } from '../../rules/request/trait-registry.ts';
import { REFUSABLE, type Rule } from '../../rules/rule.ts';
import { rules } from '../../rules/rules.ts';
import { type Exchange, isStatus200 } from '../../wire/http/exchange.ts';
import type { Call } from '../../wire/soap/call.ts';
import { requestOf } from '../../wire/soap/request-of.ts';
import { type CellContext, isShownSmall, smallestCall } from './cell-context.ts';
import type { CheckOutcome } from './check-outcome.ts';
import { brokenAgain, type ConfirmedOutcome } from './confirm-outcome.ts';
import { shownProbe } from './probe-cell.ts';

/**
 * The smallest request that breaks a rule each time: the fewest traits, then the smallest values. One that does so only
 * sometimes stays as it is, with its counts, and so does a sample.
 */
export async function shrinkExample(rule: Rule, confirmed: ConfirmedOutcome, at: CellContext): Promise<CheckOutcome> {
  const { variant, times, ...outcome } = confirmed;
  const { broken } = outcome;
  if (broken === null) return outcome;
  const { cell, ownClient } = at;
  const { call, expectation, reading } = broken.evidence;
  const problemsIn = brokenAgain(rule, broken, at);
  let smallest = exampleOf(variant?.probe ?? null, call, reading.exchange, broken.problems);
  const breaks = async (smaller: Call, probe: Probe | null): Promise<boolean> => {
    const exchange = await (probe === null ? ownClient.exchange(smaller) : ownClient.send(probe, null));
    const problems = problemsIn(smaller, exchange);
    if (problems !== null) smallest = exampleOf(probe, smaller, exchange, problems);
    return problems !== null;
  };
  const [{ cause, part }] = broken.problems;
  const kind = `${rule.id} ${cause} ${part}`;
  const isSteady = times && times.broken === times.of && expectation !== 'sample';
  if (isSteady && (isStatus200(reading.exchange) || isShownSmall(kind, at))) {
    const { traits } = variant?.probe ?? {};
    if (variant === null) await smallestCall(call, (smaller) => breaks(smaller, null), at);
    else if (traits !== undefined) {
      const plain = variant.probe.call;
      const few = await fewest(traits, (some) => breaks(plain, spelledProbe(some, cell, plain)));
      await smallestCall(plain, (smaller) => breaks(smaller, spelledProbe(few, cell, smaller)), at);
    }
  }

  function exampleOf(probe: Probe | null, of: Call, exchange: Exchange, problems: Problems): Counterexample {
    if (probe === null) return { call: of, request: requestOf(of, cell), exchange, problems };
    const { code, variant: words, traits = [] } = probe;
    const sender = ruleOfTraits(traits)?.id ?? variant?.rule ?? rule.id;
    const shown = { ...shownProbe(probe), probe: { rule: sender, code, variant: words }, exchange };
    return { ...shown, problems: mayBeRefused(probe, sender, exchange) ? lesser(problems) : problems };
  }

  /** True where the target may not have understood the request, and refuses it. Observers say what may be. */
  function mayBeRefused({ part }: Probe, sender: string, exchange: Exchange): boolean {
    if (variant?.observed === true) return false;
    const isRequired = part === undefined && rules.find(({ id }) => id === sender)?.level === 'required';
    const { check } = broken ?? {};
    const judgesRefusals = check !== undefined && 'sees' in check && check.sees === 'refusals too';
    const { located, text } = at.judge.parse(exchange, cell);
    // With 200, a fault, a page or no text may be a refusal too; any other text answers the call, in a wrong form.
    const isText = text?.problems.length === 0 && !/^\s*$|<!doctype\s+html|<html\b|Fault>/i.test(text.text);
    const isAnswer = isStatus200(exchange) && isText;
    return !isRequired && !judgesRefusals && located.payload === null && !isAnswer;
  }

  const isOdd = times && times.broken < times.of;
  return { ...outcome, shown: isOdd ? { ...smallest, times } : smallest };
}

function lesser([first, ...rest]: Problems): Problems {
  return [{ ...first, part: REFUSABLE }, ...rest.map((problem) => ({ ...problem, part: REFUSABLE }))];
}
