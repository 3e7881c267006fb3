import type { Results } from './results.ts';

/** What a run was asked to judge, in a fixed order: of runs where it is equal, one can stand for the other. */
export function askedOf({ profile, ruleSet, options }: Pick<Results, 'profile' | 'ruleSet' | 'options'>) {
  const { runs, operations, bindings, rules, cells, includeWrites } = options;
  return [profile, ruleSet, runs, operations, bindings, rules, cells, includeWrites];
}
