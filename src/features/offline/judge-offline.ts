import { cellName } from '../../contract/cell-name.ts';
import type { BindingName, Cell, Contract } from '../../contract/model.ts';
import { chosenEvidence } from '../../engine/cell/records.ts';
import { type ExchangeJudge, openJudge } from '../../judge/judge.ts';
import type { RuleOutcome, RuleVerdict } from '../../judge/rule-outcome.ts';
import { failureName } from '../../options/known-failures.ts';
import { type CellSummary, type RecordedCall, type RuleResult, ruleResult } from '../../results/outcome.ts';
import { type Again, recordedFinding } from '../../results/record/finding.ts';
import type { Recording, Recordings } from '../../results/record/recordings.ts';
import { credentialVariables, type Redact, redactedCall } from '../../results/record/redact.ts';
import { summarize } from '../../results/summarize.ts';
import { fieldCoverage } from '../../rules/answer/coverage.ts';
import { type AnswerCheck, checkOf, comparingOf, needsTraffic } from '../../rules/check.ts';
import type { Evidence } from '../../rules/evidence.ts';
import type { UnusedField } from '../../rules/fields.ts';
import type { Judgement, Reason, ReasonCode } from '../../rules/judgement.ts';
import type { Layer, Rule } from '../../rules/rule.ts';
import { rulesBy, rulesFor } from '../../rules/rules.ts';
import type { Masked } from '../../rules/same-answer.ts';
import { isStatus200 } from '../../wire/http/exchange.ts';
import type { SchemaValidator } from '../../xml/schema.ts';
import { type CellReads, compareRecorded, leftOpen, type ReadRecording } from './compare-recorded.ts';

export interface OfflinePlan {
  readonly contract: Contract;
  readonly rules: readonly Rule[];
  /** The rule set that counts; the newest if left out. */
  readonly ruleSet?: string | undefined;
  /** The cells to judge, with why one is skipped, or null. */
  readonly cells: readonly { readonly cell: Cell; readonly skip: Reason | null }[];
  /** The bindings that were selected; null for all. */
  readonly bindings: readonly BindingName[] | null;
  readonly validator: SchemaValidator;
  readonly redact: Redact;
  /** The verdicts of rules in cells when this was recorded, as far as they are known. */
  readonly recorded: ReadonlyMap<string, RuleVerdict>;
  /** By operation, the fields that changed between equal reads when this was recorded: they are not compared. */
  readonly changing: ReadonlyMap<string, Masked>;
  readonly unused: readonly UnusedField[];
  /** The recordings are a part of all calls: what they lack leaves no rule open. False if left out. */
  readonly isPart?: boolean;
  readonly command: (finding: Again) => string;
}

const NEEDS_TRAFFIC: Reason = {
  code: 'needs-traffic',
  text: 'it sends requests of its own, or needs all answers of a run, which judging offline does not have',
};
const FAILED_THEN: Reason = {
  code: 'needs-traffic',
  text: 'it failed then, by a request that is no plain call: only traffic can tell whether it still fails',
};

type Offline = OfflinePlan & { readonly judge: ExchangeJudge };

/** Judges recorded exchanges by the rules of today. Pure but for the validator; nothing is sent. */
export function judgeOffline({ all, answered }: Recordings, plan: OfflinePlan) {
  const ruleResults: RuleResult[] = [];
  const summaries: CellSummary[] = [];
  // The validator is called where no rule objects, whether the rule is wanted or not, as in a run.
  const rules = offlineRules(rulesBy(plan.contract), all);
  // These rules see more than a response: its whole recording.
  const { contract, validator, unused, ruleSet } = plan;
  const judge = openJudge({ contract, validator, rules, ruleSet, unused, judgeEach: true });
  const offline: Offline = { ...plan, judge };
  const wanted = rules.filter(({ id }) => plan.rules.some((one) => one.id === id));
  const readOne = (recording: Recording, answers200: boolean | null): ReadRecording => {
    return { recording, evidence: judge.read(recording, recording.cell, answers200) };
  };
  const operations = new Set(plan.cells.map(({ cell }) => cell.operation));
  for (const operation of operations) {
    const cells = plan.cells.filter(({ cell }) => cell.operation === operation);
    const open = cells.map(({ cell, skip }) => {
      const own = all.filter((one) => cellName(one.cell) === cellName(cell));
      const answers200 = answered.has(cellName(cell)) || own.some(({ exchange }) => isStatus200(exchange));
      return { cell, skip, reads: own.map((one) => readOne(one, answers200)) };
    });
    const planned = new Set(cells.map(({ cell }) => cellName(cell)));
    const beside = all.filter((one) => one.cell.operation.name === operation.name && !planned.has(cellName(one.cell)));
    // The answers of cells that are not judged themselves, for comparison.
    const ofOperation = [...open.flatMap(({ reads }) => reads), ...beside.map((one) => readOne(one, null))];
    for (const { cell, skip, reads } of open) {
      const applicable = rulesFor(cell, plan.contract, wanted);
      for (const rule of applicable) {
        const own = { cell, reads, ofOperation };
        const judged = skip === null ? judgeRule(rule, own, offline) : leftOpen('skipped', skip);
        const outcome = plan.isPart === true ? withoutLack(judged) : judged;
        ruleResults.push(resultOf(rule, own, outcome, plan));
      }
      if (skip === null) summaries.push(summaryOf(cell, reads, applicable, offline));
    }
  }
  return { ruleResults, summaries };
}

/** Left open although there was evidence: answers disagree, or what failed then can't be sent again. */
const IN_DOUBT: ReadonlySet<ReasonCode> = new Set(['may-have-changed', 'unstable', 'needs-traffic']);

/** An outcome that is open because of what was never called. */
function isLack({ verdict, reason }: Pick<RuleOutcome, 'verdict' | 'reason'>): boolean {
  if (reason === null || IN_DOUBT.has(reason.code)) return false;
  return verdict === 'inconclusive' || (verdict === 'not-reached' && reason.code === 'not-comparable');
}

function withoutLack(outcome: RuleOutcome): RuleOutcome {
  return isLack(outcome) && outcome.reason !== null ? leftOpen('skipped', outcome.reason) : outcome;
}

function judgeRule(rule: Rule, own: CellReads, offline: Offline): RuleOutcome {
  const { recorded, judge, bindings, changing } = offline;
  const { cell, reads } = own;
  const hasFailed = recorded.get(failureName({ rule: rule.id, ...cell })) === 'fail';
  if (needsTraffic(rule)) return hasFailed ? leftOpen('inconclusive', FAILED_THEN) : leftOpen('skipped', NEEDS_TRAFFIC);
  const comparing = comparingOf(rule);
  if (comparing !== undefined) {
    const masked: Masked = changing.get(cell.operation.name) ?? new Set();
    return compareRecorded(rule, comparing, own, { bindings, masked });
  }
  const evidence = reads.map((one) => one.evidence);
  const outcome = judge.judgeCell(rule, evidence, cell);
  // The exchange that broke it may be no call, and then is not among these.
  if (checkOf(rule, 'answer')?.sees === 'everything' && outcome.verdict === 'pass' && hasFailed)
    return leftOpen('inconclusive', FAILED_THEN);
  if (outcome.verdict !== 'inconclusive' || reads.length === 0) return outcome;
  const [why, ...others] = reads.map(({ recording }) => recording.silent.get(rule.id));
  return why === undefined || others.includes(undefined)
    ? outcome
    : leftOpen('skipped', { code: 'not-recorded', text: why });
}

function resultOf(rule: Rule, { cell, reads }: CellReads, outcome: RuleOutcome, plan: OfflinePlan): RuleResult {
  const { contract, redact } = plan;
  const { verdict, judged, reason, broken } = outcome;
  const command = plan.command({ rule: rule.id, operation: cell.operation.name, binding: cell.binding });
  const findings = reads.flatMap(({ recording: { call, shown, redact: own = redact }, evidence }) => {
    if (evidence !== broken?.evidence) return [];
    const { problems } = broken;
    return [recordedFinding(rule, cell, { call, problems, exchange: shown() }, { contract, redact: own, command })];
  });
  const shownReason = reason === null ? null : { ...reason, text: redact(reason.text) };
  return ruleResult(rule, cell, { verdict, judged, reason: shownReason }, findings[0] ?? null);
}

function summaryOf(cell: Cell, reads: readonly ReadRecording[], rules: readonly Rule[], offline: Offline): CellSummary {
  const { contract, redact, changing, unused, judge } = offline;
  const all = reads.map(({ evidence }) => evidence);
  const chosen = new Set(chosenEvidence(all, rules, judge));
  const kept = reads.flatMap(({ recording, evidence }): readonly RecordedCall[] => {
    if (!chosen.has(evidence)) return [];
    const { call, expectation, shown, redact: own = redact } = recording;
    const { operation, binding } = cell;
    return [{ operation: operation.name, binding, call: redactedCall(call, own), expectation, exchange: shown() }];
  });
  const sent = {
    exchanges: () => reads.map(({ recording }) => recording.exchange),
    calls: () => reads.map(({ recording }) => recording.call),
  };
  const fields = changing.get(cell.operation.name);
  const summary = summarize(cell, sent, reads.length, all, fieldCoverage(all, cell, contract, unused), kept);
  return fields === undefined ? summary : { ...summary, changing: [...fields] };
}

/** Layers whose rules look at values, where a secret's placeholder is not what the target sent. */
const ofValues: ReadonlySet<Layer> = new Set(['record', 'value', 'schema']);
const placeholders = [...Object.values(credentialVariables), '***'];

/** Problems of http.answer with a field that counts the body's bytes or hashes them: other bytes were recorded. */
const OF_BYTES = /^untrue-/;

/** Rules as they apply to recordings: silent where the recording is not enough to judge. */
export function offlineRules(rules: readonly Rule[], recordings: readonly Recording[]): readonly Rule[] {
  const silent = new Map(recordings.map((one) => [one.exchange, one.silent] as const));
  const judgeWith = (rule: Rule, check: AnswerCheck, evidence: Evidence): Judgement => {
    if (silent.get(evidence.reading.exchange)?.has(rule.id) === true) return 'not-applicable';
    const judgement = check.judge(evidence);
    if (ofValues.has(rule.layer)) return withoutMasked(judgement);
    const { exchange, response } = evidence.reading;
    const isMasked = placeholders.some((one) => Buffer.from(response?.body ?? []).includes(one));
    const isExact = !isMasked && silent.get(exchange)?.has('xml.encoding') !== true;
    return isExact || typeof judgement === 'string' ? judgement : judgement.filter(({ code }) => !OF_BYTES.test(code));
  };
  return rules.map((rule) => {
    const checks = rule.checks.map((check) =>
      check.kind === 'answer' ? { ...check, judge: (evidence: Evidence) => judgeWith(rule, check, evidence) } : check,
    );
    return { ...rule, checks };
  });
}

/** A secret's placeholder may not be an int where the secret was: whether the answer was right is unknown. */
function withoutMasked(judgement: Judgement): Judgement {
  if (typeof judgement === 'string' || judgement.length === 0) return judgement;
  const sure = judgement.filter(({ actual }) => !placeholders.some((one) => actual.includes(one)));
  return sure.length === 0 ? 'not-applicable' : sure;
}
