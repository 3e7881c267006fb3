import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bindingNames, operationNamed } from '../../contract/operations.ts';
import { planCalls } from '../../engine/plan/plan-calls.ts';
import type { RunOptions } from '../../options/model.ts';
import { contract, quickRun } from '../../reference/variations/target.fixture.ts';
import { browserEntry, foreignHar } from './foreign-har.fixture.ts';
import { withRecordedCalls } from './recorded-calls.ts';

const namespace = 'http://dealer.example/webservices/';
const options: RunOptions = {
  ...quickRun('http://127.0.0.1:9'),
  namespace,
  namespaceFrom: 'flag',
  includeWrites: false,
};

/** The options with the calls of these entries. */
function reading(
  entries: readonly unknown[],
  given: Partial<RunOptions> = {},
  use: 'judged' | 'compared' = 'judged',
): RunOptions {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-calls-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'x.har'), JSON.stringify(foreignHar(entries)));
  return withRecordedCalls({ ...options, ...given }, folder, 'x.har', use);
}

/** An entry over GET, with its query. */
function got(operation: string, query: string, status = 200) {
  const entry = browserEntry('Get_Inventory', 'http-get');
  const url = `https://host.example/app/getData.asmx/${operation}?${query}`;
  return { ...entry, request: { ...entry.request, url }, response: { ...entry.response, status } };
}

const stock = (item: string, status?: number) =>
  got('Get_Inventory', `DealerID=secret&APIKEY=k&Password=p&Application_ID=A&ItemNo=${item}`, status);
const soap = browserEntry('McatCodes', 'soap11');

test('a call is read without its address and credentials, and the same one is folded', () => {
  const { recorded } = reading([stock('I-1'), soap, stock('I-1'), stock('I-2')]);
  expect(recorded?.calls).toEqual([
    {
      binding: 'http-get',
      call: { operation: 'Get_Inventory', values: { Application_ID: 'A', ItemNo: 'I-1' }, header: null },
    },
    { binding: 'soap11', call: expect.objectContaining({ operation: 'McatCodes' }) },
    { binding: 'http-get', call: expect.objectContaining({ values: { Application_ID: 'A', ItemNo: 'I-2' } }) },
  ]);
  expect(recorded?.traffic).toMatchObject({ file: 'x.har', calls: 4, sent: 3, leftOut: [] });
  expect(JSON.stringify(recorded)).not.toMatch(/secret|host\.example|t0ken/);
});

test('a run sends a recorded read in all bindings, with the neutral header where one is needed', () => {
  const name = 'GetModel_VehicleType';
  const given = reading([stock('I-1'), got(name, 'DealerID=1&APIKEY=k&Password=p&Year=2019&Make=Ford&ProductID=F')]);
  const planned = (operation: string) =>
    bindingNames.map((binding) => {
      const cell = { operation: operationNamed(contract, operation), binding };
      const calls = planCalls(cell, contract, { options: given, pools: { values: {}, rows: [] } });
      return calls.filter(({ call }) => ['I-1', '2019'].includes(call.values.ItemNo ?? call.values.Year ?? ''));
    });
  expect(planned('Get_Inventory').map(({ length }) => length)).toEqual([1, 1, 1, 1]);
  const headers = planned(name).map(([one]) => one?.call.header);
  expect(headers.slice(2)).toEqual([null, null]);
  expect(headers.slice(0, 2)).toEqual(Array(2).fill(expect.objectContaining({ Filtervehicles: 'false' })));
});

test('what can only be compared is left out of a run, with a reason', () => {
  const entries = [
    stock('I-1'),
    stock('I-2', 500),
    stock('%3Cb%3E'),
    got('Get_Inventory', 'DealerID=1&ItemNo=I-3'),
    got('Get_Recid_Images', 'recid=next'),
    stock('I-4&ItemNo=I-5'),
    got('NoSuch', 'a=b'),
  ];
  expect(reading(entries).recorded?.traffic).toMatchObject({
    calls: 7,
    sent: 1,
    leftOut: [
      { why: 'when it was recorded it was refused, or was not a plain call', calls: 1, first: 2 },
      { why: 'right servers may trim, cut or refuse its text', calls: 1, first: 3 },
      { why: 'it has no Application_ID, and the document does not say what that means', calls: 1, first: 4 },
      { why: 'its recid is not a valid int', calls: 1, first: 5 },
      { why: "parameter 'ItemNo' is sent again", calls: 1, first: 6 },
      { why: "the entry can't be read as a call: 'NoSuch' is not an operation", calls: 1, first: 7 },
    ],
  });
  const compared = reading(entries, {}, 'compared').recorded;
  expect(compared?.traffic.leftOut.map(({ first }) => first)).toEqual([6, 7]);
  expect(compared?.calls.map(({ call }) => call.values.ItemNo)).toEqual(['I-1', 'I-2', '<b>', 'I-3', undefined]);
});

test('writes are sent only with permission to write, as few as a cell gets', () => {
  const cart = (note: string) =>
    got(
      'Add_toCart',
      operationNamed(contract, 'Add_toCart')
        .parameters.map(({ name, type }) => `${name}=${type === 'string' ? note : 1}`)
        .join('&'),
    );
  const entries = [stock('I-1'), cart('a'), cart('b'), cart('c'), cart('d')];
  expect(reading(entries).recorded?.traffic.leftOut).toEqual([
    { why: expect.stringContaining('--include-writes'), calls: 4, first: 2 },
  ]);
  const allowed = reading(entries, { includeWrites: true });
  expect(allowed.recorded?.traffic).toMatchObject({
    sent: 3,
    leftOut: [{ why: 'Add_toCart/http-get has more than 2 different calls', calls: 2, first: 4 }],
  });
  const cell = { operation: operationNamed(contract, 'Add_toCart'), binding: 'http-get' } as const;
  const planned = planCalls(cell, contract, { options: allowed, pools: { values: {}, rows: [] } });
  expect(planned.map(({ call }) => call.values.ContactInfo).slice(1)).toEqual(['a', 'b']);
});

test('a masked value is the configured one, or the call is left out', () => {
  const entries = [stock('I-1'), stock('%2A%2A%2A')];
  expect(reading(entries).recorded?.traffic.leftOut).toEqual([
    { why: 'its ItemNo is masked, and the config file has no value for it', calls: 1, first: 2 },
  ]);
  const values = { ItemNo: ['I-9'] };
  const items = (given: Partial<RunOptions>) =>
    reading(entries, given).recorded?.calls.map(({ call }) => call.values.ItemNo);
  expect(items({ values })).toEqual(['I-1', 'I-9']);
  expect(items({ values, masked: ['ItemNo'] })).toEqual(['I-9']);
  expect(items({ values, valuesByOperation: { Get_Inventory: { ItemNo: ['I-8'] } }, masked: ['ItemNo'] })).toEqual([
    'I-8',
  ]);
});

test('what no call uses is named', () => {
  const { never } = reading([stock('I-1'), soap, stock('')]).recorded?.traffic ?? {};
  expect(never?.cells).toHaveLength(78);
  expect(never?.cells).not.toContain('McatCodes/soap11');
  expect(reading([stock('')]).recorded?.traffic.never.parameters).toEqual(['ItemNo of Get_Inventory']);
  expect(never?.traits.map(({ binding }) => binding)).toEqual(['soap11', 'http-get']);
  // Golden requests are written plainly; a browser's header names are in lower case.
  expect(never?.traits[0]?.never).toContain('cdata');
  expect(never?.traits[0]?.never).not.toContain('names-lower');
});

test.each([
  [
    [stock('%2A%2A%2A')],
    {},
    'x.har has no call that can be sent: its ItemNo is masked, and the config file has no value for it',
  ],
  [
    [soap],
    { namespace: 'http://b.example/' },
    'x.har has no call that can be sent: its envelope uses the namespace http://dealer.example/webservices/, not http://b.example/',
  ],
  [
    [soap],
    { operations: ['Get_Inventory'] },
    'x.har has no call that can be sent: its operation or binding is not selected',
  ],
  [
    [{ ...soap, request: { ...soap.request, url: 'https://cdn.example/a.js' } }],
    {},
    'x.har has no call to a GetData service in its 1 entry; expected URLs with /getData.asmx in them',
  ],
  [
    [soap],
    { seedDrawn: true as const },
    '--certify draws the calls, so that nobody chooses them, and --calls is given too; expected one of them',
  ],
] as const)('entries %#: one sentence', (entries, given, sentence) => {
  expect(() => reading(entries, given)).toThrow(sentence);
});

test('where nobody gave the namespace, the recorded one does not matter', () => {
  const { recorded } = reading([soap], { namespace: 'http://b.example/', namespaceFrom: 'default' });
  expect(recorded?.traffic.sent).toBe(1);
});

/** A golden request as another tool changed it. */
function changed(binding: 'http-get' | 'http-post' | 'soap11', change: object, length?: number) {
  const entry = browserEntry('Get_Inventory', binding);
  const headers = (entry.request.headers as { name: string }[]).filter(({ name }) => name !== 'content-length');
  const own = length === undefined ? [] : [{ name: 'Content-Length', value: `${length}` }];
  return { ...entry, request: { ...entry.request, headers: [...headers, ...own], ...change } };
}

test('what a recorder made of a call is undone, or the call is left out with the reason', () => {
  const url = 'https://host.example/app/getData.asmx/Get_Inventory';
  const value = 'S & Größe M';
  const pairs = ['DealerID', 'APIKEY', 'Password', 'Application_ID'].map((name) => ({ name, value: 'x' }));
  const queryString = [...pairs, { name: 'ItemNo', value }];
  const written = queryString.map((one) => `${one.name}=${one.value}`).join('&');
  const read = reading([
    changed('http-get', { url, queryString }),
    changed('http-get', { method: 'get', url: `${url}?${written}`, queryString }),
  ]);
  expect(read.recorded?.calls.map(({ call }) => call.values.ItemNo)).toEqual([value]);

  const text = goldenEnvelope('Gr??e');
  const form = { mimeType: 'multipart/form-data; boundary=b', params: queryString };
  const multipart = changed('http-post', { postData: form });
  const typed = (multipart.request.headers as { name: string }[]).filter(({ name }) => name !== 'content-type');
  const whys = reading([
    stock('I-1'),
    changed('http-get', { url: `${url}?${written}` }),
    changed('soap11', { postData: { mimeType: 'text/xml', text } }, Buffer.byteLength(text) + 2),
    { ...multipart, request: { ...multipart.request, headers: typed } },
    stock('[REDACTED]'),
  ]).recorded?.traffic.leftOut.map(({ why }) => why);
  expect(whys).toEqual([
    'its ItemNo is masked, and the config file has no value for it',
    expect.stringContaining('its request.url was decoded or escaped as HTML'),
    expect.stringMatching(/the HAR holds \d+ of the \d+ bytes of the body/),
    expect.stringContaining('its body is a multipart form'),
  ]);
});

function goldenEnvelope(item: string): string {
  const { postData } = browserEntry('Get_Inventory', 'soap11').request;
  return String(Object(postData).text).replace('SC-1001', item);
}
