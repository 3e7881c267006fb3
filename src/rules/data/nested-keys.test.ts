import { expect, test } from 'vitest';
import { runOf } from '../../engine/cell/run-operation.fixture.ts';
import { loadCatalog } from '../../reference/catalog.ts';
import type { Mutation } from '../../reference/mutation.ts';
import { type FieldValue, isList, isRecord } from '../../reference/value.ts';

/** Numbers the items of each record: the first as the record. */
function numbered(value: FieldValue): FieldValue {
  if (isList(value)) return value.map(numbered);
  if (!isRecord(value)) return value;
  const { ID, PartialProd_Categories: items = null } = value;
  if (!isList(items)) return value;
  const own = items.map((item, at) => (isRecord(item) ? { ...item, ID: Number(ID) + 50 * at } : item));
  return { ...value, PartialProd_Categories: own };
}

test('the ID of an item is its own, even where most have that of the record around them', async () => {
  const own: Mutation = {
    applies: (operation) => operation === 'Get_PartialProd_Resources',
    result: numbered,
  };
  const { findings } = await runOf('Get_PartialProd_Resources', [own]);
  expect(findings.map(({ rule, message }) => [rule, message])).toEqual([]);
});

const { vehicles } = loadCatalog();

/** Names the oldest base vehicle of the model in each submodel, whose parts fit all later ones. */
function carriedOver(value: FieldValue): FieldValue {
  const { Model = null, Submodels: items = null } = isRecord(value) ? value : {};
  const oldest = vehicles.find((one) => one.Model === Model);
  if (!isRecord(value) || !isList(items) || oldest === undefined) return value;
  const own = items.map((item) => (isRecord(item) ? { ...item, Basevehicle: `${oldest.Basevehicle}` } : item));
  return { ...value, Submodels: own };
}

/** The parts of a product, whose lists hold what `edit` makes of all of them. */
function partsWith(
  edit: (items: readonly FieldValue[], first: readonly FieldValue[]) => readonly FieldValue[],
): Mutation {
  const itemsOf = (part: FieldValue | undefined): readonly FieldValue[] => {
    const { PartialProd_Categories: items = null } = part !== undefined && isRecord(part) ? part : {};
    return isList(items) ? items : [];
  };
  return {
    applies: (operation) => operation === 'Get_PartialProd_Resources',
    result: (value) => {
      const parts = isList(value) ? value : [];
      const own = (part: FieldValue): FieldValue =>
        isRecord(part) ? { ...part, PartialProd_Categories: edit(itemsOf(part), itemsOf(parts[0])) } : part;
      return parts.map(own);
    },
  };
}

test.each([
  ['records may share the items of one of them', partsWith((_items, first) => first)],
  [
    'a number that was never set is 0',
    partsWith((items) =>
      items.map((item, at) => (at === 2 && isRecord(item) ? { ...item, PartialProduct_MasterID: 0 } : item)),
    ),
  ],
])('%s', async (_says, server) => {
  const { findings } = await runOf('Get_PartialProd_Resources', [server]);
  expect(findings.map(({ rule, message }) => [rule, message])).toEqual([]);
});

test('items may all have a number that is the key of another answer', async () => {
  const older: Mutation = { applies: (operation) => operation === 'Get_Submodel_Restricted', result: carriedOver };
  const rows = vehicles
    .filter(({ Make, Model }) => Make === 'Honda' && Model === 'Civic')
    .map(({ Make, Model, Year, Products: [ProductID = ''] }) => ({ Make, Model, Year, ProductID }));
  const { findings } = await runOf('Get_Submodel_Restricted', [older], { pools: { values: {}, rows } });
  expect(findings.map(({ rule, message }) => [rule, message])).toEqual([]);
});

test('a list may hold the submodels of two base vehicles of one name', async () => {
  const more: readonly FieldValue[] = ['XL', 'XLT'].map((Submodelname) => ({ Submodelname, Basevehicle: '990001' }));
  const both: Mutation = {
    applies: (operation) => operation === 'Get_Submodel_Restricted',
    result: (value) =>
      isRecord(value) && value.Model === 'Civic' && isList(value.Submodels ?? null)
        ? { ...value, Submodels: [...(value.Submodels as readonly FieldValue[]), ...more] }
        : value,
  };
  const rows = vehicles
    .filter(({ Make, Year }) => Make === 'Honda' && Year > '2018')
    .map(({ Make, Model, Year, Products: [ProductID = ''] }) => ({ Make, Model, Year, ProductID }));
  const { findings } = await runOf('Get_Submodel_Restricted', [both], { pools: { values: {}, rows } });
  expect(findings.map(({ rule, message }) => [rule, message])).toEqual([]);
});

test('the key of a record is one of its answer, even where its own items have none', async () => {
  const moved: Mutation = {
    applies: (operation) => operation === 'Get_Universal_Seat_Cover',
    result: (value) => {
      const records = isList(value) ? value.filter(isRecord) : [];
      const byKey = records.toSorted((one, other) => Number(one.Uni_ID) - Number(other.Uni_ID));
      return records.map((record, at) => ({
        ...record,
        Universal_Master_Categories: byKey[at]?.Universal_Master_Categories ?? null,
      }));
    },
  };
  const { findings } = await runOf('Get_Universal_Seat_Cover', [moved]);
  expect([...new Set(findings.map(({ rule }) => rule))]).toEqual(['data.nested-keys']);
});
