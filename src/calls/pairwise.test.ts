import { expect, test } from 'vitest';
import { pairwise } from './pairwise.ts';

const choices = { A: ['1', '2', '3'], B: ['x', 'y', 'z'], C: ['p', 'q'], D: ['k', 'l', 'm'] };

test('every pair of choices of two names is in some row', () => {
  const rows = pairwise(choices);
  const entries = Object.entries(choices);
  for (const [a, xs] of entries) {
    for (const [b, ys] of entries.filter(([name]) => name > a)) {
      for (const x of xs)
        for (const y of ys)
          expect(
            rows.some((row) => row[a] === x && row[b] === y),
            `${a}=${x} ${b}=${y}`,
          ).toBe(true);
    }
  }
});

test('it needs far fewer rows than all combinations', () => {
  expect(pairwise(choices).length).toBeLessThan(16);
});

test('one name alone has no pairs', () => {
  expect(pairwise({ A: ['1', '2'] })).toEqual([]);
});
