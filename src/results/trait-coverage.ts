import type { Contract } from '../contract/model.ts';
import { bindingNames, operationNamed } from '../contract/operations.ts';
import { dimensionsIn } from '../rules/exchanges/spelling.ts';
import type { CellSummary } from './outcome.ts';
import type { TraitCoverage } from './results.ts';

/**
 * Which traits the requests of a run had over each binding, and how many pairs of traits, of those that one request can
 * have. Nothing for a binding without recorded traits.
 */
export function traitCoverage(summaries: readonly CellSummary[], contract: Contract): readonly TraitCoverage[] {
  return bindingNames.flatMap((binding) => {
    const own = summaries.filter((one) => one.binding === binding && one.spellings !== undefined);
    if (own.length === 0) return [];
    const times = new Map<string, number>();
    const possible = new Set<string>();
    for (const { operation } of own) {
      const groups = dimensionsIn({ operation: operationNamed(contract, operation), binding }, contract).map(
        ({ choices }) => choices.map(({ id }) => id),
      );
      for (const id of groups.flat()) times.set(id, 0);
      for (const [at, group] of groups.entries())
        for (const one of group) for (const other of groups.slice(at + 1).flat()) possible.add(pairOf(one, other));
    }
    const sent = new Set<string>();
    for (const [spelling, count] of own.flatMap(({ spellings = {} }) => Object.entries(spellings))) {
      const ids = spelling.split(' ');
      for (const id of ids) times.set(id, (times.get(id) ?? 0) + count);
      for (const [at, one] of ids.entries()) for (const other of ids.slice(at + 1)) sent.add(pairOf(one, other));
    }
    const traits = [...times].map(([trait, count]) => ({ trait, times: count }));
    return [{ binding, traits, pairs: { sent: sent.size, possible: possible.size } }];
  });
}

function pairOf(one: string, other: string): string {
  return [one, other].toSorted().join(' ');
}
