import { expect, test } from 'vitest';
import { defaultNamespace, loadContract } from '../contract/load.ts';
import type { HttpRequest } from '../exchange/exchange.ts';
import { createTrafficLog } from './log.ts';
import { secretName } from './secrets.ts';
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
  'what is no XML': { method: 'POST', body: encode(`<E><Password a="1">${xml}`) },
  'an attribute': { method: 'POST', body: encode(`<E Password="${xml}"/>`) },
  JSON: { method: 'POST', body: encode(JSON.stringify({ Password: SECRET })) },
  'a multipart form': {
    method: 'POST',
    body: encode(`--b\r\nContent-Disposition: form-data; name="Password"\r\n\r\n${SECRET}\r\n--b--`),
  },
  'UTF-16': { method: 'POST', body: Buffer.from(`\uFEFF<E><Password>${xml}</Password></E>`, 'utf16le') },
  'a header': { headers: [['Authorization', `Bearer ${SECRET}`]] },
  'the answer': { answer: `<Cart><SessionID>${xml}</SessionID></Cart>` },
};

test.each(Object.entries(cases))(
  '%s gives nothing secret away, neither where it stands nor where it is echoed',
  (_, one) => {
    const log = createTrafficLog({ contract, origin: () => 'http://127.0.0.1:8080' });
    const echo = one.answer ?? `<r>${xml}</r>`;
    const { id } = log.add(exchangeOf(one.path ?? path, { ...one, answer: echo }));
    const told = JSON.stringify([log.entries(), log.details(id), log.summary()]);
    expect(told).not.toMatch(/Zebra/);
    expect(told).toMatch(/<r|<Cart/);
  },
);

test('what holds too many secrets is not shown at all', () => {
  const many = [...Array(100).keys()].map((n) => `SessionID=secret-${n}`).join('&');
  const log = createTrafficLog({ contract, origin: () => 'http://127.0.0.1:8080' });
  const { id } = log.add(exchangeOf(`${path}?${many}`));
  expect(JSON.stringify(log.details(id))).not.toContain('secret-');
});
