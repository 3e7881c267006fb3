import { expect, test } from 'vitest';
import { loadContract } from '../../contract/load.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import { rules } from '../../rules/rules.ts';
import { defectNamed, defects, mutation } from './defects.ts';

const contract = loadContract('http://dealer.example/webservices/');
const cells = selectedCells(contract, { operations: null, bindings: null, cells: null });
const ids = defects.map(({ id }) => id);
const named = new Set(defects.flatMap(({ foundBy }) => foundBy));

test('ids are unique, and made of words and hyphens', () => {
  expect(ids.filter((id, index) => ids.indexOf(id) !== index || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
});

test('every rule that a defect names exists', () => {
  expect([...named].filter((id) => !rules.some((rule) => rule.id === id))).toEqual([]);
});

test('every defect names a rule, and every rule is named', () => {
  expect(defects.filter(({ foundBy }) => foundBy.length === 0)).toEqual([]);
  expect(rules.filter(({ id }) => !named.has(id))).toEqual([]);
});

test('every defect can be observed in some cell, and its title is one sentence', () => {
  expect(defects.filter((defect) => !cells.some((cell) => defect.cells(cell, contract)))).toEqual([]);
  expect(defects.filter(({ title }) => !/^[A-Z<][^\n]*\.$/.test(title)).map(({ title }) => title)).toEqual([]);
});

test('a mutation works in the cells of its filter where the defect can be observed', () => {
  const bom = defectNamed('bom');
  const style = defectNamed('encoding-style');
  if (bom === undefined || style === undefined) throw new Error('the catalogue lacks bom or encoding-style');
  const inOneOperation = mutation(bom, { operation: 'Get_Inventory', binding: null }, contract);
  expect(inOneOperation.applies('Get_Inventory', 'http-get')).toBe(true);
  expect(inOneOperation.applies('McatCodes', 'http-get')).toBe(false);
  const inOneBinding = mutation(bom, { operation: null, binding: 'soap12' }, contract);
  expect(inOneBinding.applies('McatCodes', 'soap12')).toBe(true);
  expect(inOneBinding.applies('McatCodes', 'soap11')).toBe(false);
  expect(inOneBinding.applies('', 'soap12')).toBe(false);
  const overSoap = mutation(style, { operation: null, binding: null }, contract);
  expect(overSoap.applies('McatCodes', 'soap11')).toBe(true);
  expect(overSoap.applies('McatCodes', 'http-post')).toBe(false);
});
