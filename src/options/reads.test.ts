import { expect, test } from 'vitest';
import { firstReads } from './reads.ts';

test('of many operations as many are named as fit into a sentence, and it is said how many there are', () => {
  expect(firstReads(['Find', 'List'])).toBe('Find, List');
  const many = Array.from({ length: 400 }, (_, at) => `Find_of_place_${at}`);
  expect(firstReads(many)).toMatch(/^Find_of_place_0, .*, Find_of_place_55 and 344 more of 400 operations$/);
  expect(firstReads(['x'.repeat(3_000), 'y'])).toMatch(/^x{3000} and 1 more of 2 operations$/);
});
