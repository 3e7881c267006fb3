import type { Trait } from '../../calls/spelling/trait.ts';
import type { Counterexample } from '../../results/record/finding.ts';
import { probingOf } from '../../rules/check.ts';
import { isBroken } from '../../rules/judgement.ts';
import type { Probe } from '../../rules/probe.ts';
import { spelledProbe } from '../../rules/request/same-answer-rule.ts';
import { brokenTraits, ruleOfTraits } from '../../rules/request/trait-registry.ts';
import type { Rule } from '../../rules/rule.ts';
import type { Exchange } from '../../wire/http/exchange.ts';
import type { Call } from '../../wire/soap/call.ts';
import { type CellContext, maskedIn, smallestCall } from './cell-context.ts';
import type { CheckOutcome } from './check-outcome.ts';
import {
  type BrokenProbe,
  counterexampleOf,
  differsOnce,
  isBrokenProbe,
  type ProbeSender,
  tryProbe,
} from './probe-cell.ts';

/**
 * Compares planned calls in drawn spellings with the same calls in plain form, and shrinks what differs. @param own -
 * what the rules' own probes showed: the same traits are not reported again @returns by rule, the first that breaks it
 */
export async function judgeDrawn(own: readonly CheckOutcome[], at: CellContext) {
  const { cell, contract, judge, ownClient } = at;
  const found = new Map<Rule, Counterexample>();
  const known = brokenTraits(own);
  for (const { sent, exchange } of ownClient.answers().filter(({ sent: of }) => of?.planned === true)) {
    const sender = senderOf(sent?.probe.traits);
    if (sent === null || sender === null || ownClient.givenUp() !== null) continue;
    const { probe } = sent;
    const base = judge.parse(await ownClient.exchange(probe.call), cell);
    const differs = (answer: Exchange): boolean =>
      isBroken(sender.probing.judge(base, judge.parse(answer, cell), probe, contract, maskedIn(at), null));
    if (base.response?.status !== 200 || !differs(exchange)) continue;
    // As it was drawn: response.own-call looks for an answer that came once only.
    if (!differs(await ownClient.send(probe, { rule: sent.rule }))) continue;
    const broken = await smallestOf(probe, known, at);
    const owner = senderOf(broken?.probe.traits)?.rule;
    for (const { id } of broken?.probe.traits ?? []) known.add(id);
    if (broken !== null && owner !== undefined && !found.has(owner)) found.set(owner, counterexampleOf(broken));
  }
  return found;
}

function senderOf(traits: readonly Trait[] = []): ProbeSender | null {
  const rule = ruleOfTraits(traits);
  const probing = rule && probingOf(rule);
  return rule === undefined || probing === undefined ? null : { rule, probing };
}

/** The probe with the fewest traits, known ones excepted, and the smallest values; null if only known traits differ. */
async function smallestOf(probe: Probe, known: ReadonlySet<string>, at: CellContext): Promise<BrokenProbe | null> {
  const { cell } = at;
  const left = (probe.traits ?? []).filter(({ id }) => !known.has(id));
  const sender = senderOf(left);
  if (sender === null) return null;
  const [few] = (await tryProbe(sender, spelledProbe(left, cell, probe.call), at)).filter(isBrokenProbe);
  if (few === undefined) return null;
  const { traits = [], call } = few.probe;
  const owner = senderOf(traits) ?? sender;
  const fails = (smaller: Call) => differsOnce(owner, spelledProbe(traits, cell, smaller), at);
  const smaller = await smallestCall(call, fails, at);
  if (smaller === call) return few;
  const [smallest] = (await tryProbe(owner, spelledProbe(traits, cell, smaller), at)).filter(isBrokenProbe);
  return smallest ?? few;
}
