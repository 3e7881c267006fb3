import { expect, test } from 'vitest';
import { runOf } from '../../engine/cell/run-operation.fixture.ts';
import type { Mutation } from '../../reference/mutation.ts';
import { type FieldValue, isList, isRecord } from '../../reference/value.ts';
import { harvested } from '../../reference/variations/target.fixture.ts';

/** What a run says of an operation whose lists of records are edited, and so are those that its records hold. */
async function found(operation: string, edit: (items: readonly FieldValue[]) => readonly FieldValue[]) {
  const inside = (value: FieldValue): FieldValue => {
    if (isList(value)) return edit(value.map(inside));
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inside(one)]));
  };
  const edited: Mutation = { applies: (own) => own === operation, result: inside };
  const { findings } = await runOf(operation, [edited], [], await harvested());
  return [...new Set(findings.map(({ rule, message }) => `${rule}: ${message}`))];
}

const withField = (name: string, value: (at: number) => FieldValue) => (items: readonly FieldValue[]) =>
  items.map((item, at) => (isRecord(item) && item[name] !== undefined ? { ...item, [name]: value(at) } : item));

test.each<readonly [string, string, (items: readonly FieldValue[]) => readonly FieldValue[]]>([
  ['one row for two warehouses', 'Get_Inventory', (items) => [...items, ...items.slice(0, 1)]],
  ['a video for two products', 'Get_Video_Links', (items) => [...items, ...items.slice(0, 5).filter(isRecord)]],
  ['numbers that were never set', 'Get_PartialProd_Resources', withField('ID', () => 0)],
  ['items numbered in each record', 'Get_Universal_Seat_Cover', withField('Uni_cat_ID', (at) => at + 1)],
  [
    'a record in two states',
    'McatCodes',
    (items) => [...items, ...items.slice(0, 1).map((one) => (isRecord(one) ? { ...one, Active: false } : one))],
  ],
  ['one number for all', 'Get_Basevehicle_Images', withField('ID', () => 7)],
])('%s is no finding', async (_what, operation, edit) => {
  expect(await found(operation, edit)).toEqual([]);
});

test.each([
  ['Get_Universal_Seat_Cover', 'Each record of an answer occurs more than once.'],
  ['Get_Inventory', 'An item of Inventory_List occurs more than once.'],
  ['GetModel_Restricted', 'An item of Modelnames occurs more than once.'],
])('all of %s twice is found', async (operation, message) => {
  const twice = (items: readonly FieldValue[]) => items.flatMap((item) => [item, item]);
  expect(await found(operation, twice)).toContain(`data.distinct-records: ${message}`);
});
