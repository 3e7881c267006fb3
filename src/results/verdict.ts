import type { RuleVerdict } from '../judging/judge.ts';
import type { RuleResult } from './outcome.ts';
import type { CellResult, RunVerdict } from './results.ts';

/** What decides a run's verdict. */
export interface Decision {
  readonly cells: readonly Pick<CellResult, 'verdict'>[];
  /** Findings that count, of the level asked for and not known, and known failures that must go from the baseline. */
  readonly breaking: number;
  /** Every planned rule of every planned cell has an outcome. */
  readonly complete: boolean;
  /** Something went wrong in the suite itself. */
  readonly failedItself: boolean;
  readonly allowInconclusive: boolean;
}

/**
 * The verdict of a run (product.md, 'Promises'). A finding stands even when the suite failed elsewhere or was cut short;
 * a run that judged nothing is never conformant.
 */
export function runVerdict({ cells, breaking, complete, failedItself, allowInconclusive }: Decision): RunVerdict {
  if (failedItself) return 'error';
  if (breaking > 0) return 'non-conformant';
  const passed = cells.filter(({ verdict }) => verdict === 'pass').length;
  const unjudged = cells.some(({ verdict }) => verdict === 'inconclusive' || verdict === 'not-reached');
  if (!complete || passed === 0) return 'inconclusive';
  return unjudged && !allowInconclusive ? 'inconclusive' : 'conformant';
}

/**
 * True where a shard is inconclusive for no more than that none of its cells passed: it has none, its operation writes and
 * is skipped, its failures are known. Whether that matters is for the whole run to say.
 */
export function leftToMerge(decision: Decision): boolean {
  const withOnePass = { ...decision, cells: [...decision.cells, { verdict: 'pass' }] } as const;
  return runVerdict(decision) === 'inconclusive' && runVerdict(withOnePass) === 'conformant';
}

/** The exit code of a verdict (product.md, 'Exit codes'). */
export function exitCodeOf(verdict: RunVerdict): number {
  return { conformant: 0, 'non-conformant': 1, inconclusive: 3, error: 5 }[verdict];
}

/** The verdict of a cell: a broken rule of a level that counts, then anything that could not be judged. */
export function cellVerdict(
  results: readonly Pick<RuleResult, 'level' | 'verdict'>[],
  failOn: 'required' | 'recommended',
): RuleVerdict {
  if (results.length > 0 && results.every(({ verdict }) => verdict === 'skipped')) return 'skipped';
  if (results.some((result) => result.verdict === 'fail' && counts(result, failOn))) return 'fail';
  const required = results.filter(({ level }) => level === 'required');
  if (results.length === 0 || required.some(({ verdict }) => verdict === 'inconclusive')) return 'inconclusive';
  if (required.some(({ verdict }) => verdict === 'not-reached')) return 'not-reached';
  // Rules that all had nothing to judge are no pass, whatever their level.
  return results.some(({ verdict }) => verdict === 'pass' || verdict === 'fail') ? 'pass' : 'inconclusive';
}

/** True where a finding of this level breaks the run. */
export function counts({ level }: Pick<RuleResult, 'level'>, failOn: 'required' | 'recommended'): boolean {
  return level === 'required' || (level === 'recommended' && failOn === 'recommended');
}
