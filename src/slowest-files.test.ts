import { expect, test } from 'vitest';
import { slowest } from './slowest-files.fixture.ts';

test('the ten slowest files are listed, longest first', () => {
  const files = Array.from({ length: 12 }, (_, n) => ({ file: `${n}.test.ts`, seconds: (n * 5) % 12 }));
  const [head, ...lines] = slowest(files).trim().split('\n');
  expect(head).toBe('Slowest test files:');
  expect(lines.map((line) => line.trim())).toEqual(
    [7, 2, 9, 4, 11, 6, 1, 8, 3, 10].map((n, place) => `${11 - place}.0 s  ${n}.test.ts`),
  );
});

test('a single file is not listed', () => {
  expect(slowest([{ file: 'a.test.ts', seconds: 1 }])).toBe('');
});
