import { cellName } from '../contract/cell-name.ts';
import { rulesFor } from '../rules/rules.ts';
import { failureName } from './outcome.ts';
import type { RunRecord } from './run-record.ts';

type Ordered = Pick<RunRecord, 'cells' | 'contract' | 'rules' | 'ruleResults' | 'summaries'>;

/**
 * A record with outcomes in the order in which they were planned: cell by cell, rule by rule. vitest tells of them in
 * batches, whose order is that of time.
 */
export function inPlannedOrder<T extends Ordered>(record: T): T {
  const { cells, contract, rules, ruleResults, summaries } = record;
  const names = cells.flatMap((cell) => [
    cellName(cell),
    ...rulesFor(cell, contract, rules).map(({ id }) => `${id}@${cellName(cell)}`),
  ]);
  const places = new Map(names.map((name, place) => [name, place]));
  const placeOf = (name: string): number => places.get(name) ?? names.length;
  return {
    ...record,
    ruleResults: ruleResults.toSorted((a, b) => placeOf(failureName(a)) - placeOf(failureName(b))),
    summaries: summaries.toSorted((a, b) => placeOf(cellName(a)) - placeOf(cellName(b))),
  };
}
