import type { Cell } from '../contract/model.ts';
import type { RuleOutcome } from '../judging/rule-outcome.ts';
import { type CellSummary, type RecordedCall, type RuleResult, ruleResult } from '../results/outcome.ts';
import type { Counterexample } from '../results/record/finding.ts';
import { summarize } from '../results/summarize.ts';
import { fieldCoverage } from '../rules/coverage.ts';
import type { Comparing, Evidence, Rule } from '../rules/rule.ts';
import { isCounted } from '../rules/rule-sets.ts';
import { rulesFor } from '../rules/rules.ts';
import { afterOthers } from './after-others.ts';
import { atTimes } from './at-times.ts';
import type { SentProbe } from './cell-client.ts';
import { type CellContext, contextOf } from './cell-context.ts';
import { compareBindings, peersOf } from './compare-bindings.ts';
import { confirmLasting } from './confirm-lasting.ts';
import { confirmLists } from './confirm-lists.ts';
import { drawnFor } from './drawn-for.ts';
import { judgeDrawn } from './drawn-spellings.ts';
import { furtherAnswers } from './further-answers.ts';
import { inParallel } from './in-parallel.ts';
import { judgeDescription } from './judge-description.ts';
import { sendOrders } from './orders.ts';
import { planCalls } from './plan-calls.ts';
import { plannedAnswers } from './planned-answers.ts';
import { probeCell } from './probe-cell.ts';
import { judgedBy, notApplicable, type Probed } from './probed.ts';
import { probedCall } from './probed-call.ts';
import { keptExchanges, makeFinding, peerExchanges } from './records.ts';
import type { Session } from './session.ts';
import { smallestExample, spelledExample } from './smallest-example.ts';
import { judgeSuspected } from './suspected-calls.ts';

/** A cell whose calls have been answered. */
export interface CellSession {
  /** The verdict of a rule, with the smallest example if it is broken. */
  readonly judge: (rule: Rule) => Promise<RuleResult>;
  /** The calls of the cell and what they have shown so far. */
  readonly summary: () => CellSummary;
}

/** How many calls of a cell that answers none are compared with other bindings: each would show the same. */
const OF_NONE = 4;

/** Sends a cell its calls and keeps the answers for the rules. */
export async function openCellSession(session: Session, cell: Cell): Promise<CellSession> {
  const at = contextOf(session, cell);
  const { contract, client, ownClient, plan, redact } = at;
  const { ruleSet } = plan.options;
  const before = client.requests();
  const backedOff = client.backedOff();
  const outages = client.outages().length;
  const waited = client.waited();
  const shared = at.shared(cell);
  const calls = planCalls(cell, contract, plan, shared);
  const paired = calls.filter(({ peer }) => peer !== undefined);
  if (cell.operation.effect === 'write')
    await sendOrders([at, ...peersOf(cell, plan.options).map((peer) => contextOf(at, peer))]);
  const all = await plannedAnswers(calls, at);
  const peers: RecordedCall[] = [];
  const further = furtherAnswers(all, at);

  // Probes are variants of this call, and the other bindings get it too.
  const base = probedCall(all, contract);

  const { shuffled } = drawnFor(cell, plan);
  const rules = rulesFor(cell, contract, session.rules);
  const sent = new Map<Rule, Promise<Probed>>();
  const once = (rule: Rule, send: () => Promise<Probed>): Promise<Probed> => {
    const known = sent.get(rule) ?? send();
    sent.set(rule, known);
    return known;
  };
  /** The result of a rule over several exchanges, computed once; null for a rule of a single answer. */
  const relate = (rule: Rule): Promise<Probed> | null => {
    const { probing, comparing, describing } = rule;
    // A write is sent only as often as announced.
    if (probing !== undefined && cell.operation.effect === 'read')
      return once(rule, async () => {
        const probed = await probeCell({ rule, probing }, base?.call ?? null, at);
        return judgeSuspected({ rule, probing }, all, probed, at);
      });
    if (comparing !== undefined) return once(rule, () => compare(rule, comparing));
    return describing === undefined ? null : once(rule, () => judgeDescription(describing, at));
  };
  /** What drawn spellings of the planned calls show in addition to the rules' own probes, which are sent first. */
  let drawn: Promise<ReadonlyMap<string, Counterexample>> | null = null;
  const judgeDrawnOnce = async () => {
    const own: Probed[] = [];
    for (const rule of rules)
      if (rule.probing?.dimensions !== undefined) own.push((await relate(rule)) ?? notApplicable());
    return judgeDrawn(own, at);
  };
  const compare = async (rule: Rule, comparing: Comparing): Promise<Probed> => {
    const isAnswered = cell.operation.effect === 'write' || all.some(({ cellAnswers200 }) => cellAnswers200);
    const calls = isAnswered ? { shared, paired, base } : { shared: shared.slice(0, OF_NONE), paired: [], base };
    const compared = await compareBindings({ rule, comparing }, calls, at);
    if (compared.shown !== null) peers.push(...(await peerExchanges(compared.shown.call, at)));
    return compared;
  };

  /** Sends all that the rules send: answers to probes and repeats are judged too. */
  const relateAll = async (): Promise<void> => {
    const atOnce = cell.operation.effect === 'write' ? 1 : plan.options.limits.concurrency;
    await inParallel(shuffled(rules, 'rules'), atOnce, async (one) => relate(one));
    await resendRefused(all, at);
  };
  let related: Promise<void> | null = null;
  const judged = async (rule: Rule): Promise<Probed> => {
    const relation = await relate(rule);
    if (relation !== null) {
      if (rule.comparing?.atTimes === true && relation.outcome.verdict !== 'fail') {
        related ??= relateAll();
        await related;
        const shown = await atTimes(rule.comparing, all, at);
        return shown === null ? relation : judgedBy(relation.outcome.judged + 1, [shown]);
      }
      if (rule.probing?.dimensions === undefined || relation.outcome.verdict === 'fail') return relation;
      drawn ??= judgeDrawnOnce();
      const shown = (await drawn).get(rule.id);
      if (shown === undefined) return relation;
      return { outcome: { verdict: 'fail', judged: relation.outcome.judged + 1, reason: null }, shown };
    }
    related ??= relateAll();
    await related;
    const others = further();
    // A rule that counts is not judged by what is sent for one that does not: older versions would not send it.
    const judges = ({ observed, rule: sender, probe: { traits = [] } }: SentProbe): boolean =>
      !traits.some(({ exempts }) => exempts?.includes(rule.id)) &&
      (observed === true || isCounted(sender, ruleSet) || !isCounted(rule.id, ruleSet));
    const rest = [...others].filter(
      ([, { isRefusal, sent: by }]) =>
        (!isRefusal || rule.ofRefusals === true || rule.ofEveryAnswer === true) && (by === null || judges(by)),
    );
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
    judge: async (rule) => {
      // Without any answer, no rule has anything to judge.
      const why = ownClient.givenUp();
      if (why !== null && all.length === 0) return resultOf(rule, leftOut(why), null);
      const { outcome, shown } = await judged(rule);
      const givenUp = ownClient.givenUp();
      // Rules that were not judged because the cell was given up say so.
      const isOpen = ['inconclusive', 'not-reached'].includes(outcome.verdict) && outcome.reason?.code !== 'limit';
      return resultOf(rule, isOpen && givenUp !== null ? leftOut(givenUp) : outcome, shown);
    },
    summary: () => {
      const kept = keptExchanges(all, rules, at);
      const fields = fieldCoverage(all, cell, contract, plan.options.unused);
      const summary = summarize(cell, ownClient, client.requests() - before, all, fields, [...kept, ...peers]);
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

const MOST_RESENT = 3;

/** Sends refused calls again: a call that is sometimes refused is another fault than one that always is. */
async function resendRefused(all: readonly Evidence[], { cell, ownClient }: CellContext): Promise<void> {
  if (cell.operation.effect === 'write') return;
  const refused = all.filter(({ cellAnswers200, reading: { response } }) => {
    return cellAnswers200 && response !== null && response.status !== 200;
  });
  for (const { call } of refused.slice(0, MOST_RESENT)) await ownClient.again(call);
}
