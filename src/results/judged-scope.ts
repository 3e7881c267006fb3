import type { Results } from './results.ts';

/** What a run was to judge, in a fixed order: runs where it is equal are compared by the rules of both sets. */
export function judgedScope({ profile, options }: Pick<Results, 'profile' | 'options'>) {
  const { runs, operations, bindings, rules, cells, includeWrites } = options;
  return [profile, runs, operations, bindings, rules, cells, includeWrites];
}
