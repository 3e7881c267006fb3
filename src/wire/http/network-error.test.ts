import { expect, test } from 'vitest';
import { isNotOfTarget } from './network-error.ts';

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
