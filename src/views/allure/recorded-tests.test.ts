import { expect, test } from 'vitest';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import { findingOf, resultsWith } from '../html/results.fixture.ts';
import { recordedCells } from './recorded-tests.ts';

test('a test with a finding links to the section of its rule, where the run names a page of rules', () => {
  const contract = loadContract(defaultNamespace());
  const linksOf = (docs: object) => {
    const results = resultsWith(contract, [findingOf(docs)]);
    const tests = recordedCells(results, contract, true).flatMap((cell) => cell.tests);
    return tests.flatMap(({ links }) => links.filter(({ type }) => type === 'rule'));
  };
  const docs = 'https://docs.example/rules.md#record-field-order';
  expect(linksOf({ docs })).toEqual([{ url: docs, name: 'record.field-order', type: 'rule' }]);
  expect(linksOf({})).toEqual([]);
});
