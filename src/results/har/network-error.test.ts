import { expect, test } from 'vitest';
import { harTrouble } from './exchange.ts';

test.each([
  ['net::ERR_CONNECTION_REFUSED', 'refused'],
  ['net::ERR_NAME_NOT_RESOLVED', 'unresolved'],
  ['net::ERR_CERT_DATE_INVALID', 'tls'],
  ['net::ERR_CONNECTION_TIMED_OUT', 'timeout'],
  ['net::ERR_CONTENT_LENGTH_MISMATCH', 'framing'],
  ['net::ERR_EMPTY_RESPONSE', 'closed'],
  ['Server disconnected', 'closed'],
  ['net::ERR_INTERNET_DISCONNECTED', 'aborted'],
  ['net::ERR_BLOCKED_BY_CLIENT', 'aborted'],
  ['NS_BINDING_ABORTED', 'aborted'],
  ['', 'aborted'],
])('%s is %s', (error, kind) => {
  expect(harTrouble(error, null).kind).toBe(kind);
});

test('a recorder that names chunks tells which part of the message is wrong', () => {
  const chunks = { kind: 'framing', part: 'chunks' };
  expect(harTrouble('net::ERR_INCOMPLETE_CHUNKED_ENCODING', null)).toMatchObject(chunks);
  expect(harTrouble('x', { trouble: 'framing', part: 'chunks' })).toMatchObject(chunks);
});

test('the kind that this suite recorded counts, an unknown one does not', () => {
  expect(harTrouble('x', { trouble: 'timeout', part: null }).kind).toBe('timeout');
  expect(harTrouble('x', { trouble: 'unavailable', part: null }).kind).toBe('unavailable');
  expect(harTrouble('x', { trouble: 'bored', part: null }).kind).toBe('aborted');
});
