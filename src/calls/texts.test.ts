import { expect, test } from 'vitest';
import { placesOf } from './blocks.ts';
import { isPlainText } from './read-texts.ts';
import { drawBlocks, drawClasses, textClasses } from './texts.ts';

const seeds = Array.from({ length: 50 }, (_, seed) => seed);

/** The punctuation of ASCII. */
const MARKS = Array.from({ length: 94 }, (_, at) => String.fromCharCode(at + 33)).filter((one) =>
  /[^A-Za-z0-9]/.test(one),
);

test('a seed draws one text of each class, which ASP.NET carries and a query holds', () => {
  for (const seed of seeds) {
    const texts = drawClasses(seed);
    expect(texts.map(({ code }) => code)).toEqual(textClasses.map(({ code }) => code));
    const all = texts.map(({ text }) => text).join('');
    // Control characters are sent only here: other calls leave them out.
    expect(all.replaceAll(/^\uFEFF|[\t\n\u0092]/g, '')).toSatisfy(isPlainText);
    expect(encodeURIComponent(all).length).toBeLessThan(1500);
    for (const { pieces } of textClasses) for (const piece of pieces) expect(all).toContain(piece);
    expect(MARKS.filter((mark) => !all.includes(mark))).toEqual([]);
  }
  expect(drawClasses(1)).toEqual(drawClasses(1));
  expect(drawClasses(1)).not.toEqual(drawClasses(2));
});

test('a seed draws a character of every kind of every block, in texts that a query holds', () => {
  const places = placesOf('PULDKF', 0, 0x10ffff);
  for (const seed of [1, 2]) {
    const texts = drawBlocks(seed);
    expect(new Set(texts.map(({ code }) => code)).size).toBe(texts.length);
    for (const { text } of texts) expect(encodeURIComponent(text).length).toBeLessThan(1000);
    const all = [...texts.map(({ text }) => text).join('')].map((one) => one.codePointAt(0) ?? 0);
    const without = places.filter(({ first, size }) => !all.some((code) => code >= first && code < first + size));
    expect(without.length).toBeLessThan(0.05 * places.length);
  }
  expect(drawBlocks(1)).toEqual(drawBlocks(1));
  const [one, other] = [1, 2].map((seed) => new Set(drawBlocks(seed).flatMap(({ text }) => [...text])));
  expect([...(one ?? [])].filter((character) => other?.has(character)).length).toBeLessThan(0.6 * (one?.size ?? 0));
});

test('texts that ASP.NET refuses or changes are not plain', () => {
  for (const text of ['a<b', 'a＜b', 'a&#b', 'a\u200Eb', 'a\u202Eb', ' a', 'a\rb'])
    expect(text).not.toSatisfy(isPlainText);
  for (const text of ['a < b', 'a＜ b', 'a&b', 'a\u2066b', 'a\u00A0b']) expect(text).toSatisfy(isPlainText);
});
