import { expect, test } from 'vitest';
import { runOf } from '../../engine/cell/run-operation.fixture.ts';
import { defectNamed, mutation } from '../../reference/defects/defects.ts';
import type { Mutation } from '../../reference/mutation.ts';
import { contract, harvested } from '../../reference/variations/target.fixture.ts';

const operation = 'Get_Year_Restricted';

async function found(server: Mutation) {
  const { findings } = await runOf(operation, [server], { pools: await harvested(), bindings: ['soap12'], runs: 6 });
  return findings.map(({ rule, actual }) => [rule, actual]);
}

test('known calls that lack their data after near spellings of their texts are found', async () => {
  const defect = defectNamed('not-found-remembered') ?? expect.fail();
  const hiding = mutation(defect, { operation: null, binding: null }, contract);
  expect(await found(hiding)).toEqual([['data.lasting', 'less in 3 of 3 calls']]);
});

/** Years that are no longer there, for one product, after so many calls. */
const withdrawn = (after: number): Mutation => ({
  applies: (name) => name === operation,
  result: (value, { n, parameters }) =>
    n > after && parameters.ProductID === 'FLOORLINER' ? { ProductID: 'FLOORLINER', Years: [] } : value,
});

test.each([20, 30, 40, 60])('a product that is withdrawn after %i calls is no finding', async (after) => {
  expect(await found(withdrawn(after))).toEqual([]);
});
