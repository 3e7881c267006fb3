import type { Cell } from '../../contract/model.ts';
import type { RuleOutcome } from '../../judge/rule-outcome.ts';
import { type CellSummary, type RuleResult, ruleResult } from '../../results/outcome.ts';
import type { Counterexample } from '../../results/record/finding.ts';
import { summarize } from '../../results/summarize.ts';
import { fieldCoverage } from '../../rules/answer/coverage.ts';
import type { Rule } from '../../rules/rule.ts';
import { isCounted } from '../../rules/rule-sets.ts';
import { rulesFor } from '../../rules/rules.ts';
import { sendOrders } from '../plan/orders.ts';
import { planCalls } from '../plan/plan-calls.ts';
import { afterOthers } from './after-others.ts';
import { contextOf } from './cell-context.ts';
import { openRelations } from './cell-relations.ts';
import { peersOf } from './compare-bindings.ts';
import { confirmLasting } from './confirm-lasting.ts';
import { confirmLists } from './confirm-lists.ts';
import { type FurtherAnswer, furtherAnswers } from './further-answers.ts';
import { plannedAnswers } from './planned-answers.ts';
import { judgedBy, type Probed } from './probed.ts';
import { keptExchanges, makeFinding } from './records.ts';
import type { Session } from './session.ts';
import { smallestExample, spelledExample } from './smallest-example.ts';

/** A cell whose calls have been answered. */
export type CellSession = Readonly<Awaited<ReturnType<typeof openCellSession>>>;

/** Sends a cell its calls and keeps the answers for the rules. */
export async function openCellSession(session: Session, cell: Cell) {
  const at = contextOf(session, cell);
  const { contract, client, ownClient, plan, redact } = at;
  const before = client.requests();
  const backedOff = client.backedOff();
  const outages = client.outages().length;
  const waited = client.waited();
  const calls = planCalls(cell, contract, plan, at.shared(cell));
  if (cell.operation.effect === 'write')
    await sendOrders([at, ...peersOf(cell, plan.options).map((peer) => contextOf(at, peer))]);
  const all = await plannedAnswers(calls, at);
  const paired = calls.filter(({ peer }) => peer !== undefined);
  const relations = openRelations(all, paired, at);
  const further = furtherAnswers(all, at);

  /** What a rule of single answers says of all that the cell answered, with the smallest example. */
  const judgeAnswers = async (rule: Rule): Promise<Probed> => {
    await relations.sendAll();
    const others = further();
    const rest = [...others].filter(([, answer]) => judges(rule, answer, plan.options.ruleSet));
    const answers = rule.ofPlainCalls === true ? all : [...all, ...rest.map(([evidence]) => evidence)];
    let outcome = at.judge.judgeCell(rule, answers, cell, plan.pools.lists);
    if (outcome.broken !== null && rule.listing !== undefined) outcome = await confirmLists(rule, answers, outcome, at);
    if (outcome.broken !== null && rule.overTime === true) return confirmLasting(outcome, answers, at);
    // What shows each time tells more than what was seen once.
    const after = rule.afterOthers === true ? await afterOthers(all, at) : null;
    if (after !== null) return judgedBy(outcome.judged + 1, [after]);
    const { broken } = outcome;
    if (broken === null) return { outcome, shown: null };
    const variant = others.get(broken.evidence)?.sent ?? null;
    if (variant === null) return { outcome, shown: await smallestExample(rule, broken, at) };
    return { outcome, shown: await spelledExample(rule, broken, variant, at) };
  };

  const leftOut = (text: string): Outcome => {
    const code = ownClient.targetIsDown() ? 'target-down' : 'given-up';
    return { verdict: 'not-reached', judged: 0, reason: { code, text } };
  };
  const resultOf = (rule: Rule, { reason, ...outcome }: Outcome, shown: Counterexample | null): RuleResult => {
    const shownReason = reason === null ? null : { ...reason, text: redact(reason.text) };
    const finding = shown === null ? null : makeFinding(rule, cell, shown, session);
    return ruleResult(rule, cell, { ...outcome, reason: shownReason }, finding);
  };

  return {
    /** The verdict of a rule, with the smallest example if it is broken. */
    judge: async (rule: Rule): Promise<RuleResult> => {
      // Without any answer, no rule has anything to judge.
      const why = ownClient.givenUp();
      if (why !== null && all.length === 0) return resultOf(rule, leftOut(why), null);
      const { outcome, shown } = await (relations.of(rule) ?? judgeAnswers(rule));
      const givenUp = ownClient.givenUp();
      // Rules that were not judged because the cell was given up say so.
      const isOpen = ['inconclusive', 'not-reached'].includes(outcome.verdict) && outcome.reason?.code !== 'limit';
      return resultOf(rule, isOpen && givenUp !== null ? leftOut(givenUp) : outcome, shown);
    },
    /** The calls of the cell and what they have shown so far. */
    summary: (): CellSummary => {
      const kept = keptExchanges(all, rulesFor(cell, contract, session.rules), at);
      const fields = fieldCoverage(all, cell, contract, plan.options.unused);
      const summary = summarize(cell, ownClient, client.requests() - before, all, fields, [
        ...kept,
        ...relations.peers,
      ]);
      const down = client.down();
      const away = { outages: client.outages().slice(outages) };
      const waits = { backedOff: client.backedOff() - backedOff, waitedMs: client.waited() - waited, ...away };
      const changing = [...(session.changing.get(cell.operation.name)?.get(cell.binding) ?? [])];
      const changed = changing.length === 0 ? {} : { changing };
      return { ...summary, ...waits, ...changed, ...(down === null ? {} : { targetDown: down.message }) };
    },
  };
}

type Outcome = Omit<RuleOutcome, 'broken'>;

/** Whether a rule judges an answer to something else than a planned call. */
function judges(rule: Rule, { isRefusal, sent }: FurtherAnswer, ruleSet?: string): boolean {
  if (isRefusal && rule.ofRefusals !== true && rule.ofEveryAnswer !== true) return false;
  if (sent === null) return true;
  const { observed, rule: sender, probe } = sent;
  if (probe.traits?.some(({ exempts }) => exempts?.includes(rule.id))) return false;
  // A rule that counts is not judged by what is sent for one that does not: older versions would not send it.
  return observed === true || isCounted(sender, ruleSet) || !isCounted(rule.id, ruleSet);
}
