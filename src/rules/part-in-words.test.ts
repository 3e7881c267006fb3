import { expect, test } from 'vitest';
import { partInWords } from './part-in-words.ts';

test.each([
  [
    { Mcat: '210', Empty: '', List: ['a'], Description: 'Seat covers\n & more', Prod: 'A', Active: 'true' },
    "Mcat '210', Description 'Seat covers & more', Prod 'A'",
  ],
  ['Corolla II', "'Corolla II'"],
  [{ Link: 'x'.repeat(100) }, `Link '${'x'.repeat(77)}...'`],
])('a record is shown by its first texts, an item as it is', (part, words) => {
  expect(partInWords(part)).toBe(words);
});
