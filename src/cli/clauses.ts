import { operationName } from '../contract/cell-name.ts';
import { defaultNamespace, loadContract } from '../contract/load.ts';
import type { Cell, Contract, Requirement } from '../contract/model.ts';
import { selectedCells } from '../options/selected-cells.ts';
import type { Defect } from '../reference/defects/defect.ts';
import { probingOf } from '../rules/check.ts';
import { requirementsOf } from '../rules/cites.ts';
import { isRuleFor, rules } from '../rules/rules.ts';
import { whereIn } from '../views/where.ts';

/** Every trait with the rule that judges it and its dimension, in the order of the rules. */
export function allTraits() {
  return rules.flatMap((rule) =>
    (probingOf(rule)?.dimensions ?? []).flatMap(({ name, choices }) =>
      choices.map((trait) => ({ rule, dimension: name, trait })),
    ),
  );
}

/** Why no rule judges a clause. */
export function whyNotJudged({ probe, untestable }: Requirement): string {
  if (probe !== null) return `observed by ${probe}`;
  return untestable === null ? 'no rule yet' : `untestable: ${untestable}`;
}

/** Requirement → the rules that judge it in some cell, wildcards filled in. */
export function rulesByRequirement(contract: Contract): ReadonlyMap<string, readonly string[]> {
  const trace = new Map<string, string[]>();
  const cells = selectedCells(contract);
  for (const rule of rules) {
    const judged = cells.filter((cell) => isRuleFor(cell, contract, rule));
    const ids = new Set(judged.flatMap((cell) => requirementsOf(rule, cell, contract)));
    for (const id of ids) trace.set(id, [...(trace.get(id) ?? []), rule.id]);
  }
  return trace;
}

/** The rules that find a defect; those that only record it, or are left open by it, say so: no fault for a run. */
export function foundIn({ foundBy, verdict }: Pick<Defect, 'foundBy' | 'verdict'>): readonly string[] {
  return foundBy.map((id) => {
    if (rules.some((rule) => rule.id === id && rule.level === 'observed')) return `${id} (recorded, never a finding)`;
    return verdict === 'inconclusive' ? `${id} (left open, no finding)` : id;
  });
}

/** The cells in which a defect shows, in words. @param most - operations that are named */
export function shownIn({ cells: isShown }: Pick<Defect, 'cells'>, most?: number): string {
  const contract = loadContract(defaultNamespace());
  const cells = selectedCells(contract);
  const named = (some: readonly Cell[]) => some.map((cell) => ({ ...cell, operation: operationName(cell) }));
  return whereIn(named(cells), most)(named(cells.filter((cell) => isShown(cell, contract))));
}
