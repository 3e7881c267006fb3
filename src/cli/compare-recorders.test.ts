import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Comparison } from '../features/comparison/servers/comparison.ts';
import { recordedBy, recorders } from '../results/har/recorders.fixture.ts';
import { captured } from '../rules/client/captured.fixture.ts';
import { cli, newFolder } from './cli.fixture.ts';
import { commandHere } from './command.fixture.ts';
import { contract, mutated, serving } from './compare.fixture.ts';
import { comparedWith, named, reads, recordingOf, times } from './compare-recording.fixture.ts';

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
  expect(named(other.comparison.differences)).toEqual(['rules http.status']);
});

test('a results.json is a recording too, of as many calls as it keeps', async () => {
  const folder = newFolder();
  const server = await serving();
  const cells = ['--operations', 'Get_Inventory,McatCodes', '--bindings', 'soap12,http-get'];
  const args = [...cells, '--namespace', contract.namespace];
  await commandHere(['run', server, '--profile', 'quick', '--seed', '3', ...args, '--reports', 'before'], {}, folder);
  const against = async (url: string, flags: readonly string[] = []) => {
    const ended = await cli(['compare', 'before/results.json', url, ...flags], { folder });
    const read: Comparison = JSON.parse(readFileSync(join(folder, 'reports/compare.json'), 'utf8'));
    return { ...ended, ...read };
  };
  const same = await against(await serving());
  expect([named(same.differences), same.exitCode]).toEqual([[], 0]);
  expect(same.out).toMatch(/Recorded calls: before\/results.json has \d+ calls: \d+ to send as recorded/);
  expect(same.out).toContain('4 of 80 cells compared');
  // It has no entries that a reader could look up.
  const part = await against(await serving(), ['--operations', 'McatCodes']);
  expect(part.out).toMatch(/Not sent: 2 calls: its operation or binding is not selected/);
  const other = await against(await serving(['fields-swapped']));
  expect(named(other.differences)).toContain('rules record.field-order');
  expect(other.exitCode).toBe(1);
});

test('a field that the run of a results.json saw change is masked', async () => {
  const folder = newFolder();
  const quantity = (by: (n: number) => number) =>
    mutated('Get_Inventory', { text: (xml, { n }) => xml.replaceAll(/(<Quantity>)[^<]*/g, `$1${by(n)}`) });
  const changing = await serving([quantity((n) => n)]);
  const cells = ['--operations', 'Get_Inventory', '--bindings', 'soap12,http-get', '--profile', 'quick'];
  const args = [...cells, '--namespace', contract.namespace, '--reports', 'before'];
  await commandHere(['run', changing, ...args], {}, folder);
  const { exitCode } = await cli(['compare', 'before/results.json', await serving([quantity(() => 7)])], { folder });
  const read: Comparison = JSON.parse(readFileSync(join(folder, 'reports/compare.json'), 'utf8'));
  expect([named(read.differences), exitCode]).toEqual([[], 0]);
  expect(named(read.unstable)).toContain('data Inventory_Response.Inventory_List[].Quantity');
  const dead = await cli(['compare', 'before/results.json', 'http://127.0.0.1:9', '--timeout', '2000'], { folder });
  expect([dead.exitCode, dead.out]).toEqual([4, expect.stringContaining('B, http://127.0.0.1:9,')]);
});
