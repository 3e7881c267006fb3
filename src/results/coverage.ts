import { plural } from '../base/words.ts';
import type { Contract } from '../contract/model.ts';
import { bindingNames, operationNamed } from '../contract/operations.ts';
import type { RuleVerdict } from '../judge/rule-outcome.ts';
import { citesRequirement, requirementsOf } from '../rules/cites.ts';
import { dimensionsIn } from '../rules/request/trait-registry.ts';
import type { Rule } from '../rules/rule.ts';
import type { CellSummary, RuleResult } from './outcome.ts';
import type { Coverage, TraitCoverage } from './results.ts';
import type { RunRecord } from './run-record.ts';

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

/** The verdict of each clause by its rules, in their cells: one record says nothing of the clause on another. */
export function requirementCoverage(
  contract: Contract,
  rules: readonly Rule[],
  results: readonly Pick<RuleResult, 'rule' | 'operation' | 'binding' | 'verdict'>[],
): Coverage['requirements'] {
  const verdicts = new Map<string, Set<RuleVerdict>>(contract.requirements.map(({ id }) => [id, new Set()]));
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  for (const { rule: id, operation: name, binding, verdict } of results) {
    const rule = byId.get(id);
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

/** Which traits requests had over each binding, and how many pairs of traits of all possible. */
export function traitCoverage(summaries: readonly CellSummary[], contract: Contract): readonly TraitCoverage[] {
  const placeOf = ({ operation }: CellSummary): number =>
    contract.operations.findIndex(({ name }) => name === operation);
  // Cells end in any order.
  const inOrder = summaries.toSorted((a, b) => placeOf(a) - placeOf(b));
  return bindingNames.flatMap((binding) => {
    const own = inOrder.filter((one) => one.binding === binding && one.spellings !== undefined);
    if (own.length === 0) return [];
    const times = new Map<string, number>();
    const numbered = new Map<string, number>();
    const numberOf = (id: string): number => {
      const number = numbered.get(id) ?? numbered.size;
      numbered.set(id, number);
      return number;
    };
    const possible = new Set<number>();
    const known = new Set<string>();
    for (const { operation } of own) {
      const groups = dimensionsIn({ operation: operationNamed(contract, operation), binding }, contract).map(
        ({ choices }) => choices.map(({ id }) => id),
      );
      // Most operations have the same.
      if (known.has(groups.join())) continue;
      known.add(groups.join());
      for (const id of groups.flat()) times.set(id, 0);
      const numbers = groups.map((group) => group.map(numberOf));
      for (const [at, group] of numbers.entries())
        for (const one of group) for (const other of numbers.slice(at + 1).flat()) possible.add(pairOf(one, other));
    }
    const sent = new Set<number>();
    for (const [spelling, count] of own.flatMap(({ spellings = {} }) => Object.entries(spellings))) {
      const ids = spelling.split(' ');
      for (const id of ids) times.set(id, (times.get(id) ?? 0) + count);
      const numbers = ids.map(numberOf);
      for (const [at, one] of numbers.entries())
        for (const other of numbers.slice(at + 1)) sent.add(pairOf(one, other));
    }
    const traits = [...times].map(([trait, count]) => ({ trait, times: count }));
    return [{ binding, traits, pairs: { sent: sent.size, possible: possible.size } }];
  });
}

/** A number for two traits, as a run has some hundred thousand pairs: texts took it 2 % of its time. */
function pairOf(one: number, other: number): number {
  return Math.min(one, other) * 2 ** 16 + Math.max(one, other);
}

/** The spellings that were sent, one line per binding: `soap11: 57 of 58 traits, 1,290 of 1,430 pairs of traits`. */
export function traitLines({ traits = [] }: Coverage): readonly string[] {
  return traits.map(({ binding, traits: all, pairs: { sent, possible } }) => {
    const used = all.filter(({ times }) => times > 0).length;
    const pairs = `${sent.toLocaleString('en')} of ${plural(possible, 'pair', possible.toLocaleString('en'))}`;
    return `${binding}: ${used} of ${plural(all.length, 'trait')}, ${pairs} of traits`;
  });
}
