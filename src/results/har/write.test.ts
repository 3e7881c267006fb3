import { readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { HOSTILE, hostileFinding, sampleFinding, sampleResults } from '../results.fixture.ts';
import type { Results } from '../results.ts';
import { nothingAttached } from './attached.ts';
import { readEntry } from './entry.ts';
import { harExchange } from './exchange.ts';
import { harText } from './write.ts';

const modules = new URL('../../../node_modules/', import.meta.url);

/** HAR 1.2 as the package har-schema has it: JSON Schema, draft-06. */
function harValidator() {
  const json = (url: URL) => JSON.parse(readFileSync(url, 'utf8'));
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addMetaSchema(json(new URL('ajv/dist/refs/json-schema-draft-06.json', modules)));
  const folder = new URL('har-schema/lib/', modules);
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json')))
    ajv.addSchema(json(new URL(file, folder)));
  return ajv.getSchema('har.json#') ?? expect.fail('har-schema has no har.json');
}

const validate = harValidator();

interface Entry {
  readonly startedDateTime: string;
  readonly time: number;
  readonly timings: object;
  readonly request: {
    readonly url: string;
    readonly queryString: unknown;
    readonly postData?: { readonly text: string };
  };
  readonly response: Readonly<Record<string, unknown>>;
  readonly _findings: readonly string[];
  readonly _expectation?: string;
}

function entriesOf(results: Results): readonly Entry[] {
  const har = JSON.parse(harText(results));
  expect(validate(har), JSON.stringify(validate.errors)).toBe(true);
  return har.log.entries;
}

const plain = sampleFinding();
const { request } = plain.exchange;
const response = 'body' in plain.exchange.response ? plain.exchange.response : expect.fail('a response');

function withExchange(exchange: Partial<typeof plain.exchange>): Results {
  return sampleResults([{ ...plain, exchange: { ...plain.exchange, ...exchange } }]);
}

test('the schema objects to what is not a HAR', () => {
  const har = JSON.parse(harText(sampleResults([plain])));
  har.log.entries[0].startedDateTime = 'yesterday';
  expect(validate(har)).toBe(false);
});

test('an entry has the request, the answer, the start of the run and the time it took', () => {
  const [entry] = entriesOf(sampleResults([plain], { startedAt: '2024-01-02T03:04:05.678Z' }));
  expect(entry).toMatchObject({
    startedDateTime: '2024-01-02T03:04:05.678Z',
    time: 12,
    timings: { send: 0, wait: 12, receive: 0 },
    request: { method: 'POST', url: 'http://t.example/getData.asmx', postData: { text: '<sent/>' } },
    response: {
      status: 200,
      statusText: 'OK',
      httpVersion: 'HTTP/1.1',
      content: { size: 7, mimeType: 'text/xml', text: '<came/>' },
    },
    _cell: 'Get_Inventory/soap12',
    _findings: [plain.id],
    _expectation: 'generated',
  });
});

test.each([
  { statusLine: 'HTTP/1.1 200' },
  { codedBytes: 12 },
  { unknownCoding: true },
  { afterClose: 'open' },
  { afterClose: 'ended' },
  { uncontinued: true },
  { requestVersion: '1.0' },
  { reset: true },
] as const)('of an answer with %j that is kept, and read again', (member) => {
  const [entry] = entriesOf(withExchange({ response: { ...response, ...member } }));
  const read = readEntry(entry, nothingAttached, true);
  if (typeof read === 'string' || typeof read.response === 'string') return expect.fail('it can be read');
  const answer = { response: read.response, bytes: new Uint8Array(), exact: true };
  const sent = { method: 'GET', path: '/', headers: [], body: null };
  const { recorded } = harExchange({ entry: read, request: sent, url: 'http://t.example/' }, answer, true);
  expect(recorded.response).toMatchObject({ status: 200, ...member });
});

test('a query is taken apart, and what no URI may hold is escaped', () => {
  const url = 'http://t.example/getData.asmx/McatCodes?DealerID=${GETDATA_DEALER_ID}&x=a+b%20c&y=100%';
  const [entry] = entriesOf(withExchange({ request: { ...request, method: 'GET', url, body: null } }));
  expect(entry?.request.url).toBe(
    'http://t.example/getData.asmx/McatCodes?DealerID=$%7BGETDATA_DEALER_ID%7D&x=a+b%20c&y=100%25',
  );
  expect(entry?.request.queryString).toEqual([
    { name: 'DealerID', value: '${GETDATA_DEALER_ID}' },
    { name: 'x', value: 'a b c' },
    { name: 'y', value: '100%' },
  ]);
});

test('bytes that are not UTF-8 are in base64', () => {
  const [entry] = entriesOf(withExchange({ response: { ...response, body: '\uFFFD', base64: '/w==', bytes: 1 } }));
  expect(entry?.response.content).toEqual({ size: 1, mimeType: 'text/xml', text: '/w==', encoding: 'base64' });
});

test('no answer is status 0 with the error, as browsers write it', () => {
  const trouble = { kind: 'closed', message: 'other side closed' } as const;
  const [entry] = entriesOf(withExchange({ response: { trouble } }));
  expect(entry?.response).toMatchObject({ status: 0, _error: 'other side closed', _trouble: 'closed', bodySize: -1 });
});

test('one exchange behind several findings is one entry; a guaranteed sample stays one', () => {
  const second = sampleFinding({ rule: 'record.field-name' });
  const { operation, binding, call, exchange } = plain;
  const kept = { operation, binding, call, exchange, expectation: 'sample' } as const;
  const entries = entriesOf(sampleResults([plain, second], { exchanges: [kept] }));
  expect(entries.map(({ _findings, _expectation }) => [_findings, _expectation])).toEqual([
    [[plain.id, second.id], 'sample'],
  ]);
});

test('the request of a rule that sends its own is not given out as a plain call', () => {
  const [entry] = entriesOf(sampleResults([sampleFinding({ rule: 'soap.must-understand' })]));
  expect(entry).not.toHaveProperty('_expectation');
});

test('what a hostile target sends stays valid', () => {
  const hostile = hostileFinding();
  const url = `http://t.example/getData.asmx/${HOSTILE}?${HOSTILE}`;
  const exchange = { ...hostile.exchange, request: { ...hostile.exchange.request, url } };
  expect(entriesOf(sampleResults([{ ...hostile, exchange }]))).toHaveLength(1);
});
