import { shownLine } from '../report/shown-text.ts';
import { middleLatency } from '../results/fold.ts';
import type { Results } from '../results/results.ts';
import type { RunOptions } from '../results/run-options.ts';
import { targetName } from '../results/run-record.ts';
import { verdictLimit } from '../results/verdict.ts';
import type { EndedTarget, Standing, TargetReport, TargetResult } from './fleet-report.ts';
import { rulesWith, tallied } from './fold.ts';

/** A target of the fleet and its options. */
export interface PlannedTarget {
  readonly name: string;
  readonly options: RunOptions;
}

/** The note on a run that ended early, if there is no other. */
export const CUT_SHORT = 'cut short';
const MOST_NOTE = 500;

/** A target that has results. @param files - of its run, their paths from the folder of league.json */
export function judged(planned: PlannedTarget, results: Results, files: TargetResult['files']): EndedTarget {
  const { verdict, exitCode, failure } = results;
  const standing: Standing = failure?.kind === 'target' ? 'unreachable' : verdict;
  const rules = tallied(results.cells);
  const [passed = 0, failed = 0] = rulesWith(rules);
  const end = { standing, verdict, exitCode, note: noteOn(results), result: resultOf(results, files, failed) };
  return { target: { ...known(planned), ...end }, rules: passed + failed > 0 ? rules : null };
}

/** A target that has no results, and why. @param exitCode - of an error: 2 for a mistake of the user, 5 for one of the suite */
export function unjudged(
  planned: PlannedTarget,
  standing: 'error' | 'not-run',
  why: string,
  exitCode: 2 | 5 = 5,
): EndedTarget {
  const failed = standing === 'error' ? ({ verdict: 'error', exitCode } as const) : { verdict: null, exitCode: null };
  const end = { standing, ...failed, note: shownLine(why, MOST_NOTE), result: null };
  return { target: { ...known(planned), ...end }, rules: null };
}

function known({ name, options }: PlannedTarget) {
  const { operations, bindings, rules, runs, includeWrites, failOn, allowInconclusive } = options;
  return {
    name,
    target: targetName(options),
    namespace: options.namespace,
    seed: options.seed,
    profile: options.profile,
    options: { operations, bindings, rules, runs, includeWrites, failOn, allowInconclusive },
  } satisfies Partial<TargetReport>;
}

function noteOn(results: Results): string | null {
  if (results.failure !== null) return shownLine(results.failure.message, MOST_NOTE);
  const limit = verdictLimit(results).trim();
  const parts = [...(limit === '' ? [] : [limit]), ...(results.incomplete ? [CUT_SHORT] : [])];
  return parts.length === 0 ? null : shownLine(parts.join(', '), MOST_NOTE);
}

function resultOf(results: Results, files: TargetResult['files'], rulesFailed: number): TargetResult {
  const { incomplete, startedAt, durationMs, requests, cells, findings, totals, coverage } = results;
  const testable = coverage.requirements.filter(({ verdict }) => verdict !== 'untestable' && verdict !== 'observed');
  const failed = testable.filter(({ verdict }) => verdict === 'fail').length;
  return {
    incomplete,
    startedAt,
    durationMs,
    requests,
    cells: { pass: totals.cells.pass, fail: totals.cells.fail, selected: cells.length },
    findings: { ...totals.findings, known: findings.filter(({ known }) => known).length },
    requirements: {
      judged: failed + testable.filter(({ verdict }) => verdict === 'pass').length,
      failed,
      testable: testable.length,
    },
    rulesFailed,
    latencyMs: middleLatency(cells),
    files,
  };
}
