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

test('the kind that this suite recorded counts, an unknown one does not', () => {
  expect(harTrouble('x', 'timeout').kind).toBe('timeout');
  expect(harTrouble('x', 'bored').kind).toBe('aborted');
});
