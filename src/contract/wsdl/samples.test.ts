import { expect, test } from 'vitest';
import { samplesOf } from './samples.ts';

test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
  ['string', { length: '3' }, ['A1b']],
  ['string', { minLength: '1', maxLength: '5' }, ['A1', 'A', 'A1b2A']],
  ['string', { minLength: '2000' }, []],
  ['int', { minInclusive: '5', maxInclusive: '9' }, ['5', '9', '6', '8']],
  ['int', { minExclusive: '0', maxExclusive: '3' }, ['1', '2']],
  ['unsignedByte', { maxInclusive: '2' }, ['1', '0', '2']],
  ['decimal', { totalDigits: '4', fractionDigits: '1' }, ['1', '0', '-1', '1.5', '9999', '999.9']],
  ['positiveInteger', { totalDigits: '2' }, ['1', '99']],
  ['date', { minInclusive: '2024-01-01' }, ['2024-01-01']],
  ['base64Binary', { length: '3' }, ['BwcH']],
  ['hexBinary', { maxLength: '1' }, ['0A', '']],
  ['language', {}, ['en', 'de-DE']],
  ['string', { pattern: 'ab?', maxLength: '1' }, ['a']],
  ['int', { pattern: '[1-3]', maxInclusive: '2' }, ['1', '2']],
  ['string', { pattern: '\\i\\c*' }, []],
  ['ENTITY', {}, []],
])('values of %s within %j are %j', (name, facets, values) => {
  const made = samplesOf(
    name,
    Object.entries(facets).map(([facet, value]) => ({ name: facet, values: [value] })),
  );
  expect([...made].toSorted()).toEqual([...values].toSorted());
});

const patterned = (pattern: string) => [{ name: 'pattern', values: [pattern] }];

test('a pattern that takes long to match, and one of many repetitions, has values soon', () => {
  const start = performance.now();
  expect(samplesOf('string', patterned('(a+)+b')).length).toBeGreaterThan(0);
  for (const value of samplesOf('string', patterned('((a{1,100000}){1,100000}){1,100000}')))
    expect(value.length).toBeLessThan(100_000);
  expect(performance.now() - start).toBeLessThan(2_000);
});
