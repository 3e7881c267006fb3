import { beforeAll, expect, test } from 'vitest';
import type { Pools } from '../../calls/pools.ts';
import type { BindingName } from '../../contract/model.ts';
import type { Mutation } from '../../reference/mutation.ts';
import { harvested } from '../../reference/variations/target.fixture.ts';
import { type Caches, NO_CACHES, UNAWAITED_CACHES, usualCaches } from '../send/caches.ts';
import { field, over, runOf } from './run-operation.fixture.ts';

let pools: Pools;
beforeAll(async () => {
  pools = await harvested();
});

/** What is said of records on a server where some answers of some bindings have a nested flag that is wrong. */
async function foundIn(
  bindings: readonly BindingName[],
  isWrong: (n: number) => boolean,
  { others = [], caches = NO_CACHES }: { readonly others?: readonly Mutation[]; readonly caches?: Caches } = {},
) {
  const applies = over(...bindings);
  const flagged: Mutation = {
    applies,
    result: (value, { n }) => (isWrong(n) ? field(value, 'Active', (one) => one !== true) : value),
  };
  const { findings } = await runOf('Get_PartialProd_Resources', [flagged, ...others], { pools, caches });
  return findings.filter(({ rule }) => rule === 'binding.same-records').map((one) => [one.binding, one.level]);
}

/** One in so many, without a period: the requests of a run have periods too. */
const isOneOf = (n: number, many: number, phase = 0): boolean => (n * Math.SQRT2 + phase) % 1 < 1 / many;

test.each<readonly [BindingName, number]>([
  ['http-post', 3],
  ['soap11', 4],
  ['http-get', 3],
])('a value that %s alone has wrong in one answer of %s is found, as recommended', async (binding, each) => {
  // Few answers show the value, so a run may see none that is wrong.
  const runs = await Promise.all(
    [0, 0.25, 0.5, 0.75].map((phase) => foundIn([binding], (n) => isOneOf(n, each, phase))),
  );
  const findings = runs.filter((found) => found.length > 0);
  expect(findings.length).toBeGreaterThan(0);
  for (const found of findings) expect(found).toEqual([[binding, 'recommended']]);
});

test.each<readonly [string, readonly BindingName[], (n: number) => boolean]>([
  ['late on one server of two', ['soap11', 'soap12', 'http-get', 'http-post'], (n) => n % 2 === 0],
  ['late on one server of three', ['soap11', 'soap12', 'http-get', 'http-post'], (n) => n % 3 === 0],
])('data that is %s is no finding', async (_how, bindings, isWrong) => {
  expect(await foundIn(bindings, isWrong)).toEqual([]);
});

test('GET of different ages in shared caches is no finding', async () => {
  const cached: Mutation = {
    applies: over('http-get'),
    response: ({ headers, ...rest }) => ({
      ...rest,
      headers: headers.map(([name, value]) => [name, name === 'Cache-Control' ? 'max-age=60' : value]),
    }),
  };
  expect(await foundIn(['http-get'], (n) => isOneOf(n, 3), { others: [cached] })).toEqual([]);
});

test.each([0, 1, 2, 3, 4].flatMap((turn) => [5, 10].map((of) => [turn, of] as const)))(
  'data that is late on server %i of %i that take turns is no finding',
  async (turn, of) => {
    expect(await foundIn(['soap11', 'soap12', 'http-get', 'http-post'], (n) => n % of === turn)).toEqual([]);
  },
);

test('data that one server of one binding has a minute later is no finding', async () => {
  let waits = 0;
  for (const phase of [0, 0.25, 0.5, 0.75]) {
    let isLate = true;
    const caches = {
      ...usualCaches(),
      forget: async () => {
        isLate = false;
        waits += 1;
      },
    };
    expect(await foundIn(['http-post'], (n) => isLate && isOneOf(n, 3, phase), { caches })).toEqual([]);
  }
  expect(waits).toBeGreaterThan(0);
});

test('data that a run would have to wait for is no finding', async () => {
  expect(await foundIn(['http-post'], (n) => isOneOf(n, 3), { caches: UNAWAITED_CACHES })).toEqual([]);
});

test('data that changes once is no finding', async () => {
  expect(await foundIn(['soap11', 'soap12', 'http-get', 'http-post'], (n) => n > 60)).toEqual([]);
});
