import { cellName } from '../contract/cell-name.ts';
import type { Cell, Contract } from '../contract/model.ts';
import { chosenEvidence } from '../engine/keep-exchanges.ts';
import { judgeCell, type RuleOutcome, type RuleVerdict, readResponses, withSchemaVerdict } from '../judging/judge.ts';
import { apart } from '../judging/judgement.ts';
import { schemaAsker } from '../judging/schema-memo.ts';
import type { CellSummary, RecordedCall, RuleResult } from '../results/outcome.ts';
import { findingId, recordedFinding } from '../results/record/finding.ts';
import type { Recording, Recordings } from '../results/record/recording.ts';
import type { Redact } from '../results/record/redact.ts';
import { redactedCall } from '../results/record/redact.ts';
import { summarize } from '../results/summarize.ts';
import { fieldCoverage } from '../rules/coverage.ts';
import type { Rule } from '../rules/rule.ts';
import { rulesFor } from '../rules/rules.ts';
import type { SchemaValidator } from '../xml/schema.ts';
import { compareOffline, type Read } from './compare-offline.ts';
import { offlineRules } from './offline-rules.ts';

/** What judging recordings needs beside them. */
export interface OfflinePlan {
  readonly contract: Contract;
  readonly rules: readonly Rule[];
  /** The cells to judge, with why one is left alone, or null. */
  readonly cells: readonly { readonly cell: Cell; readonly skip: string | null }[];
  readonly validator: SchemaValidator;
  readonly redact: Redact;
  /** What a rule came to in a cell when it was recorded; null where it is not known. */
  readonly recorded: (rule: string, cell: Cell) => RuleVerdict | null;
  /** The command that shows a finding again. */
  readonly command: (findingId: string) => string;
}

/** The reason of a rule that is skipped because it needs requests of its own. */
export const NEEDS_TRAFFIC = 'it sends requests of its own, which judging offline does not';
const FAILED_THEN = 'it failed then, and sends requests of its own: only traffic can tell whether it still fails';

/** What judging brought. */
export interface JudgedOffline {
  readonly ruleResults: readonly RuleResult[];
  readonly summaries: readonly CellSummary[];
}

/** Judges recorded exchanges by the rules of today. Pure but for the validator; nothing is sent. */
export function judgeOffline({ all, answered }: Recordings, plan: OfflinePlan): JudgedOffline {
  const ruleResults: RuleResult[] = [];
  const summaries: CellSummary[] = [];
  const operations = new Set(plan.cells.map(({ cell }) => cell.operation));
  for (const operation of operations) {
    const cells = plan.cells.filter(({ cell }) => cell.operation === operation);
    const open = cells.map(({ cell, skip }) => {
      const own = all.filter((one) => cellName(one.cell) === cellName(cell));
      return { cell, skip, ...readCell(own, cell, answered.has(cellName(cell)), plan) };
    });
    const planned = new Set(cells.map(({ cell }) => cellName(cell)));
    const beside = all.filter((one) => one.cell.operation.name === operation.name && !planned.has(cellName(one.cell)));
    const ofOperation = [...open.flatMap(({ reads }) => reads), ...beside.flatMap((one) => readPeer(one, plan))];
    for (const { cell, skip, reads, rules } of open) {
      for (const rule of rules) {
        const outcome = skip === null ? judgeRule(rule, cell, reads, ofOperation, plan) : skipped(skip);
        ruleResults.push(resultOf(rule, cell, outcome, reads, plan));
      }
      if (skip === null) summaries.push(summaryOf(cell, reads, rules, plan));
    }
  }
  return { ruleResults, summaries };
}

function readCell(
  own: readonly Recording[],
  cell: Cell,
  answered: boolean,
  { contract, rules, validator }: OfflinePlan,
) {
  const applicable = offlineRules(rulesFor(cell, contract, rules), own);
  // The schema's word is asked where no rule objects, whether the rule is wanted or not, as in a run.
  const objecting = offlineRules(rulesFor(cell, contract), own);
  const ask = schemaAsker({ contract, validator, validateAll: true }, cell);
  // These rules see more than an answer: what was recorded of it.
  const evidence = readResponses(own, cell, contract, answered ? true : null).map(apart);
  const reads = evidence.flatMap((one, index): readonly Read[] => {
    const recording = own[index];
    return recording === undefined ? [] : [{ recording, evidence: withSchemaVerdict(one, objecting, ask) }];
  });
  return { reads, rules: applicable };
}

/** An answer of a cell that is not judged itself, for comparison. */
function readPeer(recording: Recording, { contract }: OfflinePlan): readonly Read[] {
  return readResponses([recording], recording.cell, contract, null).map((evidence) => ({ recording, evidence }));
}

function judgeRule(
  rule: Rule,
  cell: Cell,
  reads: readonly Read[],
  ofOperation: readonly Read[],
  { contract, recorded }: OfflinePlan,
): RuleOutcome {
  if (rule.probing !== undefined) {
    if (recorded(rule.id, cell) !== 'fail') return skipped(NEEDS_TRAFFIC);
    return { verdict: 'inconclusive', judged: 0, reason: FAILED_THEN, broken: null };
  }
  if (rule.comparing !== undefined) return compareOffline(rule, reads, ofOperation);
  const evidence = reads.map((one) => one.evidence);
  const outcome = judgeCell(rule, evidence, cell, contract);
  if (outcome.verdict !== 'inconclusive' || reads.length === 0) return outcome;
  const [why, ...others] = reads.map(({ recording }) => recording.silent.get(rule.id));
  return why === undefined || others.includes(undefined) ? outcome : skipped(why);
}

function skipped(reason: string): RuleOutcome {
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
  return {
    kind: 'rule',
    rule: rule.id,
    level: rule.level,
    operation: cell.operation.name,
    binding: cell.binding,
    verdict,
    judged,
    reason: reason === null ? null : redact(reason),
    finding:
      shown === undefined || broken === null
        ? null
        : recordedFinding(
            rule,
            cell,
            { call: shown.recording.call, problems: broken.problems, exchange: shown.recording.shown() },
            { contract, redact, command: command(findingId(rule.id, cell)) },
          ),
  };
}

function summaryOf(
  cell: Cell,
  reads: readonly Read[],
  rules: readonly Rule[],
  { contract, redact }: OfflinePlan,
): CellSummary {
  const all = reads.map(({ evidence }) => evidence);
  const chosen = new Set(chosenEvidence(all, rules));
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
