import { expect, test } from 'vitest';
import { drawWord } from './texts.ts';
import { drawWords } from './words.ts';

const seeds = Array.from({ length: 50 }, (_, seed) => seed);

test('four in a row share out words of each kind: all numerals, and all but one of the others with a frame', () => {
  const numerals = [/^0\d{9}$/, /^\+\d{9}$/, /^\d{9}\.0$/, /^99\d{18}$/];
  const framed = [
    ...[/^"\w{6}"$/, /^'\w{6}'$/, /^\w{6}''\w{6}$/, /^=\w{6}$/, /^-\w{6}$/],
    ...[/^\w{6}\\$/, /^\w{6}\.$/, /^\w{6};$/, /^\u0301\w{6}$/],
  ];
  for (const seed of seeds) {
    const texts = [0, 1, 2, 3].flatMap((at) => drawWords(seed, at)).map(({ text }) => text);
    expect(texts).toHaveLength(20);
    expect(texts.filter((text) => /[#@]/.test(text))).toEqual([]);
    const found = (some: readonly RegExp[]) => some.filter((one) => texts.some((text) => one.test(text))).length;
    expect([found(numerals), found(framed)]).toEqual([4, 8]);
    expect(texts.some((text) => /^(?:null|undefined|nil|none|0|\[\]|\{\}|~)$/i.test(text))).toBe(true);
  }
});

test('operations have other words', () => {
  const texts = new Set(seeds.flatMap((seed) => drawWords(seed)).map(({ text }) => text));
  for (const text of ['null', '~', '0', 'true', 'yes', '12:30', '0x1F']) expect(texts).toContain(text);
});

test('a cell has a code for each of its words, and seeds have others', () => {
  const codes = drawWords(1).map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  expect(new Set(seeds.map((seed) => drawWords(seed)[0]?.text)).size).toBe(9);
  expect(new Set(seeds.map(drawWord)).size).toBe(seeds.length);
});
