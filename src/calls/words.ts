import { AFFIRMATIVE, NAMES_OF_NOTHING } from './read-texts.ts';
import { type ClassText, drawNumber, drawWord } from './texts.ts';
import { derivedSeed, drawOrder } from './values.ts';

/** What stacks don't read as a text if it is the whole value, by how they read it. In them `#` is a number, `@` a word. */
const wholes = {
  /** '0' is empty to PHP, '~' to YAML. */
  nothing: [...NAMES_OF_NOTHING, '0', '[]', '{}', '~'],
  /** A stack that reads them as numbers writes them otherwise. The last is beyond 64 bits. */
  numeral: ['0#', '+#', '#.0', '099##'],
  /** Numbers of other notations, and what YAML and spreadsheets read as a boolean, a date or a time. */
  word: [
    ...['NaN', 'true', 'False', '1e5', '0x1F', '1,5', '-1', '1/2', 'Infinity', 'yes', 'NO', 'on'],
    ...['2015-01-02', '12:30'],
  ],
  /** What is taken off an end, or put before it, where a text is part of CSV, a spreadsheet, SQL, a path or a command. */
  framed: ['"@"', "'@'", "@''@", '=@', '-@', '@\\', '@.', '@;', '\u0301@'],
} as const;

type WholeKind = keyof typeof wholes;
/** The kinds of whole values. */
export const wholeKinds = Object.keys(wholes) as readonly WholeKind[];

/** Fewer than those after which a text counts as cut. */
const LETTERS = 6;

/** So many parts are they sent in: a cell has one of them for each parameter. */
export const WORD_PARTS = 9;

/** All of them in an order drawn at random, in which each kind is spread evenly. */
function spread(seed: number): readonly { readonly code: string; readonly pattern: string }[] {
  const placed = Object.entries(wholes).flatMap(([code, patterns]) =>
    drawOrder<string>(seed, patterns).map((pattern, at, { length }) => ({ code, pattern, place: (at + 0.5) / length })),
  );
  return placed.toSorted((one, other) => one.place - other.place);
}

/** Whole values that stacks read as nothing, as a number, or as another text. @param part - of nine */
export function drawWords(seed: number, part: number): readonly ClassText[] {
  const each = Math.ceil(Object.values(wholes).flat().length / WORD_PARTS);
  const chosen = spread(seed).slice(part * each, (part + 1) * each);
  return chosen.map(({ code, pattern }, index) => {
    const text = filled(pattern, derivedSeed(seed, pattern));
    return { code: `${code}-${index + 1}`, label: `the text '${text}'`, text };
  });
}

function filled(pattern: string, seed: number): string {
  return pattern.replaceAll('#', drawNumber(seed)).replaceAll('@', drawWord(seed).slice(0, LETTERS));
}

/** A whole value of a kind. @param shape - that of values that a field of any usual form takes */
export function drawWhole(seed: number, kind: WholeKind, shape = /^/): string {
  const texts = drawOrder<string>(seed, wholes[kind]).map((pattern) => filled(pattern, seed));
  return texts.find((text) => shape.test(text)) ?? '';
}

const LETTERS_ONLY = /^[a-z]{3,}$/i;
/** A word that programs read as nothing. */
export const drawNameOfNothing = (seed: number): string => drawWhole(seed, 'nothing', LETTERS_ONLY);

/** Another word that says yes; the same text if it says something else. */
export function otherYes(seed: number, text: string): string {
  return AFFIRMATIVE.includes(text) ? (drawOrder(seed, AFFIRMATIVE).find((one) => one !== text) ?? text) : text;
}

/** The address of a client in the newer version of IP, in one of the forms of RFC 4291, section 2.2. */
export function drawAddress(seed: number): string {
  const groups = Array.from({ length: 6 }, (_, at) => (derivedSeed(seed, `${at}`) & 0xffff).toString(16));
  const [first, second] = groups;
  const last = `${derivedSeed(seed, 'last') & 0xff}`;
  const forms = [`2001:db8:${groups.join(':')}`, `2001:db8::${first}:${second}`, `::ffff:192.0.2.${last}`];
  return drawOrder(seed, forms)[0] ?? '';
}
