import { expect, test } from 'vitest';
import { loadContract } from '../../contract/load.ts';
import { operationNamed } from '../../contract/operations.ts';
import { inProcess } from '../../proof/mutants/in-process.ts';
import { quickRun } from '../../reference/variations/target.fixture.ts';
import { openClient } from '../send/client.ts';
import { harvest, rowsOf } from './harvest.ts';
import { callSource } from './planned-call.ts';

const contract = loadContract('http://dealer.example/webservices/');
const submodels = operationNamed(contract, 'Get_Submodel_Restricted');

test('a record gives a row for each value of a list, and its other values belong to every row', () => {
  const record = { Basevehicle: '142301', Submodels: [{ Submodelname: 'LX' }, { Submodelname: 'EX' }], Make: 'Honda' };
  expect(rowsOf(record, submodels, contract)).toEqual([
    { Basevehicle: '142301', Submodel: 'LX', Make: 'Honda' },
    { Basevehicle: '142301', Submodel: 'EX', Make: 'Honda' },
  ]);
});

test.each([
  ['text for an int parameter', { Basevehicle: 'Basevehicle 1' }],
  ['markup that ASP.NET refuses over GET', { Make: 'x <b>bold</b>' }],
  ['an empty value', { Make: '' }],
  ['a value beyond 64 bits for a parameter that is a long somewhere', { Basevehicle: '9223372036854775808' }],
])('%s is left out', (_what, record) => {
  expect(rowsOf(record, submodels, contract)).toEqual([]);
});

test('a value beyond 32 bits is one for operations that take a long, and none for those that take an int', () => {
  const pools = {
    values: { Basevehicle: ['142301', '4294967296'] },
    rows: rowsOf({ Basevehicle: '4294967296' }, submodels, contract),
  };
  const valuesFor = (name: string): unknown => {
    const cell = { operation: operationNamed(contract, name), binding: 'soap11' } as const;
    const source = callSource(cell, contract, { options: quickRun('http://127.0.0.1:9'), pools });
    return [source.pools.values.Basevehicle, source.pools.rows.length];
  };
  expect(valuesFor('Get_BasevevehicleLinks')).toEqual([['142301', '4294967296'], 1]);
  expect(valuesFor('Get_Basevehicle_Images')).toEqual([['142301'], 0]);
});

test('the walk follows values with a space, and with a letter that has a twin, though others come first', async () => {
  const nowhere = 'http://127.0.0.1:9';
  const options = quickRun(nowhere);
  const { rows } = await harvest(inProcess(openClient(nowhere, contract, options), []), options);
  const vehicles = rows.filter(({ Basevehicle }) => Basevehicle !== undefined);
  expect(vehicles.some(({ Submodel = '' }) => Submodel.includes(' '))).toBe(true);
  expect(vehicles.some(({ ProductID = '' }) => ProductID.includes('K'))).toBe(true);
});
