import { expect, test } from 'vitest';
import { loadContract } from '../contract/load.ts';
import type { Cell } from '../contract/model.ts';
import { bindingNames } from '../contract/operations.ts';
import { rules, rulesFor } from '../rules/rules.ts';
import { requirementCoverage } from './coverage.ts';

const contract = loadContract('http://dealer.example/webservices/');
const cells = contract.operations.flatMap((operation) => bindingNames.map((binding): Cell => ({ operation, binding })));

/** What the rules of these cells come to where one rule is broken in one of them. */
function verdicts(within: readonly Cell[], broken: string): ReadonlyMap<string, string> {
  const results = within.flatMap((cell) =>
    rulesFor(cell, contract).map(({ id }) => ({
      rule: id,
      operation: cell.operation.name,
      binding: cell.binding,
      verdict: `${id}@${cell.operation.name}/${cell.binding}` === broken ? ('fail' as const) : ('pass' as const),
    })),
  );
  return new Map(requirementCoverage(contract, rules, results).map(({ id, verdict }) => [id, verdict]));
}

test('what is wrong with one record fails its clause and no other record’s', () => {
  const found = verdicts(cells, 'record.field-order@Get_Inventory/soap12');
  const failed = [...found]
    .filter(([id, verdict]) => id.startsWith('records.') && verdict === 'fail')
    .map(([id]) => id);
  // The second record is within the first.
  expect(failed).toEqual(['records.Inventory_Response.fields', 'records.Inventory_item.fields']);
});

test('a clause about what no cell of the run has is not passed', () => {
  const found = verdicts(
    cells.filter(({ operation }) => operation.name === 'Get_Inventory'),
    '',
  );
  expect(found.get('records.Inventory_Response.fields')).toBe('pass');
  expect(found.get('records.Video.fields')).toBe('inconclusive');
});
