import { expect, test } from 'vitest';
import { cellName } from '../contract/cell-name.ts';
import { defaultNamespace, loadContract } from '../contract/load.ts';
import { cellsToRun, selectedCells } from './selected-cells.ts';

const contract = loadContract(defaultNamespace());
const all = { operations: null, bindings: null, cells: null };

function shardCells(count: number, options: Parameters<typeof cellsToRun>[1] = all): readonly (readonly string[])[] {
  return Array.from({ length: count }, (_, at) =>
    cellsToRun(contract, { ...options, shard: { index: at + 1, count } }).map(cellName),
  );
}

function operationsIn(cells: readonly string[]): readonly string[] {
  return [...new Set(cells.map((name) => name.split('/')[0] ?? ''))];
}

test('without a shard, every selected cell is run', () => {
  expect(cellsToRun(contract, all)).toEqual(selectedCells(contract, all));
});

test.each([1, 2, 3, 4, 7, 20, 25])(
  'with %i shards each cell is in one, and no shard has two operations more',
  (count) => {
    const shards = shardCells(count);
    expect(shards.flat().toSorted()).toEqual(selectedCells(contract, all).map(cellName).toSorted());
    const sizes = shards.map((cells) => operationsIn(cells).length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    // All four cells of an operation, in the order of the whole run.
    for (const cells of shards) expect(cells).toHaveLength(operationsIn(cells).length * 4);
  },
);

test('an operation is in the same shard whatever is selected', () => {
  const [, second = []] = shardCells(4);
  const some = {
    operations: ['McatCodes', 'Get_Inventory', ...operationsIn(second)],
    bindings: ['soap11'],
    cells: null,
  } as const;
  expect(operationsIn(shardCells(4, some)[1] ?? [])).toEqual(operationsIn(second));
});

// Pinned: a shard that is run again by another build of one version must hold the same operations.
test('the first of four shards has these operations', () => {
  expect(operationsIn(shardCells(4)[0] ?? [])).toEqual([
    'Get_Video_Links_by_Make',
    'Get_Universal_Seat_Cover',
    'Add_toCart',
    'GetMake_Restricted',
    'Get_Inventory',
  ]);
});
