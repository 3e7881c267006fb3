import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { prepared } from './certified.fixture.ts';
import { command, commandHere, type Ended, faultyServer, healthyServer, resultsOf } from './command.fixture.ts';
import { DEAD, fleetReportIn, listed } from './fleet.fixture.ts';

// One real run of each command that other tests of this folder give recorded results, the first as a process of its own.
// `npm run proof` has the rest: runs of profile standard, and their certificates.

const ONE_CELL = ['--operations', 'Get_Inventory', '--bindings', 'http-get', '--profile', 'quick', '--seed', '3'];
let run: Ended;
let results = '';

beforeAll(async () => {
  run = await command(['run', '--embedded', '--include-writes', '--profile', 'quick', '--seed', '3', '--quiet']);
  results = join(run.folder, 'reports/results.json');
});

test('run: the embedded server is conformant in all 80 cells', () => {
  expect([run.code, run.err]).toEqual([0, '']);
  expect(resultsOf(run)).toMatchObject({ verdict: 'conformant', incomplete: false });
  expect(resultsOf(run).cells.filter(({ verdict }) => verdict === 'pass')).toHaveLength(80);
});

test('keygen, certify, verify: its statement holds', async () => {
  const { folder } = await prepared();
  const key = join(folder, 'k');
  expect((await commandHere(['keygen', key])).code).toBe(0);
  const certified = await commandHere(['certify', join(folder, 'reports/results.json'), '--key', `${key}.pem`]);
  expect([certified.code, certified.err]).toEqual([0, '']);
  const statement = join(certified.folder, 'certificate/statement.json');
  const verified = await commandHere(['verify', statement, '--key', `${key}.pub.pem`]);
  expect(verified.out).toMatch(/\nverified as of .*\n$/);
});

test.each([
  [['judge'], /conformant/],
  [['report', '--format', 'junit'], /^Written: .*junit\.xml\n$/],
  [['history', 'add'], /added as/],
])('%s reads its results', async ([name = '', ...more], expected) => {
  const argv = name === 'history' ? [name, ...more, results] : [name, results, ...more];
  const { code, out, err } = await commandHere(argv);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(expected);
});

test('run on a faulty server, replay, baseline and diff: the finding is found, and is known then', async () => {
  const server = await faultyServer('fields-swapped');
  onTestFinished(() => server.close());
  const faulty = await commandHere(['run', server.url, ...ONE_CELL]);
  const found = join(faulty.folder, 'reports/results.json');
  expect([faulty.code, resultsOf(faulty).verdict]).toEqual([1, 'non-conformant']);
  expect((await commandHere(['replay', found, '--target', server.url])).code).toBe(1);
  const known = await commandHere(['baseline', found, '--owner', 'us', '--reason', 'open']);
  const again = await commandHere([
    'run',
    server.url,
    ...ONE_CELL,
    '--baseline',
    join(known.folder, 'getdata.baseline.json'),
  ]);
  expect(resultsOf(again).baseline?.entries.map(({ owner, state }) => [owner, state])).toEqual([['us', 'known']]);
  expect((await commandHere(['diff', results, found])).code).toBe(1);
});

test('run --shard and merge: two shards are one run', async () => {
  const operations = 'Get_Inventory,McatCodes,GetMake_Restricted,Get_Recid_Images';
  const four = ['--operations', operations, ...ONE_CELL.slice(2)];
  const run = (shard: string) => commandHere(['run', '--embedded', ...four, '--shard', shard]);
  const shards = [await run('1/2'), await run('2/2')];
  expect(shards.map(({ code }) => code)).toEqual([0, 0]);
  const merged = await commandHere(['merge', ...shards.map(({ folder }) => join(folder, 'reports'))]);
  expect(merged.code).toBe(0);
  expect(resultsOf(merged).cells.filter(({ verdict }) => verdict === 'pass')).toHaveLength(4);
});

test('compare: a server that differs in one cell is told from one that does not', async () => {
  const [old, same, other] = await Promise.all([healthyServer(0), healthyServer(0), faultyServer('fields-swapped')]);
  onTestFinished(async () => void (await Promise.all([old, same, other].map((server) => server.close()))));
  const compared = (url: string) => commandHere(['compare', old.url, url, ...ONE_CELL]);
  expect((await compared(same.url)).code).toBe(0);
  expect((await compared(other.url)).code).toBe(1);
});

test('run --targets: a fleet of a right server and a dead one', async () => {
  const server = await healthyServer(0);
  onTestFinished(() => server.close());
  const { file } = listed([
    { name: 'right', target: server.url },
    { name: 'dead', target: DEAD },
  ]);
  const ended = await commandHere(['run', '--targets', file, ...ONE_CELL]);
  expect(ended.code).toBe(4);
  expect(fleetReportIn(ended.folder).targets.map(({ standing }) => standing)).toEqual(['conformant', 'unreachable']);
});
