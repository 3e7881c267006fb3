import { expect, test } from 'vitest';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import { rules, rulesFor } from '../../rules/rules.ts';
import type { CellSummary, RuleResult } from '../outcome.ts';
import { inPlannedOrder } from './not-reached.ts';

const contract = loadContract(defaultNamespace());
const cells = selectedCells(contract, { operations: ['Get_Inventory', 'McatCodes'], bindings: null, cells: null });

const ruleResults = cells.flatMap((cell) =>
  rulesFor(cell, contract).map(({ id, level }): RuleResult => {
    const place = { operation: cell.operation.name, binding: cell.binding };
    return { kind: 'rule', rule: id, level, ...place, verdict: 'pass', judged: 1, reason: null, finding: null };
  }),
);
const summaries = cells.map(({ operation, binding }): CellSummary => {
  const nothing = { fields: [], parameters: {}, headerValues: [], statuses: {}, withData: 0, exchanges: [] };
  return { kind: 'cell', operation: operation.name, binding, requests: 1, durations: [], ...nothing };
});

test('outcomes come in the order planned, whatever the order they came in', () => {
  const record = { cells, contract, rules, ruleResults, summaries };
  const shuffled = { ...record, ruleResults: ruleResults.toReversed(), summaries: summaries.toReversed() };
  expect(inPlannedOrder(shuffled)).toEqual(record);
});
