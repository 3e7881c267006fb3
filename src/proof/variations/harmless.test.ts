import { expect, test } from 'vitest';
import { defectNamed, mutation } from '../../reference/defects/defects.ts';
import { stacks } from '../../reference/variations/stacks.ts';
import { cellOf, contract, everywhere } from '../../reference/variations/target.fixture.ts';
import { randomVariation, variations } from '../../reference/variations/variations.ts';
import { cells, harmless, objectionsTo } from './harmless.fixture.ts';

harmless(variations);

test.each(stacks.map((one) => [one.id, one] as const))(
  'no rule objects to what %s does legally',
  async (_id, stack) => {
    const legal = stack.legal.map((change) => mutation(change, { operation: null, binding: null }, contract));
    expect(await objectionsTo(legal, cells, { touched: cells }), stack.source).toEqual([]);
  },
);

test.each([1, 2])('no rule objects to a variation for each answer, seed %i', async (seed) => {
  expect(await objectionsTo([randomVariation(seed, contract)], cells)).toEqual([]);
});

test('a server that is wrong is objected to in the same way', async () => {
  const wrong = defectNamed('int-decimal');
  if (wrong === undefined) throw new Error("The catalogue of defects has no 'int-decimal'.");
  const variation = { ...wrong, why: '' };
  const objections = await objectionsTo([everywhere(variation)], [cellOf('Get_Recid_Images', 'soap11')], { variation });
  expect(objections.join()).toContain('value.int');
});
