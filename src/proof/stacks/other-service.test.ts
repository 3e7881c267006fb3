import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { command, commandHere } from '../../cli/command.fixture.ts';
import type { Comparison } from '../../features/comparison/servers/comparison.ts';
import { patience } from '../../patience.fixture.ts';
import { openServices } from './services.fixture.ts';

const { service, php, close } = openServices();

afterAll(close);

type Skip = (reason: string) => void;

/** The comparison of two servers by a WSDL. */
async function compared(a: string, b: string, args: readonly string[]) {
  const ended = await command(['compare', a, b, '--seed', '3', '--timeout', `${patience(10_000)}`, ...args]);
  const comparison: Comparison = JSON.parse(readFileSync(join(ended.folder, 'reports/compare.json'), 'utf8'));
  return { ended, comparison };
}

/** The comparison of the shop on Mono with that on PHP. @param env - with DIFFERENT it says three things otherwise */
async function comparing(env: NodeJS.ProcessEnv, skip: Skip, args: readonly string[]) {
  const { url, wsdl, reads } = await service('shop', skip);
  const other = await service('shop.php', skip);
  const twin = env.DIFFERENT === undefined ? other.url : await php('shop/shop.php', env);
  return compared(url, twin, ['--wsdl', wsdl, '--reads', reads, ...args]);
}

test('the same service on Mono and on PHP says the same: dates, decimals, enumerations, nested records and lists', async ({
  skip,
}) => {
  const { ended, comparison } = await comparing({}, skip, ['--only', 'data,wsdl']);
  expect(comparison.differences.map(({ subject }) => subject)).toEqual([]);
  expect(comparison.cells.map(({ state }) => state)).toEqual(Array.from({ length: 12 }, () => 'same'));
  expect(ended.code).toBe(0);
});

test('three differences in what it says are told, and no others', async ({ skip }) => {
  const { ended, comparison } = await comparing({ DIFFERENT: '1' }, skip, ['--only', 'data,wsdl']);
  const price = comparison.differences.find(({ subject }) => subject === 'Product.Price.Amount');
  expect([price?.a, price?.b]).toEqual(['24.95', '24.9']);
  // Lists of fewer records are two lines: fewer, and none.
  const subjects = new Set(comparison.differences.map(({ subject }) => subject));
  expect([...subjects].toSorted()).toEqual(['Product', 'Product.Added', 'Product.Price.Amount']);
  expect(ended.code).toBe(1);
});

test('how the two write it is told too, and that the operation which is no read was not called', async ({ skip }) => {
  const { ended, comparison } = await comparing({}, skip, ['--profile', 'quick']);
  expect(new Set(comparison.differences.map(({ kind }) => kind))).toEqual(new Set(['form', 'spelling']));
  expect(comparison.cells.some(({ operation }) => operation === 'Remove')).toBe(false);
  expect(ended.out).not.toContain('Remove');
});

test.for([
  [
    'desk',
    22,
    'GET and POST, attributes, derived types, a guid, a DataSet, out parameters and a header that comes back',
  ],
  ['stock', 2, 'attributes, facets and a WSDL in parts'],
  ['ledger', 3, 'RPC style, two header blocks, a choice, a duration and an answer that holds nothing'],
] as const)('the %s is the same as itself in all %i cells: %s', async ([name, cells], { skip }) => {
  const { url, wsdl } = await service(name, skip);
  const { ended, comparison } = await compared(url, url, ['--wsdl', wsdl, '--reads', '*', '--profile', 'quick']);
  expect(comparison.cells.map(({ state }) => state)).toEqual(Array.from({ length: cells }, () => 'same'));
  expect([ended.code, comparison.differences]).toEqual([0, []]);
});

test('run --wsdl judges a service with other operations than those of the document, and its results are read again', async ({
  skip,
}) => {
  const { url, wsdl } = await service('shop.php', skip);
  const how = ['--profile', 'quick', '--seed', '3', '--timeout', `${patience(10_000)}`];
  const ended = await command(['run', url, '--wsdl', wsdl, '--reads', 'GetProduct', ...how]);
  expect([ended.code === 5, ended.err]).toEqual([false, '']);
  const again = await commandHere(['report', 'reports/results.json'], {}, ended.folder);
  expect([again.code === 2, again.err]).toEqual([false, '']);
});
