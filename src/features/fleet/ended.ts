import type { RuleVerdict } from '../../judge/rule-outcome.ts';
import type { RunOptions } from '../../options/model.ts';
import { middleLatency } from '../../results/fold.ts';
import type { CellResult, Results, RunVerdict } from '../../results/results.ts';
import { targetName } from '../../results/run-record.ts';
import { verdictLimit } from '../../results/verdict.ts';
import { shownLine } from '../../views/shown-text.ts';

/** The verdict of a run, or why there is none: the target can't be reached (at all, or any more), or it was not run. */
export type Standing = RunVerdict | 'unreachable' | 'not-run';

interface PlannedTarget {
  readonly name: string;
  readonly options: RunOptions;
}

/** A target when its run has ended, or was not begun. */
export interface EndedTarget {
  readonly target: ReturnType<typeof known> & {
    readonly standing: Standing;
    /** Null, as the exit code, if it was not run. */
    readonly verdict: RunVerdict | null;
    readonly exitCode: number | null;
    readonly note: string | null;
    readonly result: ReturnType<typeof resultOf> | null;
  };
  /** The outcomes of each rule in its cells; null if nothing was judged. */
  readonly rules: ReadonlyMap<string, Tally> | null;
}

/** The note on a run that ended early, if there is no other. */
export const CUT_SHORT = 'cut short';
const MOST_NOTE = 500;

/** Paths from the folder of league.json; null for a report that was not written. */
type Files = Readonly<Record<'results' | 'report', string | null>>;

/** A target that has results. */
export function judged(planned: PlannedTarget, results: Results, files: Files): EndedTarget {
  const { verdict, exitCode, failure, cells } = results;
  const rules = tallied(cells);
  const tallies = [...rules.values()];
  const rulesFailed = tallies.filter(({ fail }) => fail > 0).length;
  const standing: Standing = failure?.kind === 'target' ? 'unreachable' : verdict;
  const end = { standing, verdict, exitCode, note: noteOn(results), result: resultOf(results, files, rulesFailed) };
  return {
    target: { ...known(planned), ...end },
    rules: tallies.some(({ pass, fail }) => pass + fail > 0) ? rules : null,
  };
}

function resultOf(results: Results, files: Files, rulesFailed: number) {
  const { incomplete, startedAt, durationMs, requests, cells, totals, coverage } = results;
  const testable = coverage.requirements.filter(({ verdict }) => verdict !== 'untestable' && verdict !== 'observed');
  const clauses = (wanted: string) => testable.filter(({ verdict }) => verdict === wanted).length;
  return {
    ...{ incomplete, startedAt, durationMs, requests },
    cells: { pass: totals.cells.pass, fail: totals.cells.fail, selected: cells.length },
    // Known failures are among the findings of their level.
    findings: { ...totals.findings, known: results.findings.filter(({ known }) => known).length },
    requirements: { judged: clauses('fail') + clauses('pass'), failed: clauses('fail'), testable: testable.length },
    rulesFailed,
    latencyMs: middleLatency(cells),
    files,
  };
}

/** Why a target has no results. @param exitCode - of an error: 2 for a user's mistake, 5 for the suite's */
export function withoutResults(
  planned: PlannedTarget,
  standing: 'error' | 'not-run',
  why: string,
  exitCode: 2 | 5 = 5,
) {
  const failed = standing === 'error' ? ({ verdict: 'error', exitCode } as const) : { verdict: null, exitCode: null };
  const end = { standing, ...failed, note: shownLine(why, MOST_NOTE), result: null };
  return { target: { ...known(planned), ...end }, rules: null };
}

function known({ name, options }: PlannedTarget) {
  const { namespace, seed, profile } = options;
  const { runs, operations, bindings, rules, includeWrites, failOn, allowInconclusive } = options;
  return {
    ...{ name, target: targetName(options), namespace, seed, profile },
    options: { runs, operations, bindings, rules, includeWrites, failOn, allowInconclusive },
  };
}

function noteOn(results: Results): string | null {
  if (results.failure !== null) return shownLine(results.failure.message, MOST_NOTE);
  const limit = verdictLimit(results).trim();
  const parts = [...(limit === '' ? [] : [limit]), ...(results.incomplete ? [CUT_SHORT] : [])];
  return parts.length === 0 ? null : shownLine(parts.join(', '), MOST_NOTE);
}

/** In how many cells a rule passed, failed, or could not be judged. */
export type Tally = Readonly<Record<'pass' | 'fail' | 'open', number>>;

const counters: Partial<Record<RuleVerdict, keyof Tally>> = {
  pass: 'pass',
  fail: 'fail',
  inconclusive: 'open',
  'not-reached': 'open',
};

/** The tally of each rule that has one of these verdicts. */
function tallied(cells: readonly CellResult[]): ReadonlyMap<string, Tally> {
  const tallies = new Map<string, Record<keyof Tally, number>>();
  for (const { rule, verdict } of cells.flatMap((cell) => cell.rules)) {
    const counter = counters[verdict];
    if (counter === undefined) continue;
    const tally = tallies.get(rule) ?? { pass: 0, fail: 0, open: 0 };
    tally[counter] += 1;
    tallies.set(rule, tally);
  }
  return tallies;
}
