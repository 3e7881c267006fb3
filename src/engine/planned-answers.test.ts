import { expect, test } from 'vitest';
import type { Mutation } from '../reference/mutation.ts';
import { everywhere, field, runOf } from './run-operation.fixture.ts';

const FOUND = 'ITEM-20';
const items = Array.from({ length: 20 }, (_, at) => `ITEM-${at + 1}`);
/** Has data for one item only. */
const oneItem: Mutation = {
  applies: everywhere,
  result: (_value, { parameters }) =>
    parameters.ItemID === FOUND ? [{ Category: 'Images', Assets_list: [{ URL: 'u', Description: 'd' }] }] : [],
};

test('a call that shows data is sent to each binding, also where another one was compared with it', async () => {
  const { cells } = await runOf('Get_Digital_Assets_recid', [oneItem], [], { values: { ItemID: items }, rows: [] });
  const probed = cells.flatMap(({ rules }) => rules.filter(({ rule }) => rule === 'request.personas'));
  expect(probed.map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'pass', 'pass']);
});

/** Has data for the document's example only: what it answers elsewhere, here U-1, is not in stock. */
const example: Mutation = {
  applies: everywhere,
  result: (value, { parameters }) =>
    parameters.ItemNo === 'SC-1001' ? value : field(value, 'Inventory_List', () => []),
};

test('an operation for which a learned value has no data is tried with other values and the examples', async () => {
  const { verdict, inconclusive } = await runOf('Get_Inventory', [example], [], {
    values: { ItemNo: ['U-1'] },
    rows: [],
  });
  expect([verdict, inconclusive.filter(({ rule }) => rule === 'record.coverage')]).toEqual(['conformant', []]);
});
