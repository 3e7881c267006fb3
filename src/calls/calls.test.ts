import { expect, test } from 'vitest';
import { loadContract } from '../contract/load.ts';
import { operationNamed } from '../contract/operations.ts';
import { baseCall, drawCalls, edgeCalls, furtherCalls, rowCalls } from './calls.ts';
import { headerPairCalls } from './header-pairs.ts';
import { isPlainText } from './read-texts.ts';
import { textClasses } from './texts.ts';

const contract = loadContract('http://dealer.example/webservices/');
const none = { values: {}, rows: [] };
const submodels = { operation: operationNamed(contract, 'GetSubmodel_VehicleType'), contract, pools: none };
const images = { operation: operationNamed(contract, 'Get_Basevehicle_Images'), contract, pools: none };

test('the same seed draws the same calls, another seed draws others', () => {
  expect(drawCalls(images, 1, 20)).toEqual(drawCalls(images, 1, 20));
  expect(drawCalls(images, 1, 20)).not.toEqual(drawCalls(images, 2, 20));
});

test('every drawn int is an int, and every drawn text travels through all bindings', () => {
  for (const { values } of drawCalls(images, 3, 500)) {
    expect(Number(values.Basevehicle)).toSatisfy((n: number) => Number.isInteger(n) && Math.abs(n) <= 2 ** 31);
    expect(values.ProductID).toSatisfy(isPlainText);
  }
});

test('drawn calls hold markup characters, non-ASCII, astral and empty text often enough to matter', () => {
  const texts = drawCalls(images, 4, 1000).map(({ values }) => values.ProductID ?? '');
  const share = (pattern: RegExp) => texts.filter((text) => pattern.test(text)).length / texts.length;
  expect(share(/[&<>"']/)).toBeGreaterThan(0.1);
  expect(share(/[^\x20-\x7e]/)).toBeGreaterThan(0.1);
  expect(share(/[\u{10000}-\u{10ffff}]/u)).toBeGreaterThan(0.03);
  expect(share(/^$/)).toBeGreaterThan(0.02);
});

test('credentials are never generated', () => {
  for (const { values } of drawCalls(images, 5, 50)) expect(values).not.toHaveProperty('DealerID');
});

test('the header of the two header operations takes every allowed value', () => {
  const drawn = drawCalls(submodels, 6, 300).map(({ header }) => header ?? {});
  const seen = (field: string) => [...new Set(drawn.map((header) => header[field]))].toSorted();
  expect(seen('VehicleTypeToFilter')).toEqual(['Car', 'None', 'Truck', 'Utility_Vehicle', 'Van']);
  expect(seen('VcdbOnly')).toEqual(['false', 'true']);
});

test('the base call takes the row that knows most, then the pool, then the example', () => {
  const pools = {
    values: { Make: ['Ford'], ProductID: ['TONNEAU'] },
    rows: [{ Year: '1999' }, { Make: 'Jeep', Model: 'Gladiator' }],
  };
  const { values } = baseCall({ ...submodels, pools });
  expect(values).toEqual({ Make: 'Jeep', Model: 'Gladiator', Year: '2020', ProductID: 'TONNEAU' });
});

test('of a number that no answer leads to, the next ones are sent', () => {
  const recids = (known: readonly string[]) =>
    furtherCalls({
      operation: operationNamed(contract, 'Get_Recid_Images'),
      contract,
      pools: { ...none, values: { recid: known } },
    }).map(({ values }) => values.recid);
  const next = ['50002', '50003', '50004', '50005', '50006', '50007'];
  expect(recids(['50001'])).toEqual(next);
  expect(recids([])).toEqual(next);
  expect(recids(['50001', '77'])).toEqual(['50001', '77']);
});

test('rows that say nothing new of an operation make no call', () => {
  const pools = { values: {}, rows: [{ recid: '1' }, { Basevehicle: '7' }, { Basevehicle: '8' }] };
  expect(rowCalls({ ...images, pools }).map(({ values }) => values.Basevehicle)).toEqual(['8']);
});

test('texts at edges have pieces of every class in every run, and other words', () => {
  const texts = (seed: number) => edgeCalls(images, seed).map(({ values }) => values.ProductID ?? '');
  const all = textClasses.flatMap(({ pieces }) => pieces);
  for (const seed of [1, 2]) {
    const [drawn, other] = [texts(seed), texts(seed + 2)].map((some) => some.filter(({ length }) => length > 20));
    expect(all.filter((piece) => !drawn?.some((text) => text.includes(piece)))).toEqual([]);
    expect(drawn?.filter((text) => other?.includes(text))).toEqual([]);
  }
  // A key of a cache is often cut at 255.
  const makes = edgeCalls(submodels, 1, ['Make']).flatMap(({ values: { Make = '' } }) =>
    Make.length > 256 ? [Make] : [],
  );
  expect(new Set(makes).size).toBe(3);
  expect(new Set(makes.map((text) => text.slice(0, 256))).size).toBe(1);
});

test('there is a call for each edge of each parameter and no other parameter changes', () => {
  const calls = edgeCalls(images, 1).map(({ values }) => values);
  expect(calls.filter(({ Basevehicle }) => Basevehicle === '-2147483648')).toEqual([
    { Basevehicle: '-2147483648', ProductID: 'FLOORLINER' },
  ]);
  expect(calls.map(({ ProductID }) => ProductID)).toContain('');
});

test('a header names what its call finds and what it does not, also with the filter off', () => {
  const rows = [{ Make: 'Ford', Model: 'F-150', Year: '2015', ProductID: 'TONNEAU' }];
  const calls = headerPairCalls({ ...submodels, pools: { values: {}, rows } }, 1);
  const finding = calls.filter(({ values, header }) => values.Make === header?.OnlyMake?.[0]);
  expect(finding.filter(({ values, header }) => values.Model === header?.NoModel?.[0])).not.toEqual([]);
  const excluding = calls.filter(({ values, header }) => ![undefined, values.Make].includes(header?.OnlyMake?.[0]));
  expect(excluding).not.toEqual([]);
  expect(new Set(calls.map(({ header }) => header?.Filtervehicles))).toEqual(new Set(['true', 'false']));
});

test('a header names what its call asks for, alone in a list, if the name has marks or letters beyond ASCII', () => {
  const named = [
    ['Honda', 'Civic'],
    ['Citroën', 'C4'],
    ['Škoda', 'Town & Country'],
    ['Rolls-Royce', "Cee'd"],
  ];
  const rows = named.map(([Make = '', Model = '']) => ({ Make, Model, Year: '2015', ProductID: 'TONNEAU' }));
  const calls = headerPairCalls({ ...submodels, pools: { values: {}, rows } }, 1);
  for (const [field, name, of] of [
    ['OnlyMake', 'Citroën', 'Make'],
    ['OnlyMake', 'Škoda', 'Make'],
    ['OnlyMake', 'Rolls-Royce', 'Make'],
    ['NoModel', 'Town & Country', 'Model'],
    ['NoModel', "Cee'd", 'Model'],
  ] as const)
    expect(calls.some(({ values, header }) => values[of] === name && `${header?.[field]}` === name)).toBe(true);
});
