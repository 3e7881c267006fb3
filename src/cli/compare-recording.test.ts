import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Environment } from '../base/cli-io.ts';
import { checkFile } from '../base/schemas/validate.ts';
import { bindingNames } from '../contract/operations.ts';
import type { Comparison } from '../features/comparison/servers/comparison.ts';
import { exchangeBytes } from '../features/traffic/proxy/proxy.fixture.ts';
import { variation } from '../reference/variations/target.fixture.ts';
import { browserEntry, foreignHar } from '../results/har/foreign-har.fixture.ts';
import { recordedBy, recorders } from '../results/har/recorders.fixture.ts';
import { captured } from '../rules/client/captured.fixture.ts';
import { goldenRequest, goldenRequests } from '../rules/client/golden-requests.fixture.ts';
import type { HttpRequest } from '../wire/http/exchange.ts';
import { cli, newFolder } from './cli.fixture.ts';
import { commandHere } from './command.fixture.ts';
import { contract, mutated, serving } from './compare.fixture.ts';
import { bytesOf, proxied } from './proxy.fixture.ts';

/** What the proxy records of these requests to a server, as data of a HAR. */
async function recordingOf(server: string, requests: readonly HttpRequest[]) {
  const ran = await proxied(server, async (url) => {
    for (const request of requests) await exchangeBytes(url, bytesOf(request));
  });
  return JSON.parse(ran.read('traffic.har'));
}

/** Compares a recording with a server. */
async function comparedWith(recording: unknown, server: string, args: readonly string[] = [], env: Environment = {}) {
  const folder = newFolder();
  writeFileSync(join(folder, 'old.har'), JSON.stringify(recording));
  const ended = await cli(['compare', 'old.har', server, ...args], { folder, env });
  const file = (name: string): string => readFileSync(join(folder, 'reports', name), 'utf8');
  const comparison: unknown = JSON.parse(file('compare.json'));
  checkFile<Comparison>('compare', comparison);
  return { ...ended, folder, comparison, file };
}

const named = (found: Comparison['differences'] | Comparison['unstable']) =>
  found.map(({ kind, subject }) => `${kind} ${subject}`);
const times = (count: number, requests: readonly HttpRequest[]) => Array(count).fill(requests).flat();
const stock = bindingNames.map((binding) => goldenRequest('Get_Inventory', binding));
const reads = goldenRequests.flatMap(({ cell, request }) => (cell.operation.effect === 'read' ? [request] : []));

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

/** The recording as Chromium writes it over HTTP/2: header names in lower case, the body decoded, none of our own fields. */
function asBrowser({ log }: { readonly log: { readonly entries: readonly object[] } }) {
  const lines = (all: readonly { name: string; value: string }[], without: RegExp) =>
    all.flatMap(({ name, value }) => (without.test(name) ? [] : [{ name: name.toLowerCase(), value }]));
  const entries = log.entries.map(Object).map(({ request, response, startedDateTime, time }) => ({
    ...{ startedDateTime, time, cache: {}, timings: {} },
    request: {
      ...request,
      httpVersion: 'h2',
      url: request.url.replace(/%24%7B\w+%7D/g, 'Zebra17'),
      headers: [{ name: ':method', value: request.method }, ...lines(request.headers, /^(?:host|connection)$/i)],
    },
    response: {
      ...{ status: response.status, statusText: '', httpVersion: 'h2', cookies: [], redirectURL: '' },
      headers: [
        ...lines(response.headers, /^(?:content-length|connection|keep-alive|transfer-encoding)$/i),
        { name: 'set-cookie', value: 'session=Zebra18' },
      ],
      content: { size: response.content.size, mimeType: 'text/xml', text: response.content.text },
    },
  }));
  return { log: { version: '1.2', creator: { name: 'WebInspector', version: '537.36' }, entries } };
}

test('the recording of a browser is the same as its server, shows no secret, and the credentials are those of today', async () => {
  const asked = new Set<string>();
  const noting = mutated(null, {
    parameters: (parameters) => {
      if (parameters.DealerID !== undefined) asked.add(`${parameters.DealerID}`);
      return parameters;
    },
  });
  const recording = asBrowser(await recordingOf(await serving(), reads));
  const env = { GETDATA_DEALER_ID: 'mine', GETDATA_API_KEY: 'k-today', GETDATA_PASSWORD: 'p-today' };
  const { comparison, exitCode, out, file } = await comparedWith(recording, await serving([noting]), [], env);
  expect([named(comparison.differences), exitCode]).toEqual([[], 0]);
  expect(asked).toEqual(new Set(['mine']));
  const other = await comparedWith(recording, await serving(['fields-swapped']), ['--fail-on', 'spelling'], env);
  expect(named(other.comparison.differences)).toContain('rules record.field-order');
  for (const text of [out, file('compare.json'), other.file('compare.json'), other.file('compare.html')])
    expect(text).not.toMatch(/Zebra|k-today|p-today/);
});

test.each([2, 3])('what recorders make of an answer is no difference: draw %d', async (seed) => {
  const server = await serving();
  const { log } = asBrowser(await recordingOf(server, reads));
  const drawn = fc.sample(
    recorders.filter(({ damage, framing }) => damage !== 'in a file' && framing !== 'chunked'),
    { numRuns: log.entries.length, seed },
  );
  const entries = log.entries.map((entry, index) => {
    const recorder = drawn[index];
    if (recorder === undefined) throw new Error('too few were drawn');
    const others = entry.response.headers.filter(({ name }) => name !== 'content-type');
    const { entry: made } = recordedBy(recorder, entry, Buffer.from(entry.response.content.text));
    const { headers } = made.response;
    // Some keep only some lines.
    const kept = headers === null || headers.length === 0 || index % 3 === 0 ? headers : [...headers, ...others];
    return { ...made, response: { ...made.response, headers: kept } };
  });
  const { comparison, out } = await comparedWith({ log: { ...log, entries } }, server);
  expect(comparison.differences.map(({ subject, a, b }) => [subject, a, b])).toEqual([]);
  expect(comparison.cells.filter(({ state }) => state === 'same').length).toBeGreaterThan(20);
  expect(out).toMatch(/Not sent: \d+ calls?, from entry \d+ on: the body of its answer was not recorded/);
});

test('the calls of zeep are compared as it sent them', async () => {
  const calls = ['soap11', 'soap12', 'get', 'post'].flatMap((binding) => captured(`zeep-${binding}.txt`));
  const own = calls.map((call) => ({ ...call, path: call.path.replace(/^\/cap-[^/]*/, '') }));
  const recording = await recordingOf(await serving(), times(2, own));
  const same = await comparedWith(recording, await serving());
  expect([named(same.comparison.differences), same.exitCode]).toEqual([[], 0]);
  expect(same.comparison.recorded?.sent).toBe(6);
  const mute = mutated('Get_Inventory', { response: (response) => ({ ...response, status: 500 }) });
  const other = await comparedWith(recording, await serving([mute]));
  expect(named(other.comparison.differences)).toContain('rules http.status');
});

test('a recorded write is said never to be sent: no option sends it', async () => {
  const recording = await recordingOf(await serving(), [...stock, goldenRequest('Add_toCart', 'soap11')]);
  const { out, file } = await comparedWith(recording, await serving());
  for (const text of [out, file('compare.html')]) {
    expect(text).toMatch(/Not sent: 1 call, from entry 5 on: it changes state at the server: as recorded, only reads/);
    expect(text).not.toContain('--include-writes');
  }
});

test('a results.json is a recording too, of as many calls as it keeps', async () => {
  const folder = newFolder();
  const server = await serving();
  const args = ['--operations', 'Get_Inventory,McatCodes', '--namespace', contract.namespace];
  await commandHere(['run', server, '--profile', 'quick', '--seed', '3', ...args, '--reports', 'before'], {}, folder);
  const against = async (url: string, flags: readonly string[] = []) => {
    const ended = await cli(['compare', 'before/results.json', url, ...flags], { folder });
    const read: Comparison = JSON.parse(readFileSync(join(folder, 'reports/compare.json'), 'utf8'));
    return { ...ended, ...read };
  };
  const same = await against(await serving());
  expect([named(same.differences), same.exitCode]).toEqual([[], 0]);
  expect(same.out).toMatch(/Recorded calls: before\/results.json has \d+ calls: \d+ to send as recorded/);
  expect(same.out).toContain('8 of 80 cells compared');
  // It has no entries that a reader could look up.
  const part = await against(await serving(), ['--operations', 'McatCodes']);
  expect(part.out).toMatch(/Not sent: 4 calls: its operation or binding is not selected/);
  const other = await against(await serving(['fields-swapped']));
  expect(named(other.differences)).toContain('rules record.field-order');
  expect(other.exitCode).toBe(1);
});

test('a field that the run of a results.json saw change is masked', async () => {
  const folder = newFolder();
  const quantity = (by: (n: number) => number) =>
    mutated('Get_Inventory', { text: (xml, { n }) => xml.replaceAll(/(<Quantity>)[^<]*/g, `$1${by(n)}`) });
  const changing = await serving([quantity((n) => n)]);
  const args = ['--operations', 'Get_Inventory', '--namespace', contract.namespace, '--profile', 'quick'];
  await commandHere(['run', changing, ...args, '--reports', 'before'], {}, folder);
  const { exitCode } = await cli(['compare', 'before/results.json', await serving([quantity(() => 7)])], { folder });
  const read: Comparison = JSON.parse(readFileSync(join(folder, 'reports/compare.json'), 'utf8'));
  expect([named(read.differences), exitCode]).toEqual([[], 0]);
  expect(named(read.unstable)).toContain('data Inventory_Response.Inventory_List[].Quantity');
  const dead = await cli(['compare', 'before/results.json', 'http://127.0.0.1:9', '--timeout', '2000'], { folder });
  expect([dead.exitCode, dead.out]).toEqual([4, expect.stringContaining('B, http://127.0.0.1:9,')]);
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
  ["no kind of difference is named 'wsdl'", foreignHar([golden]), '--only wsdl'],
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
