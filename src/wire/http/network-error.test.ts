import { expect, test } from 'vitest';
import { isNotOfTarget, networkErrorOf } from './network-error.ts';

const coded = (code: string): Error => Object.assign(new Error(`connect ${code} 127.0.0.1:80`), { code });

test.each([
  ['this machine has no files left', coded('EMFILE'), true],
  ['this machine has no memory left', coded('ENOBUFS'), true],
  [
    'WebAssembly, of which the parser is made, gets no memory',
    new RangeError('WebAssembly.Instance(): Out of memory'),
    true,
  ],
  ['the target closes', coded('ECONNRESET'), false],
  ['the target names WebAssembly', new Error('Invalid header: WebAssembly.Instance()'), false],
])('%s: not of the target?', (_why, error, expected) => {
  expect(isNotOfTarget(error)).toBe(expected);
});

const parserError = (message: string): Error => Object.assign(new Error(message), { name: 'HTTPParserError' });

test.each([
  [parserError('Response does not match the HTTP/1.1 protocol (Invalid character in chunk size)'), 'chunks'],
  [parserError("Response does not match the HTTP/1.1 protocol (Content-Length can't be present)"), 'lengths'],
  [parserError('Response does not match the HTTP/1.1 protocol (Expected HTTP/)'), undefined],
  [coded('UND_ERR_HEADERS_OVERFLOW'), 'head'],
])('the part of the message that an error is about: %s', (error, part) => {
  expect(networkErrorOf(error).part).toBe(part);
});
