import { cellName } from '../contract/cell-name.ts';
import type { BindingName, Cell, Contract } from '../contract/model.ts';
import { chosenEvidence } from '../engine/records.ts';
import { type Judge, openJudge, type RuleOutcome, type RuleVerdict } from '../judging/judge.ts';
import { type CellSummary, type RecordedCall, type RuleResult, ruleResult } from '../results/outcome.ts';
import { findingId, recordedFinding } from '../results/record/finding.ts';
import type { Recording, Recordings } from '../results/record/recording.ts';
import type { Redact } from '../results/record/redact.ts';
import { redactedCall } from '../results/record/redact.ts';
import { summarize } from '../results/summarize.ts';
import { fieldCoverage } from '../rules/coverage.ts';
import type { Reason } from '../rules/judgement.ts';
import type { Rule } from '../rules/rule.ts';
import { rules as allRules, rulesFor } from '../rules/rules.ts';
import type { SchemaValidator } from '../xml/schema.ts';
import { compareOffline, type Read } from './compare-offline.ts';
import { offlineRules } from './offline-rules.ts';

/** What judging recordings needs beside them. */
export interface OfflinePlan {
  readonly contract: Contract;
  readonly rules: readonly Rule[];
  /** The cells to judge, with why one is left alone, or null. */
  readonly cells: readonly { readonly cell: Cell; readonly skip: Reason | null }[];
  /** The bindings that were selected; null for all. */
  readonly bindings: readonly BindingName[] | null;
  readonly validator: SchemaValidator;
  readonly redact: Redact;
  /** What a rule came to in a cell when it was recorded; null where it is not known. */
  readonly recorded: (rule: string, cell: Cell) => RuleVerdict | null;
  /** The command that shows a finding again. */
  readonly command: (findingId: string) => string;
}

/** The reason of a rule that is skipped because it needs requests of its own. */
const NEEDS_TRAFFIC: Reason = {
  code: 'needs-traffic',
  text: 'it sends requests of its own, which judging offline does not',
};
const FAILED_THEN: Reason = {
  code: 'needs-traffic',
  text: 'it failed then, and sends requests of its own: only traffic can tell whether it still fails',
};

/** What judging brought. */
export interface JudgedOffline {
  readonly ruleResults: readonly RuleResult[];
  readonly summaries: readonly CellSummary[];
}

/** Judges recorded exchanges by the rules of today. Pure but for the validator; nothing is sent. */
export function judgeOffline({ all, answered }: Recordings, plan: OfflinePlan): JudgedOffline {
  const ruleResults: RuleResult[] = [];
  const summaries: CellSummary[] = [];
  // The validator is called where no rule objects, whether the rule is wanted or not, as in a run.
  const rules = offlineRules(allRules, all);
  // These rules see more than a response: what was recorded of it.
  const judge = openJudge({ contract: plan.contract, validator: plan.validator, rules, judgeEach: true });
  const wanted = rules.filter(({ id }) => plan.rules.some((one) => one.id === id));
  const operations = new Set(plan.cells.map(({ cell }) => cell.operation));
  for (const operation of operations) {
    const cells = plan.cells.filter(({ cell }) => cell.operation === operation);
    const open = cells.map(({ cell, skip }) => {
      const own = all.filter((one) => cellName(one.cell) === cellName(cell));
      return { cell, skip, reads: readCell(own, cell, answered.has(cellName(cell)), judge) };
    });
    const planned = new Set(cells.map(({ cell }) => cellName(cell)));
    const beside = all.filter((one) => one.cell.operation.name === operation.name && !planned.has(cellName(one.cell)));
    const ofOperation = [...open.flatMap(({ reads }) => reads), ...beside.map((one) => readPeer(one, judge))];
    for (const { cell, skip, reads } of open) {
      const applicable = rulesFor(cell, plan.contract, wanted);
      for (const rule of applicable) {
        const outcome = skip === null ? judgeRule(rule, cell, reads, ofOperation, plan, judge) : skipped(skip);
        ruleResults.push(resultOf(rule, cell, outcome, reads, plan));
      }
      if (skip === null) summaries.push(summaryOf(cell, reads, applicable, plan, judge));
    }
  }
  return { ruleResults, summaries };
}

function readCell(own: readonly Recording[], cell: Cell, answered: boolean, judge: Judge): readonly Read[] {
  const evidence = judge.readAll(own, cell, answered ? true : null);
  return evidence.flatMap((one, index): readonly Read[] => {
    const recording = own[index];
    return recording === undefined ? [] : [{ recording, evidence: one }];
  });
}

/** An answer of a cell that is not judged itself, for comparison. */
function readPeer(recording: Recording, judge: Judge): Read {
  return { recording, evidence: judge.read(recording, recording.cell, null) };
}

function judgeRule(
  rule: Rule,
  cell: Cell,
  reads: readonly Read[],
  ofOperation: readonly Read[],
  { recorded, bindings }: OfflinePlan,
  judge: Judge,
): RuleOutcome {
  if (rule.probing !== undefined) {
    if (recorded(rule.id, cell) !== 'fail') return skipped(NEEDS_TRAFFIC);
    return { verdict: 'inconclusive', judged: 0, reason: FAILED_THEN, broken: null };
  }
  if (rule.comparing !== undefined) return compareOffline(rule, reads, ofOperation, bindings);
  const evidence = reads.map((one) => one.evidence);
  const outcome = judge.judgeCell(rule, evidence, cell);
  if (outcome.verdict !== 'inconclusive' || reads.length === 0) return outcome;
  const [why, ...others] = reads.map(({ recording }) => recording.silent.get(rule.id));
  return why === undefined || others.includes(undefined) ? outcome : skipped({ code: 'not-recorded', text: why });
}

function skipped(reason: Reason): RuleOutcome {
  return { verdict: 'skipped', judged: 0, reason, broken: null };
}

function resultOf(
  rule: Rule,
  cell: Cell,
  { verdict, judged, reason, broken }: RuleOutcome,
  reads: readonly Read[],
  { contract, redact, command }: OfflinePlan,
): RuleResult {
  const shown = broken === null ? undefined : reads.find(({ evidence }) => evidence === broken.evidence);
  const finding =
    shown === undefined || broken === null
      ? null
      : recordedFinding(
          rule,
          cell,
          { call: shown.recording.call, problems: broken.problems, exchange: shown.recording.shown() },
          { contract, redact, command: command(findingId(rule.id, cell)) },
        );
  const shownReason = reason === null ? null : { ...reason, text: redact(reason.text) };
  return ruleResult(rule, cell, { verdict, judged, reason: shownReason }, finding);
}

function summaryOf(
  cell: Cell,
  reads: readonly Read[],
  rules: readonly Rule[],
  { contract, redact }: OfflinePlan,
  judge: Judge,
): CellSummary {
  const all = reads.map(({ evidence }) => evidence);
  const chosen = new Set(chosenEvidence(all, rules, judge));
  const kept = reads.flatMap(({ recording, evidence }): readonly RecordedCall[] => {
    if (!chosen.has(evidence)) return [];
    const { call, expectation, shown } = recording;
    const { operation, binding } = cell;
    return [{ operation: operation.name, binding, call: redactedCall(call, redact), expectation, exchange: shown() }];
  });
  const asked = {
    exchanges: () => reads.map(({ recording }) => recording.exchange),
    calls: () => reads.map(({ recording }) => recording.call),
  };
  return summarize(cell, asked, reads.length, all, fieldCoverage(all, cell, contract), kept);
}
