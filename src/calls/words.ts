import { AFFIRMATIVE, NAMES_OF_NOTHING } from './read-texts.ts';
import { type ClassText, drawNumber, drawWord } from './texts.ts';
import { derivedSeed, drawnNames, drawOrder } from './values.ts';

/**
 * What stacks don't read as a text if it is the whole value, by how they read it. In them `#` is a number, `$` a short
 * one, `^` a digit, `@` a word; `<date>`, `<time>`, `<clock>` and `<guid>` are what they say.
 */
const wholes = {
  nothing: [...NAMES_OF_NOTHING, 'NA', 'n/a', '[]', '{}', '~'],
  /** Empty to PHP. */
  zero: ['0'],
  /** A stack that reads these as numbers writes them otherwise. The last is beyond 64 bits. */
  numeral: ['0#', '+#', '099##'],
  decimal: ['#.0', '$.50', '$.10'],
  power: ['^e^', '^E^', '^e+^'],
  hex: ['0x^^^F', '0xa^^^', '0X^^b^'],
  /** Other notations of numbers, and of versions. */
  notation: ['^,^', '-^', '-0', '^/^', '.^', 'NaN', 'Infinity', '^.^.^'],
  /** Types that readers know by their form, and write in one of their own. To YAML, hours are a number. */
  typed: ['<date>T<time>Z', '<date>T<time>', '<date> <time>', '<date>', '<time>', '<clock>', '<guid>', '{<guid>}'],
  /** What YAML reads as a boolean. */
  word: ['False', 'TRUE', 'true', 'yes', 'NO', 'on', 'off'],
  /** What is taken off an end, or put before it, where a text is in CSV, a spreadsheet, SQL, a path or a command. */
  framed: ['"@"', "'@'", "@''@", '=@', '-@', '@\\', '@.', '@;', '\u0301@'],
  /** Names that each object has, where values are looked up in one: of JavaScript, then of other languages. */
  key: ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'],
  member: ['__class__', '__init__', 'class', 'send', 'getClass', 'GetHashCode', 'GLOBALS', '__construct'],
} as const;

type WholeKind = keyof typeof wholes;
/** The kinds of whole values. */
export const wholeKinds = Object.keys(wholes) as readonly WholeKind[];
/** Those of which a cell has more than one if there is room: their values fail each in its own way. */
const FURTHER: readonly WholeKind[] = ['framed', 'notation', 'framed', 'nothing', 'notation', 'framed'];

/** Fewer than those after which a text counts as cut. */
const LETTERS = 6;
/** Those of a short number. */
const DIGITS = 3;

/**
 * Whole values that stacks read as nothing, as a number, or as another text, for each of so many parameters. Together
 * they have all kinds but keys, which all bindings get.
 */
export function dealWords(seed: number, parameters: number): readonly (readonly ClassText[])[] {
  const all = wholeKinds.filter((kind) => kind !== 'key');
  const each = Math.ceil(all.length / parameters);
  const kinds = [...drawOrder(seed, all), ...FURTHER];
  return Array.from({ length: parameters }, (_, place) =>
    Array.from({ length: each }, (__, at): ClassText => {
      const turn = at * parameters + place;
      const kind = kinds[turn % kinds.length] ?? 'word';
      const patterns = drawOrder<string>(derivedSeed(seed, kind), wholes[kind]);
      const text = filled(patterns[turn % patterns.length] ?? '', derivedSeed(seed, `${turn}`));
      return { code: `${kind}-${at + 1}`, label: `the text '${text}'`, text };
    }),
  );
}

function filled(pattern: string, seed: number): string {
  const [number, word] = [drawNumber(seed), drawWord(seed)];
  const [date = '', time = ''] = new Date((seed >>> 0) * 1000).toISOString().split(/[TZ.]/);
  const hex = drawnNames(seed).hex('guid').toUpperCase();
  const guid = [8, 12, 16, 20, 32].map((end, at, ends) => hex.slice(ends[at - 1] ?? 0, end)).join('-');
  return pattern
    .replaceAll('^', (_, at: number) => `${1 + (Number(number[at + 1]) % 9)}`)
    .replace('<date>', date)
    .replace('<time>', time)
    .replace('<clock>', time.slice(0, 5))
    .replace('<guid>', guid)
    .replaceAll('#', number)
    .replaceAll('$', number.slice(0, DIGITS))
    .replaceAll('@', word.slice(0, LETTERS));
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
