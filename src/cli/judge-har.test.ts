import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bindingNames } from '../contract/operations.ts';
import { browserEntry, foreignHar } from '../results/har/foreign-har.fixture.ts';
import { cli, newFolder } from './cli.fixture.ts';
import { answered, get, http1, judge, other, results, soap, typed } from './judge-har.fixture.ts';

test('what a browser recorded of a right server is judged in its cells, without a finding', async () => {
  const entries = bindingNames.map((binding) => browserEntry('McatCodes', binding));
  const { out, exitCode, err } = await judge(foreignHar([other, ...entries, other]));
  expect(err).toBe('');
  expect(out).toMatch(/^McatCodes: ✓ pass$/m);
  expect(out).toContain('! Left out, as not calls to it: 2 of the 6 entries.');
  expect(out).toContain('! 76 of the 80 cells have no exchange in it and were not judged.');
  expect(out).toContain('the file does not show http.content-length;');
  expect(exitCode).toBe(0);
});

test.each(['GetSubmodel_VehicleType', 'Get_Inventory', 'Add_toCart', 'Get_Recid_Images'])(
  '%s as a browser records it has no finding either',
  async (operation) => {
    const { findings, coverage } = await results(bindingNames.map((binding) => browserEntry(operation, binding)));
    expect(findings).toEqual([]);
    expect(coverage.fields.filter(({ seen }) => seen).length).toBeGreaterThan(3);
  },
);

test('a recording of one right call is right: cells and fields that it lacks are listed, and not counted', async () => {
  const { out, exitCode } = await judge(foreignHar([soap]));
  expect(exitCode).toBe(0);
  expect(out).toMatch(/Not recorded, and not counted\n\n- never called: Get_Video_Links, .*\n- McatCodes: no exchange/);
  expect(out).toContain('- McatCodes: binding.parity, binding.same-records: no recorded answer could be compared');
  const empty = String(soap.response.content.text).replace(/(<McatCodesResult)>[\s\S]*<\/McatCodesResult>/, '$1/>');
  const none = await judge(foreignHar([answered(soap, {}, { text: empty, size: empty.length })]));
  expect(none.out).toMatch(/- McatCodes: never seen with a value: .* \(soap11\)/);
  for (const last of [out, none.out].map((text) => text.trimEnd().split('\n').at(-1)))
    expect(last).toMatch(/^conformant .*\(exit code 0\), as far as recorded: .*1 of 80 cells recorded$/);
});

test('bodies in files beside the HAR are read, and what was read in another way than the HAR says is named', async () => {
  const folder = newFolder();
  const text = String(get.response.content.text);
  writeFileSync(join(folder, 'body.xml'), text.replace('<Active>true</Active>', '<Active>yes</Active>'));
  const entries = [
    soap,
    answered(get, {}, { text: undefined, size: -1, _file: 'body.xml' }),
    answered(get, {}, { text: undefined, _file: '../body.xml' }),
    answered(get, {}, { text: Buffer.from(text).toString('base64') }),
  ];
  writeFileSync(join(folder, 'x.har'), JSON.stringify(foreignHar(entries)));
  const { out, exitCode } = await cli(['judge', 'x.har'], { folder });
  expect(exitCode).toBe(1);
  expect(out).toContain('value.boolean');
  expect(out).toContain('- entry 3: its body is in the file body.xml, which is not in the folder of the HAR');
  expect(out).toContain('! The text of 1 answer was read as base64, which the HAR does not say.');
});

test('an address that is only a path is completed with the Host header', async () => {
  const url = '/app/getData.asmx/McatCodes?DealerID=D1001&Password=secret-1001';
  const lines = (headers: object[]) => ({ ...get, request: { ...get.request, url, headers } });
  const { out, err } = await judge(
    foreignHar([soap, lines([{ name: ':authority', value: 'host.example' }]), lines([]), { ...get, response: null }]),
  );
  expect(err).toBe('');
  expect(out).toMatch(/^McatCodes: ✓ pass$/m);
  expect(out).toContain('- entry 3: its request.url is no absolute address, and no Host header completes it');
  expect(out).toContain('- entry 4: response is null; expected an object');
  expect(out).not.toContain('secret-1001');
});

test('what is wrong in the body of a recorded answer is found', async () => {
  const text = String(get.response.content.text).replace('<Active>true</Active>', '<Active>yes</Active>');
  const { findings, verdict, startedAt, target } = await results([
    soap,
    answered(get, {}, { text, size: text.length }),
  ]);
  expect(findings.map(({ id }) => id)).toEqual(['value.boolean@McatCodes/http-get']);
  expect([verdict, startedAt, target]).toEqual([
    'non-conformant',
    '2024-05-06T05:08:09.123Z',
    'https://host.example/app',
  ]);
});

test('over HTTP/1.1 a right Content-Length passes, chunks are found, and a length of what was coded is not judged', async () => {
  const { size } = get.response.content;
  const verdictWith = async (headers: readonly object[], wanted = 'http.content-length') => {
    const { cells } = await results([soap, answered(get, { ...http1, headers: [typed, ...headers] })]);
    const cell = cells.find(({ binding }) => binding === 'http-get');
    return cell?.rules.find(({ rule }) => rule === wanted)?.verdict;
  };
  const length = (value: unknown) => ({ name: 'Content-Length', value: String(value) });
  const gzip = { name: 'Content-Encoding', value: 'gzip' };
  expect(await verdictWith([length(size)])).toBe('pass');
  expect(await verdictWith([{ name: 'Transfer-Encoding', value: 'chunked' }])).toBe('fail');
  expect(await verdictWith([gzip, length(99)])).toBe('skipped');
  // The tool has decoded it: the text is there, and judged.
  expect(await verdictWith([gzip, length(99)], 'record.shape')).toBe('pass');
  expect(await verdictWith([gzip, length(99)], 'xml.encoding')).not.toBe('fail');
  expect(await verdictWith([gzip, { name: 'Transfer-Encoding', value: 'chunked' }])).toBe('skipped');
  expect(await verdictWith([length(99)])).toBe('skipped');
  expect(await verdictWith([])).toBe('skipped');
});

test('bytes are judged where the HAR holds them, and skipped where it holds a text of another length', async () => {
  const bytes = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(String(get.response.content.text))]);
  const based = await results([soap, answered(get, {}, { text: bytes.toString('base64'), encoding: 'base64' })]);
  expect(based.findings.map(({ id }) => id)).toEqual(['xml.bom@McatCodes/http-get']);
  const told = await results([soap, answered(get, {}, { size: bytes.byteLength })]);
  const [, cell] = told.cells;
  expect(cell?.rules.find(({ rule }) => rule === 'xml.bom')?.verdict).toBe('skipped');
});

test('status 0 is a finding only where the service failed to answer', async () => {
  const lost = (error: string) =>
    answered(get, { status: 0, headers: [], _error: error }, { text: undefined, size: 0 });
  const reset = await results([soap, get, lost('net::ERR_CONNECTION_RESET')]);
  expect(reset.findings.map(({ id }) => id)).toEqual(['http.answer@McatCodes/http-get']);
  const aborted = await results([soap, get, lost('net::ERR_ABORTED')]);
  expect(aborted.findings).toEqual([]);
});

test.each([
  ['a cached answer', { ...get, _fromCache: 'disk' }, 'a cache answered it, not the service'],
  ['a 304', answered(get, { status: 304 }), 'a cache answered it, not the service'],
  ['a body that was not kept', answered(get, {}, { text: undefined }), 'the body of its answer was not recorded'],
  [
    'a refusal of a stranger',
    answered(get, { status: 500 }, { text: 'no', size: 2 }),
    'it was refused, and no call shows',
  ],
  [
    'a refusal of another request',
    answered(
      { ...get, request: { ...get.request, url: 'https://host.example/app/getData.asmx/McatCodes?x=1' } },
      { status: 500 },
    ),
    "the request is not the document's (parameter 'x' is unknown: McatCodes has no such parameter)",
  ],
  ['a status that is not one', answered(get, { status: 1e300 }), 'response.status is 1e+300; expected 0 or 100 to 599'],
  ['headers that are not an array', answered(get, { headers: 'x' }), 'response.headers is a text; expected an array'],
  ['a header without a value', answered(get, { headers: [{ name: 'x' }] }), 'a value in response.headers is missing'],
  ['no response', { ...get, response: undefined }, 'response is missing; expected an object'],
  ['nothing at all', null, 'it has no request.url'],
  [
    'a POST without a body',
    { ...soap, request: { ...soap.request, postData: undefined } },
    'its request body was not recorded',
  ],
  [
    'an unknown operation',
    { ...get, request: { ...get.request, url: 'https://host.example/app/getData.asmx/McatCodez?a' } },
    "'McatCodez' is not an operation",
  ],
])('%s is left out and listed', async (_what, entry, why) => {
  const { out, err } = await judge(foreignHar([soap, entry]));
  expect(err).toBe('');
  expect(out).toContain(`- entry 2: ${why}`);
});

test('form parameters are read where the HAR has no text of the body', async () => {
  const post = browserEntry('McatCodes', 'http-post');
  const params = [
    { name: 'DealerID', value: 'D1001' },
    { name: 'Password', value: 'secret-1001' },
  ];
  const { cells } = await results([
    soap,
    { ...post, request: { ...post.request, postData: { mimeType: 'x', params } } },
  ]);
  expect(cells.map(({ binding }) => binding)).toEqual(['soap11', 'http-post']);
});

test('answers to one call that differ between bindings are left open: data may have changed in between', async () => {
  const text = String(get.response.content.text).replace('SEATCOVER', 'SEATCOVERS');
  const { findings, inconclusive } = await results([
    soap,
    browserEntry('McatCodes', 'soap12'),
    answered(get, {}, { text, size: text.length + 1 }),
  ]);
  expect(findings).toEqual([]);
  expect(inconclusive.map(({ rule, binding }) => `${rule}/${binding}`)).toContain('binding.same-records/http-get');
});

test('where only calls over GET and POST are recorded, the namespace is that of their answers, and is said', async () => {
  const { out, exitCode } = await judge(foreignHar([get, browserEntry('McatCodes', 'http-post')]));
  expect(out).toMatch(/^! Namespace (\S+), as its answers have it: .* \(--namespace \1 requires it\)\.$/m);
  expect(exitCode).toBe(0);
  const none = await judge(foreignHar([answered(get, { status: 500 }, { text: 'no', size: 2 })]));
  expect(none.err).toMatch(/no SOAP request and no answer that shows the namespace; add --namespace <uri>/);
});
