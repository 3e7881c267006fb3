import { plural } from '../base/words.ts';
import type { CellVerdict, RuleVerdict } from '../judge/rule-outcome.ts';
import { shardName } from '../options/selected-cells.ts';
import { newestRuleSet } from '../rules/rule-sets.ts';
import { staleCount } from './baseline.ts';
import type { Finding, RuleResult } from './outcome.ts';
import type { BaselineResult, CellResult, Results, RunVerdict } from './results.ts';

interface Decision {
  readonly cells: readonly (Pick<CellResult, 'verdict'> & Partial<Pick<CellResult, 'rules'>>)[];
  /** Findings of a level that breaks the run that are not known, and known failures to delete from the baseline. */
  readonly breaking: number;
  /** Every planned rule of every planned cell has an outcome. */
  readonly complete: boolean;
  readonly failedItself: boolean;
  readonly allowInconclusive: boolean;
}

/** The verdict of a run: findings count even if it was cut short; one that judged nothing is not conformant. */
export function runVerdict({ cells, breaking, complete, failedItself, allowInconclusive }: Decision): RunVerdict {
  if (failedItself) return 'error';
  if (breaking > 0) return 'non-conformant';
  const passed = cells.filter(({ verdict }) => verdict === 'pass').length;
  // A cell can pass without a comparison, the run can't.
  const unjudged = cells.some(
    ({ verdict, rules = [] }) =>
      verdict === 'inconclusive' ||
      verdict === 'not-reached' ||
      (verdict === 'pass' && rules.some((rule) => rule.level === 'required' && rule.verdict === 'not-reached')),
  );
  if (!complete || passed === 0) return 'inconclusive';
  return unjudged && !allowInconclusive ? 'inconclusive' : 'conformant';
}

/** True for a shard that lacks nothing but a cell that passed: the whole run decides whether that matters. */
export function leftToMerge(decision: Decision): boolean {
  const withOnePass = { ...decision, cells: [...decision.cells, { verdict: 'pass' }] } as const;
  return runVerdict(decision) === 'inconclusive' && runVerdict(withOnePass) === 'conformant';
}

/** The exit code of a verdict (product.md, 'Exit codes'). */
export function exitCodeOf(verdict: RunVerdict): number {
  return { conformant: 0, 'non-conformant': 1, inconclusive: 3, error: 5 }[verdict];
}

/**
 * The verdict of a cell. That no other binding gave an answer to compare with is not its fault.
 * @param ofCell - the code of the reason that is the whole cell's
 */
export function cellVerdict(
  results: readonly Pick<CellResult['rules'][number], 'level' | 'verdict' | 'reasonCode'>[],
  failOn: 'required' | 'recommended',
  ofCell?: CellResult['reasonCode'],
): CellVerdict {
  // If all selected rules compare with unselected cells, or do not apply, nothing is missing.
  const isLeftOut = (verdict: RuleVerdict): boolean => verdict === 'skipped' || verdict === 'not-applicable';
  if (results.length > 0 && results.every(({ verdict }) => isLeftOut(verdict))) return 'skipped';
  if (results.some((result) => result.verdict === 'fail' && counts(result, failOn))) return 'fail';
  const required = results.filter(({ level }) => level === 'required');
  if (results.length === 0 || required.some(({ verdict }) => verdict === 'inconclusive')) return 'inconclusive';
  // Of a cell that was given up, required rules judged only the answers until then.
  const isOpen = ({ level, reasonCode }: (typeof results)[number]): boolean =>
    ofCell === 'given-up' || (level === 'required' && reasonCode !== 'not-comparable');
  if (results.some((result) => result.verdict === 'not-reached' && isOpen(result))) return 'not-reached';
  // If no rule of any level had anything to judge, that is not a pass; nor do rules pass that do not apply.
  return results.some(({ verdict }) => verdict === 'pass' || verdict === 'fail') ? 'pass' : 'inconclusive';
}

/** True if a finding of this level breaks the run. */
export function counts({ level }: Pick<RuleResult, 'level'>, failOn: 'required' | 'recommended'): boolean {
  return level === 'required' || (level === 'recommended' && failOn === 'recommended');
}

/** How many things break a run: unknown findings of a level that counts, and stale entries. */
export function breakingOf(
  findings: readonly Pick<Finding, 'level' | 'known'>[],
  baseline: BaselineResult | null,
  failOn: 'required' | 'recommended',
): number {
  const unknown = findings.filter((finding) => counts(finding, failOn) && !finding.known);
  return unknown.length + staleCount(baseline);
}

/** The limits of a verdict, to follow it: ' for what was selected', ' but for 2 known failures', the shard; or ''. */
export function verdictLimit(results: Results): string {
  return `${partOf(results)}${limitOf(results)}`;
}

/** ' in shard 1/4', and why if the shard can't have a verdict on its own. */
function partOf({ options: { shard }, leftToMerge, cells }: Results): string {
  if (shard === undefined) return '';
  const part = ` in shard ${shardName(shard)}`;
  if (!leftToMerge) return part;
  const why = cells.length === 0 ? 'which has no operation' : 'where no cell could pass';
  return `${part}, ${why}: merge judges the whole`;
}

/** A cell that would have changed state: its rules were skipped, and not because of the selection. */
export function isUnsentWrite({ verdict, rules }: CellResult): boolean {
  return verdict === 'skipped' && rules.every((rule) => rule.verdict === 'skipped' && rule.reasonCode === undefined);
}

function limitOf(results: Results): string {
  const { verdict, findings, baseline, options, ruleSet = newestRuleSet } = results;
  const counting = findings.filter((finding) => counts(finding, options.failOn));
  if (verdict === 'non-conformant') {
    const gone = staleCount(baseline);
    if (baseline === null || gone === 0 || counting.some(({ known }) => !known)) return '';
    return ` only by the baseline: ${plural(gone, 'line')} of ${baseline.file} ${gone === 1 ? 'does' : 'do'} not hold`;
  }
  const known = counting.filter((finding) => finding.known).length;
  if (verdict === 'inconclusive' && !results.leftToMerge && known > 0 && results.totals.cells.pass === 0)
    return `: every cell that was judged has a known failure, so none could pass`;
  if (verdict !== 'conformant') return '';
  const { operations, bindings, rules, cells, includeWrites, unused = [] } = options;
  const selected = [operations, bindings, rules, cells].some((names) => names !== null);
  const limits = [
    ...(ruleSet === newestRuleSet ? [] : [`by the rules of ${ruleSet}`]),
    ...(selected ? ['for what was selected'] : []),
    ...(includeWrites || !results.cells.some(isUnsentWrite)
      ? []
      : ['without Add_toCart, which --include-writes calls']),
    ...(unused.length === 0 ? [] : [`with ${plural(unused.length, 'field')} declared unused`]),
    ...(options.allowInconclusive && results.inconclusive.length > 0 ? ['with missing evidence accepted'] : []),
    ...(known === 0 ? [] : [`but for ${plural(known, 'known failure')}`]),
  ];
  return limits.length === 0 ? '' : ` ${limits.join(', ')}`;
}
