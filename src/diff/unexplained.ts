import { counts } from '../results/verdict.ts';
import { grouped } from './cell-ref.ts';
import type { Diff, FailureGroup } from './model.ts';
import { findingKey, type Transition } from './transitions.ts';

/** Verdicts without a finding, as a results file of another hand may have them: they count all the same. */
export function unexplained(all: readonly Transition[], failOn: Diff['failOn']): readonly FailureGroup[] {
  return grouped(all, ({ rule }) => rule).map((group) => {
    const [{ rule, level }] = group;
    return {
      cause: rule,
      level,
      counts: counts({ level }, failOn),
      rules: [rule],
      requirements: [],
      message: 'The results file has no finding for it.',
      location: null,
      expected: '',
      actual: '',
      again: null,
      changes: [],
      cells: group.map((one) => {
        const { operation, binding, before, after } = one;
        return { id: findingKey(one), rule, operation, binding, before, after, known: false };
      }),
    };
  });
}
