import type { Cell } from '../../contract/model.ts';
import { type CellSummary, type RuleResult, ruleResult } from '../../results/outcome.ts';
import { summarize } from '../../results/summarize.ts';
import { fieldCoverage } from '../../rules/answer/coverage.ts';
import type { Rule } from '../../rules/rule.ts';
import { rulesFor } from '../../rules/rules.ts';
import { planCalls } from '../plan/plan-calls.ts';
import { answerCalls, type CellAnswers } from './answer-calls.ts';
import { type CellContext, contextOf } from './cell-context.ts';
import type { CheckOutcome } from './check-outcome.ts';
import { confirmOutcome } from './confirm-outcome.ts';
import { judgeRule } from './judge-rule.ts';
import { observeCell } from './observe-cell.ts';
import { equalReads, keptExchanges, makeFinding } from './records.ts';
import type { Session } from './session.ts';
import { shrinkExample } from './shrink-example.ts';

/** A cell whose requests have been answered. */
export type OpenCell = Readonly<Awaited<ReturnType<typeof openCell>>>;

/** Runs a cell in seven phases: plan, answer and observe; then, for each rule, judge, confirm, shrink and record. */
export async function openCell(session: Session, cell: Cell) {
  const at = contextOf(session, cell);
  const before = spentBy(session);
  const calls = planCalls(cell, at.contract, at.plan, at.shared(cell));
  const answers = await answerCalls(calls, at);
  const seen = await observeCell(calls, answers, at);
  return {
    /** The verdict of a rule, with the smallest example if it is broken. */
    judge: async (rule: Rule): Promise<RuleResult> => {
      const judged = await judgeRule(rule, seen, at);
      const confirmed = await confirmOutcome(rule, judged, seen, at);
      const shrunk = await shrinkExample(rule, confirmed, at);
      return recordRule(rule, shrunk, at);
    },
    /** The calls of the cell and what they have shown so far. */
    summary: (): CellSummary => summaryOf(seen, before, at),
  };
}

/** The result of a rule. Rules that were not judged because the cell was given up say so. */
function recordRule(rule: Rule, { shown, broken: _broken, ...outcome }: CheckOutcome, at: CellContext): RuleResult {
  const { cell, client, ownClient, redact } = at;
  const givenUp = ownClient.givenUp();
  const isOpen = ['inconclusive', 'not-reached'].includes(outcome.verdict) && outcome.reason?.code !== 'limit';
  const code = client.down() === null ? 'given-up' : 'target-down';
  const told =
    isOpen && givenUp !== null
      ? ({ verdict: 'not-reached', judged: 0, reason: { code, text: givenUp } } as const)
      : outcome;
  const reason = told.reason && { ...told.reason, text: redact(told.reason.text) };
  return ruleResult(rule, cell, { ...told, reason }, shown && makeFinding(rule, cell, shown, at));
}

type Spent = ReturnType<typeof spentBy>;

/** What all cells together have cost so far. */
function spentBy({ client }: Session) {
  const { requests, backedOff, waited, outages } = client;
  return { requests: requests(), backedOff: backedOff(), waitedMs: waited(), outages: outages().length };
}

/** @param before - what was spent before the cell: it counts what was sent for it to others too */
function summaryOf({ planned, peers }: CellAnswers, before: Spent, at: CellContext): CellSummary {
  const { cell, client, contract, ownClient, plan, rules } = at;
  const spent = spentBy(at);
  const kept = [...keptExchanges(planned, rulesFor(cell, contract, rules), at), ...peers];
  const fields = fieldCoverage(planned, cell, contract, plan.options.unused);
  const down = client.down();
  // The first cell of a write sends the orders of all of its bindings.
  const isWrite = cell.operation.effect === 'write';
  const requests = isWrite ? ownClient.exchanges().length : spent.requests - before.requests;
  const changing = [...(at.changing.get(cell.operation.name)?.get(cell.binding) ?? [])];
  return {
    ...summarize(cell, ownClient, requests, planned, fields, kept),
    backedOff: spent.backedOff - before.backedOff,
    waitedMs: spent.waitedMs - before.waitedMs,
    outages: client.outages().slice(before.outages),
    ...(changing.length === 0 ? {} : { changing }),
    ...(isWrite ? {} : { data: at.dataDigests(equalReads(planned, at)) }),
    ...(down === null ? {} : { targetDown: down.message }),
  };
}
