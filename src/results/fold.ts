import { dayOf } from '../base/days.ts';
import { groupBy } from '../base/group-by.ts';
import { present } from '../base/present.ts';
import { cellName } from '../contract/cell-name.ts';
import type { Cell } from '../contract/model.ts';
import type { CellVerdict, RuleVerdict } from '../judge/rule-outcome.ts';
import type { RunOptions } from '../options/model.ts';
import { newestRuleSet } from '../rules/rule-sets.ts';
import { rulesFor } from '../rules/rules.ts';
import { judgeKnown, markKnown } from './baseline.ts';
import { withAbsenceAsOneCause, withOneAnswer } from './causes/absent.ts';
import type { FoldedParts } from './causes/first-cause.ts';
import { cellReason, inPlannedOrder, shownReason, withNotReached } from './causes/not-reached.ts';
import { withOneMistake } from './causes/one-mistake.ts';
import { withWarnings } from './coded-warnings.ts';
import { coverageOf } from './coverage.ts';
import { withCredentialReason } from './credentials.ts';
import type { Finding, RuleResult } from './outcome.ts';
import type { CellResult, Failure, ResultOptions, Results, Unjudged } from './results.ts';
import {
  outagesOf,
  type RunRecord,
  requestsOf,
  shardRecordOf,
  slowDownsOf,
  targetDown,
  targetName,
} from './run-record.ts';
import { countedPart, uncountedRules } from './uncounted.ts';
import { breakingOf, cellVerdict, exitCodeOf, leftToMerge, runVerdict } from './verdict.ts';
import { downWarning, suiteFailed, warningsOf } from './warnings.ts';

/** Folds a run's record into its results. The verdict is computed from the inventory that was planned. */
export function foldResults(whole: RunRecord): Results {
  const given = countedPart(whole);
  const uncounted = uncountedRules(whole);
  const isCut = given.interrupted || targetDown(given) !== null;
  const all = isCut ? { ...given, ruleResults: withNotReached(given) } : given;
  const outcome = withOneAnswer(explained(all));
  // A shard has not all cells: merging joins them.
  const joined = given.options.shard === undefined ? withOneMistake(outcome) : outcome;
  const record = inPlannedOrder({ ...all, ruleResults: joined });
  const { options, contract, ruleResults, summaries } = record;
  const outcomes = groupBy(ruleResults, cellName);
  const cells = record.cells.map((cell) => cellResult(cell, outcomes.get(cellName(cell)) ?? [], record));
  const held = { outcomes: ruleResults, contract, day: dayOf(record.startedAt) };
  const baseline = options.baseline === null ? null : judgeKnown(options.baseline, held);
  const found = ruleResults.flatMap(({ finding }) => finding ?? []);
  const findings = markKnown(found, baseline);
  const planned = record.cells.reduce((sum, cell) => sum + rulesFor(cell, contract, record.rules).length, 0);
  const down = targetDown(record);
  const complete = !isCut && ruleResults.length === planned;
  const breaking = breakingOf(findings, baseline, options.failOn);
  const failedItself = record.errors.length > 0 || (!isCut && !complete);
  const decision = { cells, breaking, complete, failedItself, allowInconclusive: options.allowInconclusive };
  const verdict = down === null ? runVerdict(decision) : 'error';
  const failure = failureOf(record, failedItself);
  const data = summaries.flatMap(({ operation, binding, data: digests }) =>
    digests === undefined ? [] : [{ operation, binding, ...digests }],
  );
  const left = options.shard !== undefined && down === null && leftToMerge(decision);
  const results: Results = {
    schemaVersion: 1,
    suite: record.suite,
    target: targetName(options),
    identity: record.identity,
    namespace: options.namespace,
    ...present({ namespaceFrom: options.namespaceFrom, wsdl: options.wsdl }),
    seed: options.seed,
    ...(options.seedDrawn === true ? { seedDrawn: true } : {}),
    profile: options.profile,
    ruleSet: options.ruleSet ?? newestRuleSet,
    options: shownOptions(options),
    startedAt: record.startedAt.toISOString(),
    durationMs: Math.round(record.durationMs),
    ...(record.times === undefined ? {} : { times: timesOf(record.times, summaries) }),
    requests: requestsOf(record),
    slowDowns: slowDownsOf(record),
    outages: outagesOf(record),
    verdict,
    exitCode: failure?.kind === 'target' ? UNREACHABLE : left ? 0 : exitCodeOf(verdict),
    failure,
    leftToMerge: left,
    incomplete: !complete,
    totals: {
      cells: countCells(cells.map((cell) => cell.verdict)),
      rules: countRules(ruleResults.map((result) => result.verdict)),
      findings: { required: countLevel(findings, 'required'), recommended: countLevel(findings, 'recommended') },
    },
    cells,
    findings,
    exchanges: summaries.flatMap(({ exchanges }) => exchanges),
    ...(data.length === 0 ? {} : { data }),
    observations: record.observations,
    coverage: coverageOf(record),
    warnings: [],
    warningCodes: [],
    inconclusive: ruleResults.flatMap(unjudged),
    baseline,
    ...(uncounted.length === 0 ? {} : { uncounted }),
    ...(options.shard === undefined ? {} : { shardRecord: shardRecordOf(record) }),
  };
  return withWarnings(results, warningsOf(record));
}

/** The outcomes with what missing credentials, or one cause, explain: the findings that are left are reported. */
export function explained(record: FoldedParts & Pick<RunRecord, 'rules'>): readonly RuleResult[] {
  return withAbsenceAsOneCause({ ...record, ruleResults: withCredentialReason(record) });
}

/** Exit code of a run whose target can't be reached (product.md). */
const UNREACHABLE = 4;

function failureOf(record: RunRecord, failedItself: boolean): Failure | null {
  const [error = 'some rules have no outcome'] = record.errors;
  const message = failedItself ? suiteFailed(error) : downWarning(record);
  return message === null ? null : { kind: failedItself ? 'suite' : 'target', message };
}

/** @param mine - the outcomes of its rules */
function cellResult(cell: Cell, mine: readonly RuleResult[], { summaries, options }: RunRecord): CellResult {
  const summary = summaries.find((one) => cellName(one) === cellName(cell));
  const why = cellReason(mine);
  const rules = mine.map(({ rule, level, verdict, judged, reason }) => {
    // Rules not reached, not applicable or not selected have a reason if the cell has none; `inconclusive` has the
    // rest.
    const says = verdict === 'not-reached' || verdict === 'not-applicable' || reason?.code === 'not-selected';
    const own = says && reason?.text !== why.reason ? shownReason(reason) : {};
    return { rule, level, verdict, judged, ...own };
  });
  return {
    operation: cell.operation.name,
    binding: cell.binding,
    verdict: cellVerdict(rules, options.failOn, why.reasonCode),
    requests: summary?.requests ?? 0,
    latencyMs: latencies(summary?.durations ?? []),
    ...why,
    ...(summary?.changing === undefined ? {} : { changing: summary.changing }),
    rules,
  };
}

/** Median, 95th percentile (nearest rank) and maximum of times in milliseconds; null if there are none. */
export function latencies(durations: readonly number[]): CellResult['latencyMs'] {
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (share: number): number | null => {
    const value = sorted[Math.ceil(share * sorted.length) - 1];
    return value === undefined ? null : Math.round(value * 10) / 10;
  };
  return { p50: at(0.5), p95: at(0.95), max: at(1) };
}

export function middleLatency(cells: readonly { readonly latencyMs: Pick<CellResult['latencyMs'], 'p50' | 'p95'> }[]) {
  const middle = (of: 'p50' | 'p95') => latencies(cells.flatMap(({ latencyMs }) => latencyMs[of] ?? [])).p50;
  return { p50: middle('p50'), p95: middle('p95') };
}

function timesOf({ waitingMs, ...times }: NonNullable<RunRecord['times']>, summaries: RunRecord['summaries']) {
  const waited = summaries.reduce((sum, { waitedMs = 0 }) => sum + waitedMs, waitingMs);
  return { ...times, waitingMs: Math.round(waited), latencyMs: latencies(summaries.flatMap((one) => one.durations)) };
}

function unjudged({ operation, binding, rule, verdict, reason }: RuleResult): readonly Unjudged[] {
  if (verdict !== 'inconclusive') return [];
  const { text, code } = reason ?? { text: 'no reason was given', code: 'unknown' };
  return [{ operation, binding, rule, reason: text, reasonCode: code }];
}

function countCells(verdicts: readonly CellVerdict[]): Results['totals']['cells'] {
  const count = (wanted: CellVerdict): number => verdicts.filter((verdict) => verdict === wanted).length;
  return {
    pass: count('pass'),
    fail: count('fail'),
    inconclusive: count('inconclusive'),
    'not-reached': count('not-reached'),
    skipped: count('skipped'),
  };
}

function countRules(verdicts: readonly RuleVerdict[]): Results['totals']['rules'] {
  const ofCells = verdicts.filter((verdict) => verdict !== 'not-applicable');
  return { ...countCells(ofCells), 'not-applicable': verdicts.length - ofCells.length };
}

function countLevel(findings: readonly Finding[], level: string): number {
  return findings.filter((finding) => finding.level === level).length;
}

export function shownOptions(options: RunOptions): ResultOptions {
  const { operations, bindings, rules, cells, shard, runs, includeWrites, failOn, allowInconclusive, limits } = options;
  const { tls, proxy } = options.route;
  return {
    operations,
    bindings,
    rules,
    cells,
    ...(shard === undefined ? {} : { shard }),
    runs,
    includeWrites,
    failOn,
    allowInconclusive,
    limits,
    credentials: Object.keys(options.credentials),
    headers: options.headers.map(([name]) => name),
    // That something was given, never its value.
    insecure: tls.insecure === true,
    ca: tls.ca !== undefined,
    cert: tls.cert !== undefined,
    proxy: proxy !== null,
    samples: options.samples.length,
    ...(options.unused.length === 0 ? {} : { unused: options.unused }),
  };
}
