import type { Results } from '../results/results.ts';
import { isCounted, isOlder } from '../rules/rule-sets.ts';

/**
 * Two runs without what only one of their rule sets requires, so that a newer suite itself makes no server worse. Runs
 * of one set, and of versions that named none, stay unchanged.
 */
export function withCommonRules(old: Results, now: Results): readonly [old: Results, now: Results] {
  const [one, other] = [old.ruleSet, now.ruleSet];
  if (one === undefined || other === undefined || one === other) return [old, now];
  const set = isOlder(one, other) ? one : other;
  return [ofSet(old, set), ofSet(now, set)];
}

function ofSet(results: Results, set: string): Results {
  const isCommon = ({ rule }: { readonly rule: string }): boolean => isCounted(rule, set);
  return {
    ...results,
    cells: results.cells.map((cell) => ({ ...cell, rules: cell.rules.filter(isCommon) })),
    findings: results.findings.filter(isCommon),
    inconclusive: results.inconclusive.filter(isCommon),
    // A clause's result comes from all rules based on it.
    coverage: { ...results.coverage, requirements: [] },
  };
}
