import type { Contract } from '../contract/model.ts';
import { bindingNames } from '../contract/operations.ts';
import { requirementsOf } from '../rules/cites.ts';
import type { Rule } from '../rules/rule.ts';
import { rules, rulesFor } from '../rules/rules.ts';

/** Requirement → the rules that judge it in some cell. */
export function rulesByRequirement(contract: Contract): ReadonlyMap<string, readonly string[]> {
  const trace = new Map<string, string[]>();
  for (const rule of rules) {
    for (const id of clausesOf(rule, contract)) trace.set(id, [...(trace.get(id) ?? []), rule.id]);
  }
  return trace;
}

/** The clauses a rule stands on in any cell, wildcards filled in, without repeats. */
export function clausesOf(rule: Rule, contract: Contract): readonly string[] {
  const cells = contract.operations.flatMap((operation) => bindingNames.map((binding) => ({ operation, binding })));
  const ids = cells
    .filter((cell) => rulesFor(cell, contract, [rule]).length > 0)
    .flatMap((cell) => requirementsOf(rule, cell, contract));
  return [...new Set(ids)];
}
