import { expect, test } from 'vitest';
import { remembering } from './remembering.ts';

test('the result for a text is computed once, with what else came first', () => {
  const asked: string[] = [];
  const known = remembering((text, more: string) => {
    asked.push(`${text} ${more}`);
    return [text, more];
  });
  const first = known('a', 'x');
  expect(known('a', 'x')).toBe(first);
  expect(known('b', 'y')).toEqual(['b', 'y']);
  expect(asked).toEqual(['a x', 'b y']);
});

test('what is remembered is bounded: in number, in characters, and for one text', () => {
  const asked: string[] = [];
  const known = remembering((text) => asked.push(text));
  const again = (texts: readonly string[]): number => {
    for (const text of texts) known(text);
    asked.length = 0;
    for (const text of texts) known(text);
    return asked.length;
  };
  const texts = (count: number, length: number) => Array.from({ length: count }, (_, n) => `${n}`.padEnd(length));
  expect(again(texts(1000, 4))).toBe(0);
  expect(again(texts(1001, 4))).toBeGreaterThan(0);
  expect(again(texts(4, 33 * 1024))).toBe(4);
  expect(again(texts(15, 32 * 1024))).toBe(0);
  expect(again(texts(17, 32 * 1024))).toBeGreaterThan(0);
});
