import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RunOptions } from '../../options/model.ts';
import { contract } from '../../reference/variations/target.fixture.ts';
import type { HttpRequest } from '../../wire/http/exchange.ts';
import type { Call } from '../../wire/soap/call.ts';
import { filledRequest } from '../../wire/soap/request-template.ts';
import { asRecorded } from './as-recorded.ts';
import { nothingAttached } from './attached.ts';
import { readCall } from './call.ts';

const credentials = { DealerID: 'D&1', APIKEY: 'k ü<', Password: 'own-pass' };
const NAMESPACE = contract.namespace;
const URL_HEAD = 'https://old.example/App';
type Lines = Readonly<Record<string, string>>;

/** What is sent for a recorded request, or why it is not. @param change - of the call, by configured values */
function sentFor(path: string, headers: Lines, body: string | null, change: Partial<Call['values']> = {}) {
  const request = {
    method: body === null ? 'GET' : 'POST',
    url: `${URL_HEAD}${path}`,
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    ...(body === null ? {} : { postData: { mimeType: '', text: body } }),
  };
  const read = readCall({ request }, 1, { contract, attached: nothingAttached, own: false });
  if (read.kind !== 'call') return read.kind === 'bad' ? read.message : read.kind;
  const { call } = read.call.decoded;
  const values = { ...call.values, ...change } as Call['values'];
  const options: Pick<RunOptions, 'masked'> = { masked: Object.keys(change) };
  const template = asRecorded(read.call, { ...call, values }, contract, options);
  return typeof template === 'string' ? template : filledRequest(template, { basePath: '/New', credentials });
}

const textOf = (request: HttpRequest | string): string =>
  typeof request === 'string' ? request : Buffer.from(request.body ?? []).toString('utf8');

const query = 'DealerID=rec-1&apikey=rec-2&Password=rec%2D3&Application_ID=a+b%20c&ItemNo=%c3%a4;x&&flag';

test('a query is sent as it was recorded, in its case and escapes, with the credentials of this run', () => {
  const sent = sentFor(`/GetData.ASMX/get_inventory?${query}`, { Accept: '*/*' }, null);
  expect(sent).toEqual({
    method: 'GET',
    path: '/New/GetData.ASMX/get_inventory?DealerID=D%261&apikey=k%20%C3%BC%3C&Password=own-pass&Application_ID=a+b%20c&ItemNo=%c3%a4;x&&flag',
    headers: [['Accept', '*/*']],
    body: null,
  });
});

const envelope = `<?xml version='1.0'?>\r\n<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body >
<d:Get_Inventory xmlns:d="${NAMESPACE}"><d:DealerID  >rec-1</d:DealerID><d:APIKEY><![CDATA[rec-2]]></d:APIKEY>
<d:Password/><d:Application_ID>&#65;ä</d:Application_ID><d:ItemNo a='b'>SC-1001</d:ItemNo></d:Get_Inventory></e:Body></e:Envelope>`;
const action = { 'Content-Type': 'text/xml;charset=UTF-8', SOAPAction: `${NAMESPACE}Get_Inventory` };

test('an envelope is sent byte by byte, an unquoted SOAPAction too; only credentials are those of this run', () => {
  const sent = sentFor('/getData.asmx', action, envelope);
  expect(textOf(sent)).toBe(envelope.replace('rec-1', 'D&amp;1').replace('<![CDATA[rec-2]]>', 'k &#252;&lt;'));
  expect(sent).toMatchObject({ path: '/New/getData.asmx', headers: Object.entries(action) });
});

test('lines of the connection, cookies, and what holds a recorded credential are not sent', () => {
  const kept = { ...action, 'User-Agent': 'Mono', 'X-Forwarded-For': '10.0.0.1', Expect: '100-continue' };
  const lines = {
    ...{ Host: 'old.example', Connection: 'keep-alive, X-Hop', 'X-Hop': '1', 'Content-Length': '5', TE: 'trailers' },
    ...{ 'Proxy-Connection': 'keep-alive', Cookie: 'a=b', Authorization: 'Basic eDp5', 'X-API-Key': 'k' },
    ...{ Referer: 'http://x/?DealerID=rec-1', 'X-Note': '${GETDATA_PASSWORD}', ...kept },
  };
  const sent = sentFor('/getData.asmx', lines, envelope);
  // It kept Host, so it kept all: there was no Accept-Encoding.
  expect(sent).toMatchObject({ headers: [...Object.entries(kept), ['Accept-Encoding', '']] });
});

test('a masked value is the configured one, also in a form', () => {
  const form = 'Application_ID=A&ItemNo=***&DealerID=x';
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  expect(textOf(sentFor('/getData.asmx/Get_Inventory', headers, form, { ItemNo: 'ü&' }))).toBe(
    'Application_ID=A&ItemNo=%C3%BC%26&DealerID=D%261',
  );
  const soap = sentFor('/getData.asmx', action, envelope, { ItemNo: '<ü>' });
  expect(textOf(soap)).toContain("<d:ItemNo a='b'>&lt;&#252;&gt;</d:ItemNo>");
});

const WRITE = 'as recorded, only what every server takes for a read is sent; --plain may send it';
test.each([
  ['a write', '/getData.asmx/Add_toCart?DealerID=1', {}, null, WRITE],
  ['a write in its action', '/getData.asmx', { ...action, SOAPAction: 'ADD_TOCART' }, envelope, WRITE],
  ['a write in another case', '/getData.asmx/add_tocart?DealerID=1', {}, null, "'add_tocart' is not an operation"],
  ['a header line that is none', '/getData.asmx', { ...action, 'X-A': 'ü€' }, envelope, /a header line of it/],
  ['a mask in a comment', '/getData.asmx', action, envelope.replace('<e:Body', '<!-- *** --><e:Body'), /no parameter/],
  [
    'a credential in parts',
    '/getData.asmx',
    action,
    envelope.replace('rec-1', 're<!-- -->c-1'),
    'its credentials or masked values stand where they can not be replaced',
  ],
])('%s is not sent', (_what, path, headers, body, why) => {
  expect(sentFor(path, headers as Lines, body)).toEqual(why instanceof RegExp ? expect.stringMatching(why) : why);
});

test('no recorded credential is ever sent, and a path is always one that a request line can hold', () => {
  const name = fc.constantFrom('DealerID', 'dealerid', 'APIKEY', 'ApiKey', 'Password', '%50assword', 'ItemNo', 'x');
  const pair = fc.tuple(name, fc.constantFrom('=', '=&', '', '=='), fc.constantFrom('s3cret', 's3+cret', '%733cret'));
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 6 }), fc.string({ unit: 'binary', maxLength: 5 }), (pairs, end) => {
      const written = pairs.map(([key, equals, value]) => `${key}${equals}${/item|x/i.test(key) ? 'v' : value}`);
      const sent = sentFor(`/getData.asmx/Get_Inventory?${written.join('&')}&${end.replaceAll(/[#?]/g, '')}`, {}, null);
      if (typeof sent === 'string') return;
      expect(sent.path).toMatch(/^[\x21-\x7E]+$/);
      const values = [...new URLSearchParams(sent.path.split('?')[1])];
      const secret = values.filter(([key]) => /^(?:dealerid|apikey|password)$/i.test(key));
      expect(secret.filter(([, value]) => /s3.?cret/.test(value))).toEqual([]);
    }),
  );
});

test('a request that names a secret which is no parameter is not sent, and no line that carries one', () => {
  expect(sentFor(`/getData.asmx/Get_Inventory?${query}&client_secret=Zebra`, {}, null)).toBe(
    'it names a secret that is no parameter',
  );
  const lines = { 'X-Trace': 'Bearer Zebra-two', DealerID: 'Zebra-four', 'X-Other': '1' };
  const sent = sentFor(`/getData.asmx/Get_Inventory?${query}`, lines, null);
  expect(typeof sent === 'string' ? sent : sent.headers).toEqual([['X-Other', '1']]);
});
