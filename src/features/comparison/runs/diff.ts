import type { Results } from '../../../results/results.ts';
import { isCounted, isOlder } from '../../../rules/rule-sets.ts';
import { changesOf, type DiffOptions, type Told } from './model.ts';
import { diffSummary } from './summary.ts';

/** diff.json (specs/schemas/diff.schema.json). */
export type Diff = ReturnType<typeof diffResults>;

/** Compares an earlier run with a later one, by the rules that the rule sets of both have. */
export function diffResults(before: Results, after: Results, options: DiffOptions) {
  const told = changesOf(...withCommonRules(before, after), options);
  return { ...told, summary: diffSummary(told), ...diffOutcome(told) };
}

/**
 * 1: a rule that counts newly fails, another namespace, or other data where these count. 3: such a rule is no longer
 * judged, such data were not compared, or the suite failed.
 */
function diffOutcome(diff: Told) {
  const { data } = diff;
  const isRenamed = diff.old.namespace !== diff.new.namespace;
  const isOther = data.counts && data.changed.length > 0;
  if (isRenamed || isOther || diff.failures.new.some(({ counts }) => counts))
    return { outcome: 'regressed', exitCode: 1 } as const;
  const broken = diff.new.verdict === 'error' && diff.old.verdict !== 'error';
  const isOpen = data.counts && data.open !== null;
  if (broken || isOpen || diff.evidence.lost.some(({ counts }) => counts))
    return { outcome: 'evidence-lost', exitCode: 3 } as const;
  return { outcome: hasChanges(diff) ? 'changed' : 'unchanged', exitCode: 0 } as const;
}

/** A latency inside its spread is no change. */
function hasChanges(diff: Told): boolean {
  const { failures, evidence, cells, fields, data, wire, observations, warnings, latency } = diff;
  const lists = [
    ...[failures.new, failures.fixed, failures.still.filter(({ changes }) => changes.length > 0)],
    ...[evidence.lost, evidence.gained, data.changed, diff.wsdl, wire.changes, observations.changed],
    ...[cells, fields, observations, warnings].flatMap(({ came, went }) => [came, went]),
  ];
  const isShifted = latency.overall === 'slower' || latency.overall === 'faster';
  return lists.some((list) => list.length > 0) || latency.slower + latency.faster > 0 || isShifted;
}

/** Two runs without rules of only one of their sets: a newer suite itself makes no server worse. */
function withCommonRules(old: Results, now: Results): readonly [old: Results, now: Results] {
  const [one, other] = [old.ruleSet, now.ruleSet];
  if (one === other) return [old, now];
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
  };
}
