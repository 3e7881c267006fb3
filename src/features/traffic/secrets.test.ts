import { expect, test } from 'vitest';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import { patience } from '../../patience.fixture.ts';
import { secretName } from '../../results/har/secret-names.ts';
import type { HttpRequest } from '../../wire/http/exchange.ts';
import { createTrafficLog } from './log.ts';
import { exchangeOf } from './traffic.fixture.ts';

const contract = loadContract(defaultNamespace());
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

test('parameters and fields that are secret are those of people, visits and credentials, however they are spelled', () => {
  const parameters = contract.operations.flatMap((operation) => operation.parameters.map(({ name }) => name));
  const fields = [...contract.records.values()].flatMap((record) => record.fields.map(({ name }) => name));
  const secret = [...new Set([...parameters, ...fields])].filter((name) => secretName(name) !== null);
  const all = [
    'APIKEY',
    'CK_SessionID',
    'Client_IP',
    'ContactInfo',
    'DealerID',
    'Password',
    'SessionID',
    'Session_var',
  ];
  expect(secret.toSorted()).toEqual(all);
  const misspelled = ['dealerid', 'Dealer_Id', 'DealrID', 'passwd', 'api_key', 'ClientIP', 'session', 'Contact_Info'];
  expect(misspelled.filter((name) => secretName(name) === null)).toEqual([]);
});

const SECRET = 'Zebra+17&<x>';
const query = encodeURIComponent(SECRET);
const xml = 'Zebra+17&amp;&lt;x>';
const path = '/getData.asmx/McatCodes';
const cases: Readonly<Record<string, Partial<HttpRequest> & { readonly path?: string; readonly answer?: string }>> = {
  'a query': { path: `${path}?DealerID=${query}` },
  'a misspelled parameter': { path: `${path}?dealer_id=${query}` },
  'an escaped name': { path: `${path}?Dealer%49D=${query}` },
  'a form': { method: 'POST', body: encode(`Password=${query}&DealerID=D`) },
  'an envelope': { method: 'POST', body: encode(`<E><m:Password xmlns:m="urn:x">${xml}</m:Password></E>`) },
  CDATA: { method: 'POST', body: encode(`<E><Password><![CDATA[${SECRET}]]></Password></E>`) },
  'what is not XML': { method: 'POST', body: encode(`<E><Password a="1">${xml}`) },
  'an attribute': { method: 'POST', body: encode(`<E Password="${xml}"/>`) },
  JSON: { method: 'POST', body: encode(JSON.stringify({ Password: SECRET })) },
  'a multipart form': {
    method: 'POST',
    body: encode(`--b\r\nContent-Disposition: form-data; name="Password"\r\n\r\n${SECRET}\r\n--b--`),
  },
  'UTF-16': { method: 'POST', body: Buffer.from(`\uFEFF<E><Password>${xml}</Password></E>`, 'utf16le') },
  'a header': { headers: [['Authorization', `Bearer ${SECRET}`]] },
  'a header of its name': { headers: [['X-Dealer-Id', SECRET]] },
  'a header of another name': { headers: [['User-Agent', `shop Password=${query}`]] },
  'an address in a header': { headers: [['SOAPAction', `"http://h/${path}?Password=${query}"`]] },
  'a path of ASP.NET without cookies': { path: `/(S(${query}))${path}` },
  'an abbreviated name': { path: `${path}?pwd=${query}` },
  'elements inside': {
    method: 'POST',
    body: encode(`<ContactInfo><Name>Jo</Name><m:Mail>${xml}</m:Mail></ContactInfo>`),
  },
  'a map of PHP': {
    method: 'POST',
    body: encode(`<i><key xsi:type="xsd:string">DealerID</key><value xsi:type="xsd:string">${xml}</value></i>`),
  },
  'a pair of attributes': { method: 'POST', body: encode(`<param name="Password" value="${xml}"/>`) },
  'an element of a name': { method: 'POST', body: encode(`<param name="Password">${xml}</param>`) },
  'an envelope in a form': { method: 'POST', body: encode(`xml=${encodeURIComponent(`<Password>${xml}</Password>`)}`) },
  'an envelope in a text': {
    method: 'POST',
    body: encode(`<q>&lt;Password&gt;${SECRET.slice(0, 8)}&lt;/Password&gt;</q>`),
  },
  'the answer': { answer: `<Cart><SessionID>${xml}</SessionID></Cart>` },
};

test.each(Object.entries(cases))(
  '%s gives nothing secret away, neither where it is nor where it is echoed',
  (_, one) => {
    const log = createTrafficLog({ contract, origin: () => 'http://127.0.0.1:8080' });
    const echo = one.answer ?? `<r>${xml}</r>`;
    const { id } = log.add(exchangeOf(one.path ?? path, { ...one, answer: echo }));
    const told = JSON.stringify([log.entries(), log.details(id), log.summary()]);
    expect(told).not.toMatch(/Zebra/);
    expect(told).toMatch(/<r|<Cart/);
  },
);

test('the name of a client has none of its secrets', () => {
  const log = createTrafficLog({ contract, origin: () => 'http://127.0.0.1:8080' });
  log.add(exchangeOf(`${path}?DealerID=D-7781X`, { client: 'shop of D-7781X (127.0.0.1)' }));
  expect(JSON.stringify([log.entries(), log.summary()])).not.toContain('D-7781X');
});

test.each(['<Password><![CDATA[', 'Password=abcdefg&', '<Password><!--'])(
  'a megabyte of %s is given up in a second, and not shown',
  (part) => {
    const log = createTrafficLog({ contract, origin: () => 'http://127.0.0.1:8080' });
    const body = encode(part.repeat(Math.floor(1_000_000 / part.length)));
    const started = performance.now();
    const { id } = log.add(exchangeOf(path, { method: 'POST', body }));
    expect(performance.now() - started).toBeLessThan(patience(3000));
    expect(JSON.stringify(log.details(id)).includes('holds too much that is secret')).toBe(true);
  },
);

test('what holds too many secrets is not shown at all', () => {
  const many = [...Array(100).keys()].map((n) => `SessionID=secret-${n}`).join('&');
  const log = createTrafficLog({ contract, origin: () => 'http://127.0.0.1:8080' });
  const { id } = log.add(exchangeOf(`${path}?${many}`));
  expect(JSON.stringify(log.details(id))).not.toContain('secret-');
});
