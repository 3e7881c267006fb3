import type { Cell } from '../../contract/model.ts';
import type { RuleOutcome } from '../../judge/rule-outcome.ts';
import { type CellSummary, type RuleResult, ruleResult } from '../../results/outcome.ts';
import type { Counterexample } from '../../results/record/finding.ts';
import { summarize } from '../../results/summarize.ts';
import { fieldCoverage } from '../../rules/answer/coverage.ts';
import { checkOf } from '../../rules/check.ts';
import type { Evidence } from '../../rules/evidence.ts';
import type { Rule } from '../../rules/rule.ts';
import { isCounted } from '../../rules/rule-sets.ts';
import { rulesFor } from '../../rules/rules.ts';
import { sendOrders } from '../plan/orders.ts';
import { planCalls } from '../plan/plan-calls.ts';
import type { Answered } from '../send/cell-client.ts';
import { contextOf } from './cell-context.ts';
import { openRelations } from './cell-relations.ts';
import { peersOf } from './compare-bindings.ts';
import { confirmLists } from './confirm-lists.ts';
import { furtherAnswers } from './further-answers.ts';
import { plannedAnswers } from './planned-answers.ts';
import { notApplicable, type Probed } from './probed.ts';
import { keptExchanges, makeFinding } from './records.ts';
import { runTrial } from './run-trial.ts';
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

  /** The answers that a rule may see. */
  const answersFor = async (rule: Rule): Promise<readonly Evidence[]> => {
    await relations.sendAll();
    return [
      ...all,
      ...[...further()].flatMap(([evidence, answer]) => (judges(rule, answer, plan.options.ruleSet) ? [evidence] : [])),
    ];
  };
  /** What a rule says of the answers of the cell, with the smallest example. */
  const judgeAnswers = async (rule: Rule): Promise<Probed> => {
    const answers = await answersFor(rule);
    let outcome = at.judge.judgeCell(rule, answers, cell, plan.pools.lists);
    if (outcome.broken !== null && checkOf(rule, 'cell')?.lists !== undefined)
      outcome = await confirmLists(rule, answers, outcome, at);
    const { broken } = outcome;
    if (broken === null) return { outcome, shown: null };
    const variant = further().get(broken.evidence)?.sent ?? null;
    if (variant === null) return { outcome, shown: await smallestExample(rule, broken, at) };
    return { outcome, shown: await spelledExample(rule, broken, variant, at) };
  };
  /** What the checks of a rule say, in their order, until one is broken. */
  const judgeChecks = async (rule: Rule): Promise<Probed> => {
    const trial = checkOf(rule, 'trial');
    const others = async () => relations.of(rule) ?? judgeAnswers(rule);
    const tried = async () => trial && runTrial(trial, await answersFor(rule), at);
    let decided: Probed | null = null;
    for (const step of rule.checks[0] === trial ? [tried, others] : [others, tried]) {
      const probed = (await step()) ?? null;
      if (probed?.outcome.verdict === 'fail') {
        const judged = probed.outcome.judged + (decided?.outcome.judged ?? 0);
        return { ...probed, outcome: { ...probed.outcome, judged } };
      }
      decided ??= probed;
    }
    return decided ?? notApplicable();
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
      const { outcome, shown } = await judgeChecks(rule);
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
function judges(rule: Rule, { sent }: Answered, ruleSet?: string): boolean {
  if (sent === null) return true;
  const { observed, rule: sender, probe } = sent;
  if (probe.traits?.some(({ exempts }) => exempts?.includes(rule.id))) return false;
  // A rule that counts is not judged by what is sent for one that does not: older versions would not send it.
  return observed === true || isCounted(sender, ruleSet) || !isCounted(rule.id, ruleSet);
}
