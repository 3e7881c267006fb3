import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Mutation } from '../reference/mutation.ts';
import { startReferenceServer } from '../reference/server.ts';
import { browserEntry, foreignHar } from '../results/har/foreign-har.fixture.ts';
import { cli, newFolder } from './cli.fixture.ts';
import { commandHere, resultsOf } from './command.fixture.ts';
import { contract, mutated, serving } from './compare.fixture.ts';
import { front } from './front.fixture.ts';

/** A folder with x.har: stock of these items, as a browser asked for it at that address. */
function recording(
  items: readonly string[],
  more: readonly unknown[] = [],
  origin = 'https://host.example/app',
): string {
  const entries = items.map((item) => {
    const entry = browserEntry('Get_Inventory', 'http-get', origin);
    const query = new URLSearchParams({
      DealerID: 'Jo',
      APIKEY: 'k',
      Password: 's3same',
      Application_ID: 'A',
      ItemNo: item,
    });
    return { ...entry, request: { ...entry.request, url: `${origin}/getData.asmx/Get_Inventory?${query}` } };
  });
  const folder = newFolder();
  writeFileSync(join(folder, 'x.har'), JSON.stringify(foreignHar([...entries, ...more])));
  return folder;
}

/** A fault that one item of all shows. */
const ofOneItem = mutated('Get_Inventory', {
  text: (xml, { request, binding }) =>
    binding === 'http-get' && request.path.includes('RARE-7')
      ? xml.replace('<Response_Code>', '<Response_Code>x')
      : xml,
});

const cell = ['--operations', 'Get_Inventory', '--bindings', 'http-get,http-post', '--profile', 'quick', '--seed', '3'];
const ENV = { GETDATA_DEALER_ID: 'mine', GETDATA_PASSWORD: 'own-pass' };

test('a run finds what only a recorded value brings out, and its results say what was recorded', async () => {
  const target = await serving([ofOneItem]);
  const folder = recording(['RARE-7', 'RARE-7', 'SC-1001']);
  expect((await commandHere(['run', target, ...cell], ENV, folder)).code).toBe(0);
  const ended = await commandHere(['run', target, ...cell, '--calls', 'x.har'], ENV, folder);
  expect(ended.out).toContain('Recorded calls: x.har has 3 calls: 2 to send, 1 repeat.\n');
  expect(ended.out).toContain('Never called in it: 1 cell: Get_Inventory/http-post.\n');
  expect(ended.out).toMatch(/Never in it over http-get: \d+ of \d+ traits of spelling: /);
  const { findings, coverage, exchanges } = resultsOf(ended);
  expect(findings.map(({ call, binding }) => [call?.values.ItemNo, binding])).toContainEqual(['RARE-7', 'http-get']);
  expect(coverage.recorded).toMatchObject({ file: 'x.har', calls: 3, sent: 2, leftOut: [] });
  expect(JSON.stringify([findings, exchanges, coverage])).not.toMatch(/s3same|host\.example|own-pass/);
  expect(readFileSync(join(folder, 'reports/report.html'), 'utf8')).toContain('x.har has 3 calls');
  const counted = async (...more: readonly string[]) => {
    const { out } = await cli(['run', target, ...cell, '--dry-run', ...more], { folder });
    return Number(/Get_Inventory\/http-post +(\d+)/.exec(out)?.[1]);
  };
  expect(await counted('--calls', 'x.har')).toBe((await counted()) + 2);
  // They are no part of a rerun by themselves.
  const again = await commandHere(['run', target, '--rerun-failed', '--dry-run'], ENV, folder);
  expect(again.out).toContain('The earlier run sent the calls of x.har too: give them again with --calls.');
});

test('compare sends only the recorded calls, with the configured credentials', async () => {
  const asked: string[] = [];
  const called = new Set<string>();
  const noting: Mutation = {
    applies: (operation) => {
      called.add(operation);
      return operation === 'McatCodes';
    },
    parameters: (parameters) => {
      asked.push(`${parameters.DealerID} ${parameters.Password}`);
      return parameters;
    },
  };
  const [a, b] = [await serving([noting]), await serving([ofOneItem])];
  const folder = recording(['RARE-7', 'SC-1001'], [browserEntry('McatCodes', 'http-get')]);
  const asks = ['compare', a, b, '--calls', 'x.har', '--reporter', 'html,markdown'];
  const { exitCode, out, err } = await cli(asks, { folder, env: ENV });
  expect(err).toBe('');
  const { cells, differences, recorded } = JSON.parse(readFileSync(join(folder, 'reports/compare.json'), 'utf8'));
  expect(differences).toMatchObject([
    { kind: 'data', alike: expect.arrayContaining([expect.objectContaining({ kind: 'rules' })]) },
  ]);
  expect(cells.filter(({ calls }: { calls: number }) => calls > 0)).toMatchObject([
    { operation: 'Get_Inventory', binding: 'http-get', state: 'different', calls: 2 },
    { operation: 'McatCodes', binding: 'http-get', state: 'same', calls: 1 },
  ]);
  expect(cells.filter(({ state }: { state: string }) => state === 'skipped')).toHaveLength(78);
  expect(recorded).toMatchObject({ file: 'x.har', sent: 3 });
  const views = ['compare.html', 'compare.md'].map((file) => readFileSync(join(folder, 'reports', file), 'utf8'));
  for (const text of [out, ...views]) expect(text).toContain('Recorded calls: x.har has 3 calls: 3 to send');
  expect(new Set(asked)).toEqual(new Set(['mine own-pass']));
  expect([...called].filter((operation) => operation !== '').toSorted()).toEqual(['Get_Inventory', 'McatCodes']);
  expect(exitCode).toBe(1);
});

test.each([
  ['a path in another case', (url = '') => url.replace('/getData.asmx', '/GETDATA.asmx'), (action = '') => action],
  ['SOAPAction without quotes', (url = '') => url, (action = '') => action.replaceAll('"', '')],
])('compare sends %s as it was recorded: a new server that refuses it is not the same', async (_what, path, action) => {
  const strict = await front({
    to: ({ url, headers }) =>
      url?.includes('GETDATA') || /^[^"]/.test(`${headers.soapaction ?? '"'}`) ? 500 : (url ?? '/'),
  });
  const entry = browserEntry('McatCodes', 'soap11');
  const lines = Object(entry.request.headers).map(({ name, value }: { name: string; value: string }) => {
    return { name, value: /soapaction/i.test(name) ? action(value) : value };
  });
  const recorded = { ...entry, request: { ...entry.request, url: path(`${entry.request.url}`), headers: lines } };
  const folder = recording(['SC-1001'], [recorded, browserEntry('Add_toCart', 'soap11')]);
  const servers = ['compare', await serving(), `http://127.0.0.1:${strict.port}`, '--only', 'data,rules'];
  const refused = await cli([...servers, '--calls', 'x.har'], { folder, env: ENV });
  expect(refused.out).toContain('status 500');
  expect(refused.out).toContain('x.har has 3 calls: 2 to send as recorded');
  expect(refused.exitCode).toBe(1);
  // The document's plain form has what the new server takes.
  const plain = await cli([...servers, '--calls', 'x.har', '--plain'], { folder, env: ENV });
  expect([plain.exitCode, plain.err]).toEqual([0, '']);
});

test('the same servers are the same by recorded calls, and the address in the recording gets none', async () => {
  let called = 0;
  const counting = mutated(null, {
    request: (request) => {
      called += 1;
      return request;
    },
  });
  const recorded = await startReferenceServer({ contract, defects: [counting] });
  onTestFinished(() => recorded.close());
  const folder = recording(['SC-1001'], [], recorded.url);
  const args = ['compare', await serving(), await serving(), '--calls', 'x.har'];
  const { exitCode, out } = await cli(args, { folder });
  expect([exitCode, called]).toEqual([0, 0]);
  expect(out).toMatch(/same \(exit code 0\)\n$/);
  // Get_Inventory has no credentials.
  expect(out).not.toContain('placeholder');
  // Values of the config file would change nothing.
  const query = 'https://host.example/getData.asmx/Get_Basevehicle_Images?Application_ID=A&Basevehicle=1&DealerID=1';
  const entry = browserEntry('Get_Inventory', 'http-get');
  const empty = recording([], [{ ...entry, request: { ...entry.request, url: query } }]);
  const open = await cli(args, { folder: empty });
  expect([open.exitCode, open.out]).toEqual([
    3,
    expect.stringContaining('Only recorded calls are sent: record some of'),
  ]);
  expect(open.out).not.toContain('getdata.config.json; ');
  // Nothing of an operation that was not recorded is compared.
  const none = await cli([...args, '--operations', 'McatCodes'], { folder });
  expect([none.exitCode, none.err]).toEqual([
    2,
    'error: x.har has no call that can be sent: its operation or binding is not selected\n',
  ]);
});

test.each([
  ['{}', 'is not a HAR: it has no array log.entries'],
  ['3', 'is not a HAR: it has no array log.entries'],
  ['x', 'is not JSON'],
  [JSON.stringify(foreignHar([])), 'has no call to a GetData service in its 0 entries'],
])('%s is not a recording: exit 2 and one sentence', async (text, says) => {
  const folder = newFolder();
  writeFileSync(join(folder, 'x.har'), text);
  for (const command of [
    ['run', '--embedded'],
    ['run', 'http://127.0.0.1:9'],
    ['compare', 'http://127.0.0.1:9', 'http://127.0.0.1:11'],
  ]) {
    const { exitCode, out, err } = await cli([...command, '--calls', 'x.har'], { folder });
    expect([exitCode, out, err.split('\n').length]).toEqual([2, '', 2]);
    expect(err).toContain(`x.har ${says}`);
  }
});
