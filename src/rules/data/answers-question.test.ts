import { expect, test } from 'vitest';
import { everywhere, runOf } from '../../engine/cell/run-operation.fixture.ts';
import { loadCatalog } from '../../reference/catalog.ts';
import type { Mutation } from '../../reference/mutation.ts';
import { isRecord } from '../../reference/value.ts';

test.each([0n, -1n])('an unknown number may get a record whose number is %s and which holds nothing', async (Mcat) => {
  const blank: Mutation = {
    applies: everywhere,
    result: (value) => (isRecord(value) && value.Description === '' ? { ...value, Mcat } : value),
  };
  const mcats = loadCatalog().mcats.map(({ Mcat: own }) => `${own}`);
  const { findings } = await runOf('McatCode_check', [blank], [], { values: { mcat: mcats }, rows: [] });
  expect(findings.map(({ rule, message }) => [rule, message])).toEqual([]);
});

test('a list may hold the items of all applications: a parameter may select nothing', async () => {
  const { inventory } = loadCatalog();
  const unselected: Mutation = {
    applies: everywhere,
    result: (value, { parameters: { ItemNo = '' } }) => {
      const items = inventory.filter((one) => one.ItemNo === ItemNo);
      return isRecord(value) ? { ...value, Inventory_List: items } : value;
    },
  };
  const rows = inventory.map(({ Application_ID, ItemNo }) => ({ Application_ID, ItemNo }));
  const { findings } = await runOf('Get_Inventory', [unselected], [], { values: {}, rows }, [], 20);
  expect(findings.map(({ rule, message }) => [rule, message])).toEqual([]);
});

test('a number that nobody has may get the record of another one', async () => {
  const [first, ...others] = loadCatalog().mcats;
  const standing: Mutation = {
    applies: everywhere,
    result: (value) => (isRecord(value) && value.Description === '' ? { ...first } : value),
  };
  const values = { mcat: others.map(({ Mcat }) => `${Mcat}`) };
  const { findings } = await runOf('McatCode_check', [standing], [], { values, rows: [] }, [], 20);
  expect(findings.map(({ rule, message }) => [rule, message])).toEqual([]);
});

test('vehicles of one generation may have their pictures together', async () => {
  const { images } = loadCatalog();
  const [first, ...others] = images.filter(({ ProductID }) => ProductID === 'FLOORLINER').slice(0, 8);
  if (first === undefined) throw new Error('there are pictures');
  const sets = [first, ...others].map(({ Basevehicle, ProductID }) => ({ Basevehicle, ProductID }));
  const together: Mutation = {
    applies: everywhere,
    result: (value, { parameters: { Basevehicle, ProductID } }) => {
      const at = sets.findIndex((set) => BigInt(set.Basevehicle) === Basevehicle && set.ProductID === ProductID);
      const pair = sets.slice(at - (at % 2), at - (at % 2) + 2);
      return at < 0 ? value : pair.map((set) => ({ ...set, Basevehicle_Images_URL: [] }));
    },
  };
  const rows = sets.map(({ Basevehicle, ProductID }) => ({ Basevehicle: `${Basevehicle}`, ProductID }));
  const { findings } = await runOf('Get_Basevehicle_Images', [together], [], { values: {}, rows }, [], 20);
  expect(findings.map(({ rule, message }) => [rule, message])).toEqual([]);
});

test('no list is accused of another text where the call with that text was not sent', async () => {
  const sold: Readonly<Record<string, readonly string[]>> = { X: ['A-1', 'A-2'], Y: ['A-2', 'A-3'], Z: ['A-3'] };
  const unselected: Mutation = {
    applies: everywhere,
    result: (_value, { parameters: { ItemNo = '' } }) => {
      const items = (sold[`${ItemNo}`] ?? []).map((Application_ID) => ({ ItemNo, Application_ID, Quantity: 1 }));
      return { Response_Code: 0, Inventory_List: items };
    },
  };
  const rows = Object.entries(sold).map(([ItemNo, [Application_ID = '']]) => ({ Application_ID, ItemNo }));
  const { findings } = await runOf('Get_Inventory', [unselected], [], { values: {}, rows });
  expect(findings.map(({ rule, message }) => [rule, message])).toEqual([]);
});
