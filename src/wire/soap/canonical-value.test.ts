import { expect, test } from 'vitest';
import { canonicalValue, isOfType } from './canonical-value.ts';

test.each([
  ['12', '12'],
  [' +12\n', '12'],
  ['007', '7'],
  ['-0', '0'],
  ['-042', '-42'],
  ['9223372036854775807', '9223372036854775807'],
  [`-${'0'.repeat(101)}7`, '-7'],
])('the number %j is %s', (text, canonical) => {
  expect(canonicalValue(text, 'long')).toBe(canonical);
});

test.each([
  ['1', 'true'],
  [' true\t', 'true'],
  ['0', 'false'],
  ['false', 'false'],
])('the boolean %j is %s', (text, canonical) => {
  expect(canonicalValue(text, 'boolean')).toBe(canonical);
});

test('a string keeps its white space, zeros and sign', () => {
  expect([' +07 ', '1'].map((text) => canonicalValue(text, 'string'))).toEqual([' +07 ', '1']);
});

test('what is not a value of the type stays as it is', () => {
  const texts = ['', ' ', '12.0', '1,000', '0x1', '\u00a012', `${'1'.repeat(101)}`];
  expect(texts.map((text) => canonicalValue(text, 'int'))).toEqual(texts);
  expect(['TRUE', ' yes', '2'].map((text) => canonicalValue(text, 'boolean'))).toEqual(['TRUE', ' yes', '2']);
});

test.each([
  ['int', [' +12 ', '007', '-2147483648', `${'0'.repeat(101)}7`], ['', '2147483648', '1.0', '- 1', '9'.repeat(101)]],
  ['long', ['9223372036854775807', '-9223372036854775808'], ['9223372036854775808', '-9223372036854775809', '1e3']],
  ['boolean', ['true', ' 0 '], ['True', '2', '']],
  ['string', ['', ' x '], []],
] as const)('the range of %s', (type, values, others) => {
  expect(values.filter((text) => !isOfType(text, type))).toEqual([]);
  expect(others.filter((text) => isOfType(text, type))).toEqual([]);
});
