import { expect, test } from 'vitest';
import { loadContract } from '../contract/load.ts';
import { operationNamed } from '../contract/operations.ts';
import { isNonce } from '../rules/request/echoed-text.ts';
import type { Call } from '../wire/soap/call.ts';
import { baseCall, rowCalls } from './calls.ts';
import { nearCalls } from './near-calls.ts';

const contract = loadContract('http://dealer.example/webservices/');
const none = { values: {}, rows: [] };
const submodels = { operation: operationNamed(contract, 'GetSubmodel_VehicleType'), contract, pools: none };
const images = { operation: operationNamed(contract, 'Get_Basevehicle_Images'), contract, pools: none };

test('a value with a letter that normalisation gives another letter is sent so, beside values that it came with', () => {
  const vehicle = { Basevehicle: '1', ProductID: 'SEATCOVER' };
  const others = [
    { ProductID: 'KIT' },
    { Basevehicle: '2', ProductID: 'RACK' },
    { Basevehicle: '3', ProductID: 'Café' },
  ];
  const source = { ...images, pools: { values: {}, rows: [vehicle, ...others] } };
  const near = nearCalls(source, 1, baseCall(source), [], []).map(({ values }) => values);
  expect(near).toContainEqual({ Basevehicle: '2', ProductID: 'RAC\u212A' });
  expect(near).toContainEqual({ Basevehicle: '3', ProductID: 'Café' });
});

test('a text that answers repeat is sent in the other case too, and a number with a zero before it', () => {
  const right = baseCall(submodels);
  const [Make = '', Year = ''] = [right.values.Make, right.values.Year];
  const near = nearCalls(submodels, 1, right, ['Make', 'Model', 'Year', 'ProductID'], []).map(({ values }) => values);
  expect(near).toContainEqual({ ...right.values, Make: Make.toLowerCase() });
  expect(near).toContainEqual({ ...right.values, Year: `0${Year}` });
  expect(near).toContainEqual({ ...right.values, Make: expect.stringMatching(/^ | $/) });
});

test('a row that all bindings get anyway, or for another parameter, has the marks of a text', () => {
  const [ford, rover, town, grand] = [
    { Make: 'Ford', Model: 'Focus', Year: '2015', ProductID: 'KIT' },
    { Make: 'Rover', Model: 'F-150' },
    { Make: 'Town & Country', Model: 'Grand Cherokee' },
    { Make: 'Grand & Co', Model: 'XC-90' },
  ];
  const source = { ...submodels, pools: { values: {}, rows: [ford, grand, town, rover] } };
  const sent = rowCalls(source).filter(({ values }) => values.Make !== grand.Make);
  const near = nearCalls(source, 1, baseCall(source), [], sent);
  const models = new Set(near.map(({ values: { Make, Model } }) => `${Make} ${Model}`));
  expect([...models].filter((one) => one.startsWith(grand.Make))).toEqual([]);
  for (const twin of ['Town & Country Grand+Cherokee', 'Town+&+Country Grand Cherokee']) expect(models).toContain(twin);
});

test('neighbours get values that a cache takes for known ones if it joins them', () => {
  const joined = (row: Readonly<Record<string, string>>, joint: string) => {
    const source = { ...submodels, pools: { values: {}, rows: [row] } };
    const right = baseCall(source);
    const key = ({ values }: Call): string => Object.values(values).join(joint);
    return nearCalls(source, 1, right, [], []).filter((call) => key(call) === key(right) && call !== right);
  };
  const row = { Make: 'Ford', Model: 'F-150', Year: '2015', ProductID: 'KIT' };
  for (const joint of ['', '-']) expect(joined(row, joint)).not.toEqual([]);
  expect(joined({ ...row, Make: 'Land Rover' }, ' ')).not.toEqual([]);
  expect(joined(row, '|')).toEqual([]);
});

test.each(['|', ',', ';', ':', '-', '_', '/', ' '])('two calls are one to a cache that joins values by %s', (joint) => {
  const near = nearCalls(submodels, 1, baseCall(submodels), ['Make'], []);
  const keys = near.map(({ values }) => Object.values(values).join(joint));
  expect(keys.length - new Set(keys).size).toBe(1);
});

test('two calls with texts that nobody has are one to a cache that joins values by nothing', () => {
  const near = nearCalls(submodels, 1, baseCall(submodels), ['Make'], []).filter(({ values }) =>
    /\|/.test(values.Make ?? ''),
  );
  const keys = near.map(({ values }) => Object.values(values).join(''));
  expect(keys.length - new Set(keys).size).toBe(1);
});

test.each(['', '|', ',', ';', ':', '-', '_', '/', ' '])(
  'where only the second text comes back, each of two calls joined by %j has one that no data has',
  (joint) => {
    const models = { operation: operationNamed(contract, 'Get_Model_MMSY'), contract, pools: none };
    const near = nearCalls(models, 1, baseCall(models), ['ProductID'], []);
    const keyOf = ({ values }: Call): string => Object.values(values).join(joint);
    const one = near.filter((call) => near.some((other) => other !== call && keyOf(other) === keyOf(call)));
    expect(one.length).toBeGreaterThan(1);
    expect(one.map(({ values }) => values.ProductID ?? '').filter((text) => !isNonce(text))).toEqual([]);
  },
);
