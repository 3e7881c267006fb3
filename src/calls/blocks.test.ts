import { expect, test } from 'vitest';
import { characterIn, placesOf } from './blocks.ts';

test('every block has characters of its kinds, wherever the search starts', () => {
  const places = placesOf('PULDKF', 0, 0x10ffff);
  const found = places.map((place) => [0, 17, 2 ** 31 - 1].flatMap((start) => characterIn(place, start)));
  // Node.js 20.19 knows Unicode 15, and has none of the blocks after it.
  expect(found.filter((some) => some.length === 3).length).toBeGreaterThan(0.95 * places.length);
  expect(found.map((some) => some.length).filter((count) => ![0, 3].includes(count))).toEqual([]);
  const all = new Set(found.flat());
  for (const range of [/[À-ÿ]/, /[Ѐ-ӿ]/, /[가-힣]/, /[一-鿿]/, /[\u{1F600}-\u{1F64F}]/u, /[\uE000-\uF8FF]/])
    expect([...all].some((one) => range.test(one))).toBe(true);
});

test('a kind has only characters that change as it says', () => {
  const of = (kind: string): readonly string[] =>
    placesOf(kind, 0, 0x10ffff).flatMap((place) => [1, 40, 333].flatMap((start) => characterIn(place, start)));
  expect(of('P').filter((one) => one.toLowerCase().toUpperCase().normalize('NFKD') !== one)).toEqual([]);
  expect(of('U').filter((one) => one.toLowerCase() === one)).toEqual([]);
  expect(of('L').filter((one) => one.toUpperCase() === one)).toEqual([]);
  expect(of('D').filter((one) => one.normalize('NFD') === one)).toEqual([]);
  expect(of('K').filter((one) => one.normalize('NFKC') === one)).toEqual([]);
});
