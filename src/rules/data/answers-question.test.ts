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
  const { findings } = await runOf('McatCode_check', [blank], { pools: { values: { mcat: mcats }, rows: [] } });
  expect(findings.map(({ rule, message }) => [rule, message])).toEqual([]);
});

test('a number that nobody has may get the record of another one', async () => {
  const [first, ...others] = loadCatalog().mcats;
  const standing: Mutation = {
    applies: everywhere,
    result: (value) => (isRecord(value) && value.Description === '' ? { ...first } : value),
  };
  const values = { mcat: others.map(({ Mcat }) => `${Mcat}`) };
  const { findings } = await runOf('McatCode_check', [standing], { pools: { values, rows: [] }, runs: 20 });
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
  const { findings } = await runOf('Get_Basevehicle_Images', [together], { pools: { values: {}, rows }, runs: 20 });
  expect(findings.map(({ rule, message }) => [rule, message])).toEqual([]);
});

test('a known number that gets only the record of another is found, also where the two come for each other', async () => {
  const vehicles = loadCatalog()
    .images.filter(({ ProductID }) => ProductID === 'FLOORLINER')
    .slice(0, 8)
    .map(({ Basevehicle, ProductID }) => ({ Basevehicle: BigInt(Basevehicle), ProductID }));
  const [first, second] = vehicles;
  const exchanged: Mutation = {
    applies: everywhere,
    result: (value, { parameters: { Basevehicle, ProductID } }) => {
      const own = vehicles.find((one) => one.Basevehicle === Basevehicle && one.ProductID === ProductID);
      if (own === undefined || first === undefined || second === undefined) return value;
      const shown = own === first ? second : own === second ? first : own;
      return [{ ...shown, Basevehicle_Images_URL: [] }];
    },
  };
  const rows = vehicles.map(({ Basevehicle, ProductID }) => ({ Basevehicle: `${Basevehicle}`, ProductID }));
  const { findings } = await runOf('Get_Basevehicle_Images', [exchanged], { pools: { values: {}, rows }, runs: 20 });
  expect(findings.map(({ rule }) => rule)).toContain('data.answers-question');
});
