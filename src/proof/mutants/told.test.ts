import { expect, test } from 'vitest';
import { loadContract } from '../../contract/load.ts';
import type { BindingName } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import { NAMESPACE } from './golden.ts';
import { misreadings } from './misreadings.ts';
import { isTold } from './requests.ts';

const contract = loadContract(NAMESPACE);

function told(operation: string, binding: BindingName, detail: string, kind: string): boolean {
  const cell = { operation: operationNamed(contract, operation), binding };
  const misread = [...misreadings(cell, contract)].find((one) => one.detail === detail && one.kind === kind);
  if (misread === undefined) throw new Error(`${detail} is not ${kind}`);
  return isTold(cell, misread, contract);
}

test.each([
  ['Get_Video_Links_by_Make', 'http-get', 'Make', 'in upper case'],
  ['Get_Digital_Assets_recid', 'soap11', 'recid', 'as a double'],
  ['McatCodes', 'http-post', 'Password', 'with plus as space'],
  ['Add_toCart', 'soap11', 'SessionID', 'in lower case'],
] as const)('%s/%s: answers tell of %s: %s', (operation, binding, detail, kind) => {
  expect(told(operation, binding, detail, kind)).toBe(true);
});

test.each([
  ['Add_toCart', 'soap11', 'Client_IP', 'read as a constant'],
  ['Add_toCart', 'soap11', 'ItemID', 'in upper case'],
] as const)('%s/%s: nothing tells of %s: %s', (operation, binding, detail, kind) => {
  expect(told(operation, binding, detail, kind)).toBe(false);
});
