import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { browserEntry, foreignHar } from '../results/har/foreign-har.fixture.ts';
import { readResults } from '../results/read.ts';
import { cli, newFolder } from './cli.fixture.ts';
import { answered, get, http1, judge, other, soap, typed } from './judge-har.fixture.ts';

test('credentials, cookies and tokens of a HAR are nowhere in what is printed or written', async () => {
  const text = String(get.response.content.text).replace('SEATCOVER', 'dark: D1001 and secret-1001, s3ss10n-of-jo');
  const size = Buffer.byteLength(text) + 1;
  const headers = [typed, { name: 'Content-Length', value: `${size}` }];
  const bad = answered(get, { ...http1, headers }, { text: `<${text}`, size });
  const { out, folder } = await judge(foreignHar([soap, bad]), '--reports', 'new', '--verbose');
  const written = JSON.stringify(readResults(folder, 'new/results.json'));
  expect(written).toContain('${GETDATA_DEALER_ID}');
  expect(out).toContain('${GETDATA_PASSWORD}');
  for (const secret of ['D1001', 'secret-1001', 's3ss10n', 't0ken-of-jo']) {
    expect(written).not.toContain(secret);
    expect(out).not.toContain(secret);
  }
  expect(written).toContain('dark');
  expect(written).toContain('["cookie","***"]');
});

test('a HAR that has our name and holds a secret is not trusted to be without one', async () => {
  const har = { log: { creator: { name: 'getdata-conformance' }, entries: [{ ...soap, _expectation: 'sample' }] } };
  const { folder } = await judge(har, '--reports', 'new');
  expect(JSON.stringify(readResults(folder, 'new/results.json'))).not.toMatch(/D1001|secret-1001|s3ss10n/);
});

test('no more exchanges of one cell are judged than memory allows', async () => {
  const { out } = await judge(foreignHar([soap, ...Array.from({ length: 502 }, () => get)]));
  expect(out).toContain('- entry 502: McatCodes/http-get has more than 500 exchanges');
  expect(out).toContain('501 recorded exchanges judged, 2 not, nothing sent');
});

test('a file that is too long is not read', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'x.har'), '');
  truncateSync(join(folder, 'x.har'), 96 * 1024 * 1024 + 1);
  expect((await cli(['judge', 'x.har'], { folder })).err).toBe(
    'error: x.har is 97 MiB long; expected 96 MiB at most\n',
  );
});

test('several services or namespaces require a choice', async () => {
  const elsewhere = browserEntry('McatCodes', 'soap11', 'http://other.example');
  const both = foreignHar([soap, elsewhere]);
  expect((await judge(both)).err).toBe(
    'error: x.har has calls to 2 services (https://host.example/app, http://other.example); choose one with --base-url\n',
  );
  expect((await judge(both, '--base-url', 'http://none.example')).err).toMatch(
    /has no call to http:\/\/none.example; its calls are to/,
  );
  expect((await judge(both, '--base-url', 'http://other.example/getData.asmx')).err).toBe('');
  const text = JSON.stringify(browserEntry('Get_Inventory', 'soap11')).replaceAll(
    'http://dealer.example/',
    'urn:other/',
  );
  const mixed = foreignHar([soap, JSON.parse(text)]);
  expect((await judge(mixed)).err).toMatch(
    /has SOAP requests in several namespaces \(http:\/\/dealer.example\/webservices\/, urn:other\/webservices\/\)/,
  );
  expect((await judge(mixed, '--namespace', 'http://dealer.example/webservices/')).out).toContain(
    '- entry 2: its envelope uses the namespace urn:other/webservices/, not http://dealer.example/webservices/',
  );
  expect((await judge(foreignHar([get]), '--namespace', 'not a uri')).err).toMatch(/^error: --namespace: /);
});

const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

test.each([
  ['{"log": null}', 'is not a HAR: it has no array log.entries'],
  ['{"log": {"entries": {"length": 3}}}', 'is not a HAR: it has no array log.entries'],
  [
    '{"log": {"entries": []}}',
    'has no call to a GetData service in its 0 entries; expected URLs with /getData.asmx in them',
  ],
  [
    `{"log": {"entries": [${deep}]}}`,
    'has no call that can be read; 1 entry is malformed: entry 1: it has no request.url',
  ],
  [`{"log": {"entries": ${JSON.stringify([other])}}}`, 'has no call to a GetData service in its 1 entry; expected'],
  [
    '{"log": {"entries": [1e999, {"request": {"url": 7}}]}}',
    'has no call that can be read; 2 entries are malformed: entry 1: ',
  ],
  [
    '{"log": {"entries": [{"request": {"url": "http://h/getData.asmx/McatCodes"}}]}}',
    /entry 1: request.method is missing; expected a text$/,
  ],
  [`{"log": {"entries": [${'0,'.repeat(100_000)}0]}}`, 'has 100001 entries; expected 100000 at most'],
  ['{"log": {"entries": [', /^is not JSON: /],
  ['{"__proto__": {"log": {"entries": []}}}', /^is neither a results.json nor a HAR/],
])('a hostile HAR is one sentence and exit 2: %#', async (text, sentence) => {
  const { exitCode, out, err } = await judge(text);
  expect([exitCode, out]).toEqual([2, '']);
  expect(err.trim().split('\n')).toHaveLength(1);
  expect(err.trim().replace('error: x.har ', '')).toMatch(sentence);
});

test('more secrets than can be looked for are refused', async () => {
  const entries = Array.from({ length: 501 }, (_, index) => ({
    ...soap,
    request: {
      ...soap.request,
      headers: [{ name: 'Cookie', value: `session=secret-${index}` }, ...(soap.request.headers as object[])],
    },
  }));
  expect((await judge(foreignHar(entries))).err).toMatch(
    /^error: x.har holds more than 500 distinct credentials and cookies/,
  );
});

test.each([
  ['Content-Type', 'a/b,'],
  ['Digest', 'sha-256=:'],
  ['Date', 'x'],
])('of a %s line as long as a file may have it, a report shows a part', async (name, piece) => {
  const { headers } = soap.response;
  const others = (headers ?? []).filter((line) => line.name.toLowerCase() !== name.toLowerCase());
  const lines = [...others, { name, value: piece.repeat(Math.floor(250_000 / piece.length)) }];
  const entry = answered(soap, { headers: lines, statusText: 'x'.repeat(1_000_000) });
  const { out, folder } = await judge(foreignHar([entry]), '--reports', 'new');
  expect(out).toMatch(/… \(2[45]\d{4} characters\)/);
  expect(out.length).toBeLessThan(12_000);
  const { findings } = await readResults(folder, 'new/results.json');
  const [{ exchange, reproduce: _, ...finding } = { exchange: null }] = findings;
  expect(JSON.stringify(finding).length).toBeLessThan(12_000);
  expect(JSON.stringify(exchange).length).toBeLessThan(300_000);
});
