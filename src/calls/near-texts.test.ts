import { expect, test } from 'vitest';
import { nearTexts, rarelyNear, withLigature, withoutAccents } from './near-texts.ts';

const seeds = Array.from({ length: 50 }, (_, seed) => seed);

const digits = (text: string): string =>
  text.normalize('NFKC').replaceAll(/[\u0660-\u0669]/g, (one) => `${one.charCodeAt(0) - 0x660}`);

test.each<readonly [how: string, known: string, read: (text: string) => string]>([
  ['in any case', 'Land Rover', (text) => text.replace(/^land rover$/i, 'Land Rover')],
  ['without accents', 'Land Rover', withoutAccents],
  ['without accents', 'F-150', withoutAccents],
  ['without accents', 'Citroën', (text) => (withoutAccents(text) === 'Citroen' ? 'Citroën' : text)],
  ['trimmed', 'Ford', (text) => text.trim()],
  ['as a beginning', 'Ford', (text) => ('Ford'.startsWith(text) ? 'Ford' : text)],
  ['by its beginning', 'Ford', (text) => (text.startsWith('Ford') ? 'Ford' : text)],
  ['as the first of several', 'Ford', (text) => text.replace(/,.*/, '')],
  ['as a number', '2015', (text) => (/^\d+$/.test(text) ? `${Number(text)}` : text)],
  ['as a year of two digits', '2015', (text) => (/^\d\d$/.test(text) ? `20${text}` : text)],
  ['with plus as space', 'Land Rover', (text) => text.replaceAll('+', ' ')],
  ['with spaces folded', 'Land Rover', (text) => text.replaceAll(/\s+/g, ' ')],
  ['decoded from XML twice', 'Town & Country', (text) => text.replaceAll('&amp;', '&')],
  ['normalised', 'KIA', (text) => text.normalize('NFC')],
])('each seed draws a text that is taken for a known one if it is read %s: %s', (_how, known, read) => {
  for (const seed of seeds) {
    expect(nearTexts(known, seed)).not.toContain(known);
    expect(nearTexts(known, seed).map(read)).toContain(known);
  }
});

test('digits alone are also sent in those of another script', () => {
  const all = seeds.flatMap((seed) => nearTexts('2015', seed));
  expect(all.map(digits).filter((text) => text === '2015').length).toBeGreaterThan(5);
});

const matches = (pattern: string): string => (new RegExp(`^${pattern}$`).test('Land Rover') ? 'Land Rover' : pattern);

test.each<readonly [how: string, read: (text: string) => string]>([
  ['up to an ampersand', (text) => text.replace(/&.*/, '')],
  ['up to a quote', (text) => text.replace(/["'].*/, '')],
  ['without markup', (text) => text.replaceAll(/[<>&"']/g, '')],
  ['without percent signs', (text) => text.replaceAll('%', '')],
  ['without backslashes', (text) => text.replaceAll('\\', '')],
  ['without astral characters', (text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '')],
  ['decoded twice', (text) => (text.includes('%4') ? decodeURIComponent(text) : text)],
])('a rare spelling is taken for a known text if it is read %s', (_how, read) => {
  for (const seed of seeds) {
    const texts = rarelyNear('Land Rover', seed).read;
    expect(texts).not.toContain('Land Rover');
    expect(texts.map(read)).toContain('Land Rover');
  }
});

test.each<readonly [how: string, read: (text: string) => string]>([
  ['by a pattern of SQL', (text) => matches(text.replaceAll('%', '.*').replaceAll('_', '.'))],
  ['in any width', (text) => text.normalize('NFKC')],
  ['without what has no width', (text) => text.replaceAll(/\p{Cf}|\p{Mn}/gu, '')],
])('each seed draws a spelling that is taken for a known text if it is looked up %s', (_how, read) => {
  for (const seed of seeds) expect(rarelyNear('Land Rover', seed).looked.flat().map(read)).toContain('Land Rover');
});

test.each<readonly [how: string, read: (text: string) => string]>([
  ['by its letters and digits', (text) => (text.replaceAll(/\W/g, '') === 'LandRover' ? 'Land Rover' : text)],
  ['by its end', (text) => ('Land Rover'.endsWith(text) ? 'Land Rover' : text)],
  ['as the last of several', (text) => text.replace(/.*,/, '')],
  ['by a pattern of a shell', (text) => matches(text.replaceAll('*', '.*').replaceAll('?', '.'))],
  ['by a regular expression', (text) => (/[*?]/.test(text) ? text : matches(text))],
])('some seeds draw one that is taken for a known text if it is looked up %s', (_how, read) => {
  const texts = seeds.flatMap((seed) => rarelyNear('Land Rover', seed).looked.flat());
  expect(texts).not.toContain('Land Rover');
  expect(texts.map(read).filter((text) => text === 'Land Rover').length).toBeGreaterThan(2);
});

test('two letters that collations take for one become that one', () => {
  expect(['Nissan', 'MAESTRO', 'Ford'].map(withLigature)).toEqual(['Nißan', 'MÆSTRO', 'Ford']);
});
