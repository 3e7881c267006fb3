import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { acceptedCodings, decodedOutcome } from './content-coding.ts';
import type { ExchangeOutcome, Header } from './exchange.ts';

const text = Buffer.from('<a>Söhne</a>');

function answered(coding: string, body: Uint8Array): ExchangeOutcome {
  const response = { status: 200, reason: 'OK', version: '1.1', complete: true, surplus: 0 };
  return { kind: 'response', response: { ...response, headers: [['Content-Encoding', coding]], body } };
}

test.each([
  ['gzip', gzipSync(text), 'br, gzip'],
  ['GZIP', gzipSync(text), '*'],
  ['x-gzip', gzipSync(text), 'gzip, deflate'],
  ['gzip', gzipSync(text), 'x-gzip'],
  ['deflate', deflateSync(text), 'deflate;q=0.5'],
  ['br', brotliCompressSync(text), 'br'],
  ['gzip, br', brotliCompressSync(gzipSync(text)), 'gzip, br'],
])('an invited %s is decoded, and its bytes are counted', (coding, body, accepted) => {
  expect(decodedOutcome(answered(coding, body), accepted, 1000)).toMatchObject({
    kind: 'response',
    response: { body: new Uint8Array(text), codedBytes: body.byteLength },
  });
});

test.each([
  ['gzip', gzipSync(text), 'identity'],
  ['gzip', gzipSync(text), undefined],
  ['gzip', gzipSync(text), 'gzip;q=0, *'],
  ['gzip', text, 'gzip'],
  ['compress', text, 'gzip'],
  ['gzip, gzip, gzip, gzip, gzip', [1, 2, 3, 4, 5].reduce((body) => gzipSync(body), text), 'gzip'],
])('%s stays as it came where it was not invited or is not one', (coding, body, accepted) => {
  const outcome = answered(coding, body);
  expect(decodedOutcome(outcome, accepted, 1000)).toBe(outcome);
});

test('a body that decodes to more than the limit is too large', () => {
  const bomb = answered('gzip', gzipSync(Buffer.alloc(50 * 1024 * 1024)));
  expect(decodedOutcome(bomb, 'gzip', 1024 * 1024)).toMatchObject({ kind: 'trouble', trouble: { kind: 'too-large' } });
});

test('an accepted coding that is not known here stays, and says so', () => {
  for (const [coding, accepted] of [
    ['compress', '*'],
    ['gzip, dcb', 'gzip, dcb'],
  ] as const)
    expect(decodedOutcome(answered(coding, text), accepted, 1000)).toMatchObject({
      response: { body: text, unknownCoding: true },
    });
});

test.each<[readonly Header[], string | undefined]>([
  [[], undefined],
  [[['Accept-Encoding', '']], '*'],
  [[['accept-encoding', 'br']], 'br'],
])('a request with %j accepts %j: any coding if it says that it has no such field', (headers, accepted) => {
  expect(acceptedCodings({ headers })).toBe(accepted);
});
