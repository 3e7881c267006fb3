import { inOtherCase } from './read-texts.ts';
import { drawWord, WITHOUT_WIDTH } from './texts.ts';
import { drawOrder } from './values.ts';

export const withoutAccents = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC');

/** Marks that letters of most Latin alphabets bear, and the zeros of digits that Unicode has beside ASCII's. */
const ACCENTS = ['\u0301', '\u0300', '\u0302', '\u0308', '\u0303', '\u0327', '\u030C', '\u0307', '\u0323'];
const ZEROS = [0xff10, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50];

/** A text with a letter that collations take for one of its own, or in digits of another script; or itself. */
function withAccent(text: string, seed: number): string {
  const digits = drawOrder(seed, ZEROS)[0] ?? 0;
  if (/^\d+$/.test(text)) return text.replaceAll(/\d/g, (digit) => String.fromCodePoint(digits + Number(digit)));
  const places = drawOrder(
    seed,
    [...text].map((_, at) => at),
  );
  const accented = places.flatMap((place) =>
    drawOrder(seed, ACCENTS).flatMap((accent) => {
      const letters = [...text].map((letter, at) => (at === place ? `${letter}${accent}`.normalize('NFC') : letter));
      return letters[place]?.length === 1 ? [letters.join('')] : [];
    }),
  );
  return accented[0] ?? text;
}

/**
 * Texts that a server takes for a known one if it looks it up by a collation, trimmed, by its beginning, as one of a
 * list, as a number, or as a year of two digits. @param next - another known one
 */
export function nearTexts(text: string, seed: number, next = drawWord(seed)): readonly string[] {
  const near = [
    inOtherCase(text),
    withAccent(text, seed),
    ...drawOrder(seed, [`${text} `, ` ${text}`]).slice(0, 1),
    [...text].slice(0, -1).join('').trim(),
    `${text},${next}`,
    text.replace(/^\d\d(\d\d)$/, '$1'),
    ...twinTexts(text),
  ];
  return [...new Set(near)].filter((one) => one !== text);
}

const inFullWidth = (text: string): string =>
  text.replaceAll(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));

/**
 * Texts that a server takes for a known one if it ends it early, leaves characters out or decodes it twice; of `looked`
 * one for each way to look it up: by patterns of SQL, in any width, without what has no width, in a rarer way.
 */
export function rarelyNear(text: string, seed: number) {
  const word = drawWord(seed).slice(0, 3);
  const [quote = ''] = drawOrder(seed, ['"', "'"]);
  const letters = [...text];
  const at = Math.ceil(letters.length / 2);
  const around = (mark: string, from = at): string => [...letters.slice(0, at), mark, ...letters.slice(from)].join('');
  const read = [
    ...[' ', '&', quote].map((mark) => `${text}${mark}${word}`),
    ...['>', '\\'].map((mark) => around(mark)),
    // Read to there, or without it, it is the known one.
    `${text}🚀`,
    `${text}%`,
    text.replace(/[A-Za-z0-9]/, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`),
  ];
  const [ignored = ''] = drawOrder(seed, WITHOUT_WIDTH);
  const looked = [
    [around('_', at + 1), around('%', letters.length)],
    letters.map((_, place) => letters.map((one, here) => (here === place ? inFullWidth(one) : one)).join('')),
    [`${ignored}${text}`, `${text}${ignored}`],
    [
      ...[around('*', letters.length), around('?', at + 1), around('.', at + 1), `${word},${text}`],
      ...[letters.slice(1).join('').trim(), text.replaceAll(/[^\p{L}\p{N}]/gu, ''), withFolded(text, seed)],
    ],
  ];
  const others = (near: readonly string[]): readonly string[] => [...new Set(near)].filter((one) => one !== text);
  return { read: others(read), looked: looked.map((some) => drawOrder(seed, others(some)).slice(0, 1)) };
}

/** Letters that become others in another case. */
const FOLDED = [...'ßſıﬁﬂﬆ'];

/** A text with one of these in place of what it becomes; itself if it has nothing of the kind. */
function withFolded(text: string, seed: number): string {
  const lower = text.toLowerCase();
  const twins = drawOrder(seed, FOLDED).flatMap((one) => {
    const folded = one.toUpperCase().toLowerCase();
    const at = lower.indexOf(folded);
    return at < 0 ? [] : [`${text.slice(0, at)}${one}${text.slice(at + folded.length)}`];
  });
  return twins[0] ?? text;
}

/** Two letters that collations take for one. */
const LIGATURES: Readonly<Record<string, string>> = { ss: 'ß', SS: 'ẞ', ae: 'æ', AE: 'Æ', oe: 'œ', OE: 'Œ' };

/** A text with one letter in place of two that collations take for it; itself if it has no such two. */
export function withLigature(text: string): string {
  return text.replace(/ss|ae|oe/i, (two) => LIGATURES[two] ?? two);
}

/** What only a text of such characters has: a space, an ampersand, a letter with a twin or an accent, digits alone. */
export function twinTexts(text: string): readonly string[] {
  const twins = [
    text.replaceAll(' ', '+'),
    text.replaceAll(' ', '  '),
    text.replaceAll('&', '&amp;'),
    text.replaceAll('K', '\u212A').replaceAll('Å', '\u212B'),
    text.normalize('NFD'),
    withoutAccents(text),
    text.replace(/^\d+$/, '0$&'),
  ];
  return [...new Set(twins)].filter((one) => one !== text);
}

/** The kinds of characters of which a known text is sent in all bindings, as some misreadings show only there. */
const MARKS = [/ /, /[KÅ]/, /[^\0-\x7f]/, /&/, /[^\p{L}\p{N}\s&]/u, /^\d+$/];

/** The fewest items that have the marks which a text lacks, earlier ones first. */
export function marksBeside<T>(text: string, items: readonly T[], textOf: (item: T) => string): readonly T[] {
  const missing = MARKS.filter((mark) => !mark.test(text));
  const marksOf = (own: string): readonly RegExp[] => missing.filter((mark) => mark.test(own));
  const fullest = items
    .map((item) => ({ item, marks: marksOf(textOf(item)) }))
    .toSorted((one, other) => other.marks.length - one.marks.length);
  return [...new Set(missing.flatMap((mark) => fullest.find(({ marks }) => marks.includes(mark))?.item ?? []))];
}
