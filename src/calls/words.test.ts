import { expect, test } from 'vitest';
import { bindingNames } from '../contract/operations.ts';
import { drawWord } from './texts.ts';
import { drawWords } from './words.ts';

const seeds = Array.from({ length: 50 }, (_, seed) => seed);

test('the four bindings share out the words of a parameter, and each has a numeral', () => {
  for (const seed of seeds) {
    const parts = bindingNames.map((_, at) => drawWords(seed, at));
    const texts = parts.flat().map(({ text }) => text);
    for (const text of ['null', '~', '0', 'true', 'yes', '12:30', '0x1F']) expect(texts).toContain(text);
    expect(new Set(texts).size).toBe(texts.length);
    for (const part of parts) expect(part.filter(({ code }) => code.startsWith('numeral'))).toHaveLength(1);
  }
});

test('there are numerals that are no integers as they stand, and words with what is taken off an end', () => {
  const kinds = [/^0\d{9}$/, /^\+\d{9}$/, /^\d{9}\.0$/, /^099\d{18}$/, /^"\w{6}"$/, /^\w{6}\\$/, /^=\w{6}$/];
  for (const seed of seeds) {
    const texts = [0, 1, 2, 3].flatMap((at) => drawWords(seed, at)).map(({ text }) => text);
    for (const kind of kinds) expect(texts.filter((text) => kind.test(text))).toHaveLength(1);
    expect(texts.filter((text) => /[#@]/.test(text))).toEqual([]);
  }
});

test('a cell has a code for each of its words, and seeds have others', () => {
  const codes = drawWords(1).map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  expect(new Set(seeds.map((seed) => drawWords(seed)[0]?.text)).size).toBeGreaterThan(10);
  expect(new Set(seeds.map(drawWord)).size).toBe(seeds.length);
});
