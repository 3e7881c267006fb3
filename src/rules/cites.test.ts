import { expect, test } from 'vitest';
import { loadContract } from '../contract/load.ts';
import { operationNamed } from '../contract/operations.ts';
import { requirementsOf } from './cites.ts';
import { rules } from './rules.ts';

const contract = loadContract('http://dealer.example/webservices/');
const order = rules.find(({ id }) => id === 'record.field-order');

function cited(operation: string, ...fields: readonly string[]): readonly string[] {
  if (order === undefined) throw new Error('there is no record.field-order');
  return requirementsOf(order, { operation: operationNamed(contract, operation), binding: 'soap11' }, contract, fields);
}

test('a rule on records cites the clause of each record of the answer', () => {
  expect(cited('Get_Inventory')).toEqual(['records.Inventory_Response.fields', 'records.Inventory_item.fields']);
});

test.each([
  ['Get_Inventory', 'Inventory_Response.Response_Code', 'records.Inventory_Response.fields'],
  ['Get_Inventory', 'Inventory_Response.Inventory_List.Quantity', 'records.Inventory_item.fields'],
  ['Get_Recid_Images', 'recid_images.recid_images_URL.Filename', 'records.recid_images_URL_item.fields'],
])('in %s the field %s breaks %s alone', (operation, field, clause) => {
  expect(cited(operation, field)).toEqual([clause]);
});

test('the fields of two records break two clauses, and what is no field breaks all of them', () => {
  const two = ['records.Inventory_Response.fields', 'records.Inventory_item.fields'];
  const quantity = 'Inventory_Response.Inventory_List.Quantity';
  expect(cited('Get_Inventory', quantity, 'Inventory_Response.Response_Code').toSorted()).toEqual(two.toSorted());
  expect(cited('Get_Inventory', 'reordered')).toEqual(two);
});
