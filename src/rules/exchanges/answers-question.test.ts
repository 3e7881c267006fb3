import { expect, test } from 'vitest';
import { everywhere, runOf } from '../../engine/run-operation.fixture.ts';
import { loadCatalog } from '../../reference/catalog.ts';
import type { Mutation } from '../../reference/mutation.ts';
import { isRecord } from '../../reference/value.ts';

test.each([0n, -1n])('an unknown number may get a record whose number is %s and which holds nothing', async (Mcat) => {
  const blank: Mutation = {
    applies: everywhere,
    result: (value) => (isRecord(value) && value.Description === '' ? { ...value, Mcat } : value),
  };
  const mcats = loadCatalog().mcats.map(({ Mcat: own }) => `${own}`);
  const { findings } = await runOf('McatCode_check', [blank], [], { values: { mcat: mcats }, rows: [] });
  expect(findings.map(({ rule, message }) => [rule, message])).toEqual([]);
});
