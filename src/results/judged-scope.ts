import type { Results } from './results.ts';

/**
 * What a run was to judge, in a fixed order: runs where it is equal can be compared, by the rules that their sets both
 * have.
 */
export function judgedScope({ profile, options }: Pick<Results, 'profile' | 'options'>) {
  const { runs, operations, bindings, rules, cells, includeWrites } = options;
  return [profile, runs, operations, bindings, rules, cells, includeWrites];
}
