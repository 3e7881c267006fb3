import { expect, test } from 'vitest';
import { drawWord } from './texts.ts';
import { dealWords, drawWhole, wholeKinds } from './words.ts';

const seeds = Array.from({ length: 50 }, (_, seed) => seed);
const kindsIn = (texts: ReturnType<typeof dealWords>): ReadonlySet<string> =>
  new Set(texts.flat().map(({ code }) => code.replace(/-\d+$/, '')));

test.each([1, 2, 3, 4])('%s parameters of a cell together get whole values of all kinds but keys', (parameters) => {
  for (const seed of seeds) {
    const dealt = dealWords(seed, parameters);
    expect(dealt).toHaveLength(parameters);
    expect(kindsIn(dealt)).toEqual(new Set(wholeKinds.filter((kind) => kind !== 'key')));
    for (const texts of dealt) expect(new Set(texts.map(({ code }) => code)).size).toBe(texts.length);
    const all = dealt.flat().map(({ text }) => text);
    expect(all).toContain('0');
    expect(all.filter((text) => /[#@$]/.test(text))).toEqual([]);
  }
});

test('there are numerals that are no integers as they stand, words with what is taken off an end, times and GUIDs', () => {
  const all = seeds.flatMap((seed) => dealWords(seed, 4).flatMap((texts) => texts.map(({ text }) => text)));
  const kinds = [
    /^0\d{9}$/,
    /^\+\d{9}$/,
    /^\d{9}\.0$/,
    /^\d{3}\.50$/,
    /^099\d{18}$/,
    /^"\w{6}"$/,
    /^\w{6}\\$/,
    /^=\w{6}$/,
    /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\dZ?$/,
    /^\{?[\dA-F]{8}(-[\dA-F]{4}){3}-[\dA-F]{12}\}?$/,
  ];
  for (const kind of kinds) expect(all.filter((text) => kind.test(text)).length).toBeGreaterThan(5);
});

test('seeds draw other texts, and a key of objects in JavaScript', () => {
  expect(new Set(seeds.map((seed) => dealWords(seed, 1)[0]?.[0]?.text)).size).toBeGreaterThan(10);
  for (const seed of seeds) expect(drawWhole(seed, 'key') in {}).toBe(true);
  expect(new Set(seeds.map(drawWord)).size).toBe(seeds.length);
});
