import { expect, test } from 'vitest';
import { drawNumber, drawWord } from './texts.ts';
import { drawWords } from './words.ts';

const seeds = Array.from({ length: 50 }, (_, seed) => seed);

test('a seed draws words that are read as nothing or as a number, and others that nobody has', () => {
  for (const seed of seeds) {
    const [nothing, numeral] = drawWords(seed).map(({ text }) => text);
    expect(nothing).toMatch(/^(null|undefined|nil|none|0|\[\]|\{\})$/i);
    expect(`${Number(numeral)}`).not.toBe(numeral);
  }
  const shared = Array.from({ length: 14 }, (_, at) => drawWords(1, at).map(({ text }) => text));
  expect([0, 1, 2].map((kind) => new Set(shared.map((words) => words[kind])).size)).toEqual([8, 14, 14]);
  expect(new Set(seeds.map(drawWord)).size).toBe(seeds.length);
  expect(new Set(seeds.map(drawNumber)).size).toBe(seeds.length);
});

test('four in a row have all kinds of numerals: zeros or a sign before, a fraction, more than 64 bits', () => {
  for (const seed of seeds) {
    const numerals = [0, 1, 2, 3].map((at) => drawWords(seed, at)[1]?.text ?? '');
    for (const kind of [/^0\d{9}$/, /^\+\d{9}$/, /^\d{9}\.0$/, /^99\d{18}$/])
      expect(numerals.filter((numeral) => kind.test(numeral))).toHaveLength(1);
  }
});
