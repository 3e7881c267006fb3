import { expect, test } from 'vitest';
import { lexicalFault } from './walk.ts';

test.each([
  ['int', '12'],
  ['int', ' +012\r\n'],
  ['int', '-2147483648'],
  ['long', '9223372036854775807'],
  ['boolean', ' 1\t'],
  ['string', 'anything'],
] as const)("an %s may be written '%s'", (type, text) => {
  expect(lexicalFault(text, type)).toBeNull();
});

test.each([
  ['int', '2147483648'],
  ['int', ''],
  ['int', '1.0'],
  ['int', '\u00a012'],
  ['long', '9223372036854775808'],
  ['long', '9'.repeat(1_000_000)],
  ['boolean', 'True'],
] as const)('an %s may not be written so (%#)', (type, text) => {
  expect(lexicalFault(text, type)).toMatch(/^an? (int|long|boolean): /);
});

test('a target can not keep the judge busy with white space inside a number', () => {
  expect(lexicalFault(`1${' '.repeat(2_000_000)}x`, 'int')).not.toBeNull();
});
