import type { Contract } from '../contract/model.ts';
import type { RuleVerdict } from '../judging/judge.ts';
import { citesRequirement, requirementsOf } from '../rules/cites.ts';
import type { Rule } from '../rules/rule.ts';
import type { RuleResult } from './outcome.ts';
import type { Coverage } from './results.ts';
import type { RunRecord } from './run-record.ts';
import { traitCoverage } from './trait-coverage.ts';

/** What a run covered: fields, parameters, clauses, header values, spellings. */
export function coverageOf({ summaries, contract, rules, ruleResults, options: { recorded } }: RunRecord): Coverage {
  const traits = traitCoverage(summaries, contract);
  return {
    ...(traits.length === 0 ? {} : { traits }),
    ...(recorded === undefined ? {} : { recorded: recorded.traffic }),
    fields: summaries.flatMap(({ operation, binding, fields }) =>
      fields.map((field) => ({ operation, binding, ...field })),
    ),
    parameters: summaries.flatMap(({ operation, binding, parameters }) =>
      Object.entries(parameters).map(([parameter, values]) => ({ operation, binding, parameter, values })),
    ),
    requirements: requirementCoverage(contract, rules, ruleResults),
    headerValues: summaries.flatMap(({ operation, binding, headerValues }) =>
      headerValues.map((pair) => {
        const [field = '', value = ''] = pair.split('=', 2);
        return { operation, binding, field, value };
      }),
    ),
  };
}

/** Worst first: a clause is no better than the worst of what was judged of it. */
const worst: readonly RuleVerdict[] = ['fail', 'inconclusive', 'not-reached', 'pass', 'not-applicable', 'skipped'];

/**
 * The result of each clause, by the verdicts of the rules based on it, in the cells where they are: a fault in one
 * record says nothing about the clause on another.
 */
export function requirementCoverage(
  contract: Contract,
  rules: readonly Rule[],
  results: readonly Pick<RuleResult, 'rule' | 'operation' | 'binding' | 'verdict'>[],
): Coverage['requirements'] {
  const verdicts = new Map<string, Set<RuleVerdict>>(contract.requirements.map(({ id }) => [id, new Set()]));
  for (const { rule: id, operation: name, binding, verdict } of results) {
    const rule = rules.find((one) => one.id === id);
    const operation = contract.operations.find((one) => one.name === name);
    if (rule === undefined || operation === undefined) continue;
    for (const cited of requirementsOf(rule, { operation, binding }, contract)) verdicts.get(cited)?.add(verdict);
  }
  return contract.requirements.map(({ id, kind, untestable }) => {
    if (kind === 'gap') return { id, verdict: 'observed', rules: [] };
    const citing = rules.filter((rule) => citesRequirement(rule, id)).map((rule) => rule.id);
    if (untestable !== null) return { id, verdict: 'untestable', rules: citing };
    return { id, verdict: worst.find((verdict) => verdicts.get(id)?.has(verdict)) ?? 'inconclusive', rules: citing };
  });
}
