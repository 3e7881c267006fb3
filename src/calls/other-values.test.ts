import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalValue, isOfType } from '../wire/soap/canonical-value.ts';
import { otherArbitraries, otherEdges } from './other-values.ts';

const types = Object.keys(otherEdges) as (keyof typeof otherEdges)[];

test.each(types)('every edge of %s is a value of it, and a random one is', (type) => {
  expect(otherEdges[type].filter((value) => !isOfType(value, type))).toEqual([]);
  const drawn = fc.sample(otherArbitraries[type], { seed: 5, numRuns: 300 });
  expect(drawn.filter((value) => !isOfType(value, type))).toEqual([]);
  expect(new Set(drawn.map((value) => canonicalValue(value, type))).size).toBeGreaterThan(20);
});

test('integers are tried at both ends of their width', () => {
  expect(otherEdges.byte).toEqual(expect.arrayContaining(['-128', '127']));
  expect(otherEdges.unsignedLong).toEqual(expect.arrayContaining(['0', '18446744073709551615']));
  expect(otherEdges.positiveInteger).not.toContain('0');
});
