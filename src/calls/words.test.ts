import { expect, test } from 'vitest';
import { drawWord } from './texts.ts';
import { drawWords, WORD_PARTS } from './words.ts';

const seeds = Array.from({ length: 50 }, (_, seed) => seed);

test('nine parts have all words, each once, and every kind is spread over them', () => {
  for (const seed of seeds) {
    const parts = Array.from({ length: WORD_PARTS }, (_, at) => drawWords(seed, at));
    const texts = parts.flat().map(({ text }) => text);
    for (const text of ['null', '~', '0', 'true', 'yes', '12:30', '0x1F']) expect(texts).toContain(text);
    expect(new Set(texts).size).toBe(texts.length);
    for (const part of parts) {
      expect(part.filter(({ code }) => code.startsWith('numeral')).length).toBeLessThan(2);
      expect(part.filter(({ code }) => code.startsWith('nothing'))).not.toEqual([]);
    }
  }
});

test('there are numerals that are no integers as they stand, and words with what is taken off an end', () => {
  const kinds = [/^0\d{9}$/, /^\+\d{9}$/, /^\d{9}\.0$/, /^099\d{18}$/, /^"\w{6}"$/, /^\w{6}\\$/, /^=\w{6}$/];
  for (const seed of seeds) {
    const texts = Array.from({ length: WORD_PARTS }, (_, at) => drawWords(seed, at))
      .flat()
      .map(({ text }) => text);
    for (const kind of kinds) expect(texts.filter((text) => kind.test(text))).toHaveLength(1);
    expect(texts.filter((text) => /[#@]/.test(text))).toEqual([]);
  }
});

test('a cell has a code for each of its words, and seeds have others', () => {
  const codes = drawWords(1, 0).map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  expect(new Set(seeds.map((seed) => drawWords(seed, 0)[0]?.text)).size).toBeGreaterThan(10);
  expect(new Set(seeds.map(drawWord)).size).toBe(seeds.length);
});
