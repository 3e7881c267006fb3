import { expect, test } from 'vitest';
import { httpResponse } from './given.ts';

const body = new Uint8Array([1]);

test.each<readonly [string, unknown]>([
  ['Headers', new Headers({ 'Content-Type': 'text/xml', 'Content-Length': '1' })],
  [
    'a Map',
    new Map<string, unknown>([
      ['content-type', ' text/xml'],
      ['content-length', 1],
    ]),
  ],
  [
    'pairs',
    [
      ['content-type', 'text/xml'],
      ['content-length', ['1']],
    ],
  ],
  ['an object', { 'content-type': 'text/xml', 'content-length': 1, etag: undefined }],
])('headers may be %s', (_form, headers) => {
  const given = JSON.parse('{}');
  const { headers: lines } = httpResponse(Object.assign(given, { status: 200, headers, body }));
  expect(new Map(lines)).toEqual(
    new Map([
      ['content-type', 'text/xml'],
      ['content-length', '1'],
    ]),
  );
});

test.each<readonly [string, object]>([
  ['the response has no headers; expected fetch’s', { headers: undefined }],
  ['the response has no headers; expected fetch’s', { headers: null }],
  ['header ‘Content-Type’ is not text', { headers: { 'Content-Type': null } }],
  ['header ‘Content-Type’ is not text', { headers: [['Content-Type', undefined]] }],
  ['headers are a flat list', { headers: ['Content-Type', 'text/xml'] }],
  ['status is not an integer', { status: '200' }],
  ['status is not an integer', { status: undefined }],
  ['body is not a Uint8Array', { body: '<a/>' }],
])('what is not a response is a mistake: %s', (sentence, change) => {
  const given = Object.assign(JSON.parse('{}'), { status: 200, headers: {}, body }, change);
  expect(() => httpResponse(given)).toThrow(TypeError);
  expect(() => httpResponse(given)).toThrow(sentence.replaceAll(/[‘’]/g, "'"));
});
