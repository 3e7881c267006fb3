import { expect, test } from 'vitest';
import { operationNamed } from '../contract/operations.ts';
import { contract } from '../engine/observe/observe.fixture.ts';
import { readExchange } from '../judge/read.ts';
import type { Exchange, Header } from '../wire/http/exchange.ts';
import { fingerprintOf, headersPrint } from './fingerprint.ts';

const cell = { operation: operationNamed(contract, 'Get_Video_Links'), binding: 'http-get' } as const;
const XML: readonly Header[] = [['Content-Type', 'text/xml; charset=utf-8']];

const printOf = (exchange: Exchange) => fingerprintOf(readExchange(exchange, cell));

function answer(body: string, headers: readonly Header[] = XML, status = 200): Exchange {
  const bytes = new TextEncoder().encode(body);
  const response = { status, reason: 'OK', version: '1.1', headers, body: bytes, complete: true, surplus: 0 };
  const request = { method: 'GET', path: '/', headers: [], body: null };
  return { request, outcome: { kind: 'response', response }, durationMs: 1 };
}

function videos(...items: readonly string[]): Exchange {
  return answer(`<ArrayOfVideo xmlns="${contract.namespace}">${items.join('')}</ArrayOfVideo>`);
}

const video = (title: string) => `<Video><Title>${title}</Title><Make>Honda</Make></Video>`;

test('how many records there are, what they hold and in which order their fields come do not change a fingerprint', () => {
  const one = printOf(videos(video('A')));
  expect(printOf(videos(video('B'), video('C')))).toEqual(one);
  expect(printOf(videos('<Video><Make>Ford</Make><Title/></Video>'))).toEqual(one);
  expect(one).toMatchObject({
    status: 200,
    mediaType: 'text/xml',
    charset: 'utf-8',
    root: 'ArrayOfVideo',
    data: 'some',
  });
});

test('another field, another namespace, another level or no record changes it', () => {
  const { shape } = printOf(videos(video('A')));
  const shapes = [
    videos('<Video><Title>A</Title><Model>Civic</Model></Video>'),
    videos(`<Video xmlns="urn:other"><Title>A</Title><Make>Honda</Make></Video>`),
    videos(`<Videos>${video('A')}</Videos>`),
    videos(),
  ].map((exchange) => printOf(exchange).shape);
  expect(new Set([shape, ...shapes]).size).toBe(5);
});

test.each([
  ['a plain-text error', answer('No dealer 4711 at 10:32', [['Content-Type', 'text/plain']], 500), 'text/plain error'],
  ['an HTML page that is XML', answer('<html><body>10:32</body></html>', [['Content-Type', 'text/html']], 404), 'page'],
  ['an HTML page that is not XML', answer('<html><br>10:32', [['Content-Type', 'text/html']], 404), 'page'],
  ['JSON', answer('{"d": 4711}', [['Content-Type', 'application/json']]), 'other'],
])('%s counts by its kind, never by its text', (_what, exchange, body) => {
  const print = printOf(exchange);
  expect(print.body).toBe(body);
  expect(JSON.stringify(print)).not.toMatch(/4711|10:32/);
});

test('the code of a fault is its local part, in either version, and its text is left out', () => {
  const soap11 = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring>at 10:32</faultstring></s:Fault></s:Body></s:Envelope>`;
  const soap12 = `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code></s:Fault></s:Body></s:Envelope>`;
  expect(printOf(answer(soap11, XML, 500))).toMatchObject({ envelope: 'soap11', fault: 'Client' });
  expect(printOf(answer(soap12, XML, 500))).toMatchObject({ envelope: 'soap12', fault: 'Sender' });
});

test('a code that would escape from a report or bloat it is made harmless', () => {
  const code = `s:\n[31m|${'x'.repeat(1_000)}`;
  const text = `<s:Envelope xmlns:s="urn:x"><s:Body><s:Fault><faultcode>${code}</faultcode></s:Fault></s:Body></s:Envelope>`;
  expect(printOf(answer(text))).toMatchObject({
    envelope: 'unknown',
    fault: expect.stringMatching(/^[?\w]{80}$/),
  });
});

test('a network error counts by its kind', () => {
  const request = { method: 'GET', path: '/', headers: [], body: null };
  const outcome = { kind: 'trouble', trouble: { kind: 'closed', message: 'at port 4711' } } as const;
  expect(printOf({ request, outcome, durationMs: 1 })).toEqual({ status: null, trouble: 'closed' });
});

test('of header lines, a version number, an age or a cookie leaves no trace, that they are there does', () => {
  const headers = (server: string, age: string, cookie: string) =>
    headersPrint(
      answer('', [
        ['Server', server],
        ['Cache-Control', `Private,  max-age=${age}`],
        ['Set-Cookie', cookie],
      ]),
    );
  expect(headers('a/1', '60', 'x=1')).toEqual(headers('a/2', '59', 'x=2'));
  expect(headers('a/1', '60', 'x=1')).toMatchObject({
    server: true,
    setCookie: true,
    cacheControl: 'max-age=n, private',
  });
  expect(headers('a/1', '0', 'x=1').cacheControl).toBe('max-age=0, private');
  expect(headersPrint(answer('', []))).toMatchObject({ server: false, setCookie: false, cacheControl: null });
});
