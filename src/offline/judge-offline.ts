import { cellName } from '../contract/cell-name.ts';
import type { BindingName, Cell, Contract } from '../contract/model.ts';
import { chosenEvidence } from '../engine/records.ts';
import { type Judge, openJudge, type RuleOutcome, type RuleVerdict } from '../judging/judge.ts';
import { type CellSummary, type RecordedCall, type RuleResult, ruleResult } from '../results/outcome.ts';
import { findingId, recordedFinding } from '../results/record/finding.ts';
import type { Recording, Recordings } from '../results/record/recordings.ts';
import { credentialVariables, type Redact, redactedCall } from '../results/record/redact.ts';
import type { RunRecord } from '../results/run-record.ts';
import { summarize } from '../results/summarize.ts';
import { fieldCoverage } from '../rules/coverage.ts';
import { comparedWith, NOT_SELECTED } from '../rules/exchanges/bindings.ts';
import type { UnusedField } from '../rules/fields.ts';
import type { Judgement, Problem, Reason } from '../rules/judgement.ts';
import { type Evidence, gravestFirst, type Layer, needsTraffic, type Rule } from '../rules/rule.ts';
import { rules as allRules, rulesFor } from '../rules/rules.ts';
import type { Masked } from '../rules/same-answer.ts';
import type { SchemaValidator } from '../xml/schema.ts';

/** What else judging recordings needs. */
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
  /** A rule's outcome in a cell when it was recorded; null if it is not known. */
  readonly recorded: (rule: string, cell: Cell) => RuleVerdict | null;
  /** By operation, the fields that changed between equal reads when this was recorded: they are not compared. */
  readonly changing: ReadonlyMap<string, Masked>;
  readonly unused: readonly UnusedField[];
  readonly command: (findingId: string) => string;
}

/** The reason of a rule that is skipped because it needs requests of its own. */
const NEEDS_TRAFFIC: Reason = {
  code: 'needs-traffic',
  text: 'it sends requests of its own, or needs all answers of a run, which judging offline does not have',
};
const FAILED_THEN: Reason = {
  code: 'needs-traffic',
  text: 'it failed then, by a request that is no plain call: only traffic can tell whether it still fails',
};

const NOT_COMPARABLE: Reason = {
  code: 'not-comparable',
  text: 'no recorded answer could be compared with another binding',
};
const NOT_SHOWN: Reason = { code: 'nothing-to-judge', text: 'no answer shows what this rule is about' };

export type JudgedOffline = Pick<RunRecord, 'ruleResults' | 'summaries'>;

/** Judges recorded exchanges by the rules of today. Pure but for the validator; nothing is sent. */
export function judgeOffline({ all, answered }: Recordings, plan: OfflinePlan): JudgedOffline {
  const ruleResults: RuleResult[] = [];
  const summaries: CellSummary[] = [];
  // The validator is called where no rule objects, whether the rule is wanted or not, as in a run.
  const rules = offlineRules(allRules, all);
  // These rules see more than a response: its whole recording.
  const { contract, validator, unused, ruleSet } = plan;
  const judge = openJudge({ contract, validator, rules, ruleSet, unused, judgeEach: true });
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
    // The answers of cells that are not judged themselves, for comparison.
    const read = (one: Recording): Read => ({ recording: one, evidence: judge.read(one, one.cell, null) });
    const ofOperation = [...open.flatMap(({ reads }) => reads), ...beside.map(read)];
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

function judgeRule(
  rule: Rule,
  cell: Cell,
  reads: readonly Read[],
  ofOperation: readonly Read[],
  { recorded, changing, bindings }: OfflinePlan,
  judge: Judge,
): RuleOutcome {
  if (needsTraffic(rule)) {
    return recorded(rule.id, cell) === 'fail' ? unjudged('inconclusive', FAILED_THEN) : skipped(NEEDS_TRAFFIC);
  }
  if (rule.comparing !== undefined) {
    const masked = changing.get(cell.operation.name) ?? new Set();
    return compareOffline(rule, reads, ofOperation, bindings, masked);
  }
  const evidence = reads.map((one) => one.evidence);
  const outcome = judge.judgeCell(rule, evidence, cell);
  // What it failed by may be no call, and then is not among these.
  const isBeside = rule.ofEveryAnswer === true && outcome.verdict === 'pass' && recorded(rule.id, cell) === 'fail';
  if (isBeside) return unjudged('inconclusive', FAILED_THEN);
  if (outcome.verdict !== 'inconclusive' || reads.length === 0) return outcome;
  const [why, ...others] = reads.map(({ recording }) => recording.silent.get(rule.id));
  return why === undefined || others.includes(undefined) ? outcome : skipped({ code: 'not-recorded', text: why });
}

function skipped(reason: Reason): RuleOutcome {
  return unjudged('skipped', reason);
}

function unjudged(verdict: Exclude<RuleVerdict, 'pass' | 'fail'>, reason: Reason): RuleOutcome {
  return { verdict, judged: 0, reason, broken: null };
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
  { contract, redact, changing, unused }: OfflinePlan,
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
  const fields = changing.get(cell.operation.name);
  const summary = summarize(cell, asked, reads.length, all, fieldCoverage(all, cell, contract, unused), kept);
  return fields === undefined ? summary : { ...summary, changing: [...fields] };
}

/** Layers whose rules look at values, where a secret's placeholder is not what the target sent. */
const ofValues: ReadonlySet<Layer> = new Set(['record', 'value', 'schema']);
const placeholders = [...Object.values(credentialVariables), '***'];

/** Rules as they apply to recordings: silent where the recording is not enough to judge. */
export function offlineRules(rules: readonly Rule[], recordings: readonly Recording[]): readonly Rule[] {
  const silent = new Map(recordings.map((one) => [one.exchange, one.silent] as const));
  const judgeWith = (rule: Rule, evidence: Evidence): Judgement => {
    if (silent.get(evidence.reading.exchange)?.has(rule.id) === true) return 'not-applicable';
    const judgement = rule.judge?.(evidence) ?? 'not-applicable';
    return ofValues.has(rule.layer) ? withoutMasked(judgement) : judgement;
  };
  return rules.map((rule) => ({ ...rule, judge: (evidence) => judgeWith(rule, evidence) }));
}

/** A secret's placeholder may not be an int where the secret was: whether the answer was right is unknown. */
function withoutMasked(judgement: Judgement): Judgement {
  if (typeof judgement === 'string' || judgement.length === 0) return judgement;
  const sure = judgement.filter(({ actual }) => !placeholders.some((one) => actual.includes(one)));
  return sure.length === 0 ? 'not-applicable' : sure;
}

interface Read {
  readonly recording: Recording;
  readonly evidence: Evidence;
}

/**
 * Compares recorded answers of the bindings to equal calls: a finding only where the run sent them again.
 * @param ofOperation - all recordings of it @param selected - bindings; null: all @param masked - fields that changed
 * between equal reads
 */
function compareOffline(
  rule: Rule,
  own: readonly Read[],
  ofOperation: readonly Read[],
  selected: readonly BindingName[] | null,
  masked: Masked,
): RuleOutcome {
  const [any] = own;
  if (any === undefined) return unjudged('inconclusive', { code: 'not-recorded', text: 'no answer was recorded' });
  const others = comparedWith(any.recording.cell, selected, rule.comparing);
  if (others.length === 0) return skipped(NOT_SELECTED);
  const peers = ofOperation.filter(({ recording }) => others.includes(recording.cell.binding));
  let judged = 0;
  let applies = own.length === 0;
  let doubt: Problem | null = null;
  let broken: RuleOutcome['broken'] = null;
  for (const { recording, evidence } of own) {
    const judgement = rule.comparing?.judge(evidence, sameCall(recording, peers), masked) ?? 'not-applicable';
    applies ||= judgement !== 'not-applicable';
    if (typeof judgement === 'string') continue;
    const [first, ...rest] = gravestFirst(judgement);
    if (first === undefined || recording.proved.includes(rule.id)) judged += 1;
    if (first === undefined) continue;
    if (!recording.proved.includes(rule.id)) doubt ??= first;
    else if (broken === null || (broken.problems[0].level !== undefined && first.level === undefined))
      broken = { evidence, problems: [first, ...rest] };
  }
  if (broken !== null) return { verdict: 'fail', judged, reason: null, broken };
  if (doubt !== null) {
    const what = `expected ${doubt.expected}, got ${doubt.actual}`;
    const text = `bindings differ (${what}), but data may have changed between the recorded answers`;
    return unjudged('inconclusive', { code: 'may-have-changed', text });
  }
  if (judged > 0) return { verdict: 'pass', judged, reason: null, broken: null };
  return applies ? unjudged('not-reached', NOT_COMPARABLE) : unjudged('not-applicable', NOT_SHOWN);
}

/** The first answer of each other binding to the same call. */
function sameCall({ call }: Recording, peers: readonly Read[]): readonly Evidence[] {
  const key = JSON.stringify(call);
  const same = peers.filter(({ recording }) => JSON.stringify(recording.call) === key);
  const first = new Map(
    same.toReversed().map(({ recording, evidence }) => [recording.cell.binding, evidence] as const),
  );
  return [...first.values()];
}
