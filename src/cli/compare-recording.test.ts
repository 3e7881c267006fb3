import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { variation } from '../reference/variations/target.fixture.ts';
import { browserEntry, foreignHar } from '../results/har/foreign-har.fixture.ts';
import { goldenRequest } from '../rules/client/golden-requests.fixture.ts';
import { cli, newFolder } from './cli.fixture.ts';
import { commandHere } from './command.fixture.ts';
import { contract, mutated, serving } from './compare.fixture.ts';
import { comparedWith, named, reads, recordingOf, stock, times } from './compare-recording.fixture.ts';

test('a recording of the proxy is the same as its server, in every cell, and the address in it gets nothing', async () => {
  let called = 0;
  const counting = mutated(null, {
    request: (request) => {
      called += 1;
      return request;
    },
  });
  const recording = await recordingOf(await serving([counting]), reads);
  called = 0;
  const { exitCode, out, comparison } = await comparedWith(recording, await serving());
  expect([named(comparison.differences), named(comparison.unstable), called]).toEqual([[], [], 0]);
  expect(comparison.cells.filter(({ state }) => state === 'same').length).toBeGreaterThan(70);
  expect(comparison.servers.a).toMatchObject({ recording: 'old.har', requests: 0 });
  expect(out).toContain('as recorded in old.har, with B, http');
  expect(exitCode).toBe(0);
});

test('the WSDL that a results.json keeps is compared; a HAR has none, and that is said', async () => {
  const server = await serving();
  const folder = newFolder();
  const one = ['--operations', 'Get_Inventory', '--bindings', 'http-get', '--profile', 'quick', '--reporter', 'har'];
  await commandHere(['run', server, ...one, '--reports', '.'], {}, folder);
  const other = mutated('Get_Inventory', { wsdl: (definitions) => ({ ...definitions, children: [] }) });
  const [same, changed] = [server, await serving([other])];
  const kept = await cli(['compare', 'results.json', same], { folder });
  expect([kept.exitCode, kept.err, kept.out.includes('Not compared: the WSDL')]).toEqual([0, '', false]);
  const told = await cli(['compare', 'results.json', changed], { folder });
  expect([told.exitCode, told.err]).toEqual([1, '']);
  expect(told.out).toContain('in wsdl');
  const har = await cli(['compare', 'exchanges.har', changed], { folder });
  expect(har.exitCode).toBe(0);
  expect(har.out).toContain('Not compared: the WSDL: exchanges.har has none.');
});

test('secrets of recorded lines and credentials of today reach no output', async () => {
  const entry = browserEntry('Get_Inventory', 'http-get');
  const headers = [
    ...Object.values(entry.request.headers ?? []),
    { name: 'Referer', value: 'http://u:SECone1x@h.example/?token=SECtwo2x&Password=SECthree3x' },
    { name: 'X-Trace', value: 'password=SECfour4x' },
  ];
  const text = String(entry.response.content.text).replace('42', 'SECfive5x');
  const response = { ...entry.response, content: { ...entry.response.content, text } };
  const recording = foreignHar([{ ...entry, request: { ...entry.request, headers }, response }]);
  const reporters = ['--reporter', 'html,markdown'];
  const { out, err, file, comparison } = await comparedWith(recording, await serving(), reporters, {
    GETDATA_API_KEY: 'SECfive5x',
  });
  expect(comparison.differences.length).toBeGreaterThan(0);
  const written = ['compare.json', 'compare.html', 'compare.md'].map(file);
  expect([out, err, ...written].join('\n')).not.toMatch(/SEC[a-z]+\dx/);
});

/** Changes the items of the stock that is answered. */
const items = (xml: string, change: (all: readonly string[]) => readonly string[]): string => {
  const all = xml.match(/ *<Inventory_item>[\s\S]*?<\/Inventory_item>\r?\n/g) ?? [];
  return xml.replace(all.join(''), change(all).join(''));
};

/** What changes by itself from call to call, and the difference by which it is named. */
const changes: Readonly<Record<string, readonly [change: (xml: string, n: number) => string, subject: string]>> = {
  'a quantity': [(xml, n) => xml.replace(/(<Quantity>)[^<]*/, `$1${n}`), 'Inventory_List[].Quantity'],
  'a date': [
    (xml, n) => xml.replaceAll(/(<Application_ID>)[^<]*/g, `$12026-11-29T10:00:${n}`),
    'Inventory_List[].Application_ID',
  ],
  'the order': [(xml, n) => items(xml, (all) => (n % 3 === 0 ? all.toReversed() : all)), 'Inventory_List'],
  'what is in stock': [
    (xml, n) => items(xml, (all) => all.filter((_, index) => index !== n % 3)),
    'Inventory_List[].Quantity',
  ],
  'all that is in stock': [(xml, n) => items(xml, (all) => all.slice(n % 3)), 'Inventory_List'],
};

test.each(Object.entries(changes))(
  'of what changes by itself nothing is a difference where the recording shows it: %s',
  async (_what, [change, subject]) => {
    const drifting = mutated('Get_Inventory', { text: (xml, { n }) => change(xml, n) });
    const server = await serving([drifting]);
    const recording = await recordingOf(server, times(5, stock));
    const same = await comparedWith(recording, server);
    expect([named(same.comparison.differences), same.exitCode]).toEqual([[], 0]);
    expect(named(same.comparison.unstable)).toContain(`data Inventory_Response.${subject}`);
    expect(same.out).toContain('A answers equal requests differently');
    // Another difference is told beside it, once.
    const wrong = mutated('Get_Inventory', { text: (xml) => xml.replace(/(<Response_Code>)[^<]*/, '$177') });
    const other = await comparedWith(recording, await serving([drifting, wrong]));
    expect([named(other.comparison.differences), other.exitCode]).toEqual([
      ['data Inventory_Response.Response_Code'],
      1,
    ]);
    expect(other.comparison.differences[0]).not.toHaveProperty('recordedOnce');
  },
);

test('what one binding shows to change is no difference in another, and what was recorded once says so', async () => {
  let by = 1;
  const changing = mutated('Get_Inventory', {
    text: (xml) => xml.replace(/(<Quantity>)[^<]*/, `$1${by}`),
  });
  const server = await serving([changing]);
  const before = await recordingOf(server, stock);
  by = 2;
  const later = await recordingOf(server, stock.slice(0, 1));
  by = 3;
  const once = await comparedWith(before, server);
  expect(once.comparison.differences).toMatchObject([
    { subject: expect.stringContaining('Quantity'), recordedOnce: true },
  ]);
  for (const text of [once.out, once.file('compare.html')])
    expect(text).toContain('only once: nothing shows whether it changes by itself');
  expect(once.file('compare.html')).toContain('<dt>difference that counts</dt>');
  expect(once.exitCode).toBe(1);
  const both = { log: { ...before.log, entries: [...before.log.entries, ...later.log.entries] } };
  const twice = await comparedWith(both, server);
  expect([named(twice.comparison.differences), twice.exitCode]).toEqual([[], 0]);
});

test('what the recording masks is no difference, though a rule objects to the mask', async () => {
  const server = await serving([variation('headers-more')]);
  const { comparison, exitCode } = await comparedWith(await recordingOf(server, times(2, stock)), server);
  expect([named(comparison.differences), named(comparison.unstable), exitCode]).toEqual([[], [], 0]);
});

test('each difference of a new server is told once, as it is of two servers', async () => {
  const [old, changed] = [await serving(), await serving(['fields-swapped', 'zero-left-out'])];
  const recording = await recordingOf(old, stock);
  const ofRecording = await comparedWith(recording, changed);
  const { folder } = ofRecording;
  const live = await cli(['compare', old, changed, '--calls', 'old.har', '--reports', 'live'], { folder });
  const { differences } = JSON.parse(readFileSync(join(folder, 'live/compare.json'), 'utf8'));
  const told = named(ofRecording.comparison.differences);
  expect(told).toEqual(named(differences.filter(({ kind }: { kind: string }) => kind !== 'wsdl')));
  expect(told.length).toBeGreaterThan(0);
  expect([ofRecording.exitCode, live.exitCode]).toEqual([1, 1]);
});

test('a recorded write is said never to be sent: no option sends it', async () => {
  const recording = await recordingOf(await serving(), [...stock, goldenRequest('Add_toCart', 'soap11')]);
  const { out, file } = await comparedWith(recording, await serving());
  for (const text of [out, file('compare.html')]) {
    expect(text).toMatch(/Not sent: 1 call, from entry 5 on: it changes state at the server: as recorded, only reads/);
    expect(text).not.toContain('--include-writes');
  }
});

const golden = browserEntry('McatCodes', 'soap11');
const elsewhere = { ...golden, request: { ...golden.request, url: 'http://other.example/getData.asmx' } };
const cached = { ...golden, response: { ...golden.response, status: 304 } };
const refused: readonly (readonly [says: string, data: object, args?: string | undefined])[] = [
  ['old.har has no call to a GetData service in its 0 entries', foreignHar([])],
  ['old.har is neither a results.json nor a HAR; expected an object with', {}],
  ['old.har has calls to 2 services (https://host.example/app, http://other.example)', foreignHar([golden, elsewhere])],
  [
    `its envelope uses the namespace ${contract.namespace}, not urn:other`,
    foreignHar([golden]),
    '--namespace urn:other',
  ],
  ['old.har has no call that can be sent: a cache answered it, not the service', foreignHar([cached])],
  ['--calls is given, and A is a recording', foreignHar([golden]), '--calls old.har'],
  ['--include-writes is given, and A is a recording', foreignHar([golden]), '--include-writes'],
  ["no kind of difference is named 'observations'", foreignHar([golden]), '--only observations'],
];
test.each(refused)('no recording to compare with is exit 2 and one sentence: %s', async (says, data, args) => {
  const folder = newFolder();
  writeFileSync(join(folder, 'old.har'), JSON.stringify(data));
  const ended = await cli(['compare', 'old.har', 'http://127.0.0.1:9', ...`${args ?? ''}`.split(' ').filter(Boolean)], {
    folder,
  });
  expect([ended.exitCode, ended.out, ended.err.split('\n').length]).toEqual([2, '', 2]);
  expect(ended.err).toContain(says);
});

test('the service is chosen by --base-url, which is for a recording only; no file and no address is told as both', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'old.har'), JSON.stringify(foreignHar([golden, elsewhere])));
  const server = await serving();
  const chosen = await cli(['compare', 'old.har', server, '--base-url', 'https://host.example/app'], { folder });
  expect(chosen.out).toContain('compares A, https://host.example/app as recorded in old.har, with B');
  const both = await cli(['compare', server, server, '--base-url', 'https://host.example/app'], { folder });
  expect([both.exitCode, both.err]).toEqual([2, expect.stringContaining('--base-url is for a recording as A')]);
  const words = 'expected an address that begins with http:// or https://, or a recording that is there';
  for (const [named, shown] of [
    ['me:pass@old.example', 'old.example'],
    ['', ''],
  ]) {
    const none = await cli(['compare', `${named}`, server], { folder });
    expect([none.exitCode, none.err]).toEqual([2, `error: <urlA> is '${shown}'; ${words}\n`]);
  }
});
