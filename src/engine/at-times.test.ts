import { beforeAll, expect, test } from 'vitest';
import type { BindingName } from '../contract/model.ts';
import type { Pools } from '../generate/pools.ts';
import { harvested } from '../reference/variations/target.fixture.ts';
import { field, over, runOf } from './run-operation.fixture.ts';

let pools: Pools;
beforeAll(async () => {
  pools = await harvested();
});

/** What is said of records on a server where some answers of some bindings have a nested flag that is wrong. */
async function foundIn(bindings: readonly BindingName[], isWrong: (n: number) => boolean) {
  const applies = over(...bindings);
  const { findings } = await runOf(
    'Get_PartialProd_Resources',
    [{ applies, result: (value, { n }) => (isWrong(n) ? field(value, 'Active', (one) => one !== true) : value) }],
    [],
    pools,
  );
  return findings.filter(({ rule }) => rule === 'binding.same-records').map((one) => [one.binding, one.level]);
}

test.each<readonly [BindingName, number]>([
  ['http-post', 3],
  ['soap11', 4],
])('a value that %s alone has wrong in one answer of %s is found, as recommended', async (binding, each) => {
  expect(await foundIn([binding], (n) => n % each === 0)).toEqual([[binding, 'recommended']]);
});

test.each<readonly [string, readonly BindingName[], (n: number) => boolean]>([
  ['late on one server of two', ['soap11', 'soap12', 'http-get', 'http-post'], (n) => n % 2 === 0],
  ['late on one server of three', ['soap11', 'soap12', 'http-get', 'http-post'], (n) => n % 3 === 0],
  ['of different ages in caches', ['http-get'], (n) => n % 3 === 0],
])('data that is %s is no finding', async (_how, bindings, isWrong) => {
  expect(await foundIn(bindings, isWrong)).toEqual([]);
});

test('data that changes once is no finding', async () => {
  expect(await foundIn(['soap11', 'soap12', 'http-get', 'http-post'], (n) => n > 60)).toEqual([]);
});
