import fc, { type Arbitrary } from 'fast-check';
import { type CharacterPlace, characterIn, placesOf } from './blocks.ts';
import { OF_DIRECTION } from './read-texts.ts';

/** The letters and digits that no stack changes. */
const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const DIGITS = [...'0123456789'];

/** Pieces of text of one kind; `code` is permanent, findings are grouped by it. */
interface TextClass {
  readonly code: string;
  readonly label: string;
  readonly pieces: readonly string[];
  /** Those that only long texts have. */
  readonly further?: readonly string[];
  /** What else it draws from: characters of these kinds in each of Unicode's blocks. */
  readonly places?: readonly CharacterPlace[];
  /** It has escapes that can't be decoded: with others it would hide that they are decoded twice. */
  readonly alone?: true;
  /** It has characters without a width first and last too, where some readers take them off. */
  readonly ends?: true;
}

/** Characters without a width; a byte order mark is taken off the beginning most often. */
const BOM = '\uFEFF';
export const WITHOUT_WIDTH = [BOM, ...'\u00AD\u200B\u200C\u200D\u2060\u034F\uFE0F'];

/** The last character that UTF-16 writes in two bytes, and the last of Unicode. */
const [BMP, LAST] = [0xffff, 0x10ffff];

/** What stacks change, by how they fail; not what ASP.NET refuses (`<` before a letter, `&#`). */
export const textClasses: readonly TextClass[] = [
  {
    code: 'invisible',
    label: 'format characters and a control character',
    pieces: ['\u00AD', '\u0092'],
    further: [...'\u200C\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2060\u2063\u2066\u2067\u2068\u2069\u206F'],
    places: placesOf('F', 0, LAST),
    ends: true,
  },
  {
    code: 'markup',
    label: 'markup characters',
    pieces: ['&', '< ', '>', '"', "'", '&amp;', '&lt;', '&quot;', '&eth;', '&deg;', ']]>', ';'],
  },
  {
    code: 'escapes',
    label: 'escapes',
    pieces: ['%41', '%2541', '\\u0041', '\\n', '\\\\', '+', '==', '#'],
  },
  {
    code: 'expansions',
    alone: true,
    label: 'what shells, templates and databases act on',
    pieces: [
      ...['%u00F6', '%', '%%', '%s', '${x}', '$1', '$$', '{{x}}', '$(x)', '%PATH%', '{0}'],
      // Words and marks that filters of input and firewalls look for.
      ...["';--", " ' or 1=1 ", " ' UNION SELECT x FROM ", " '; DROP TABLE ", ' & exec xp_cmdshell '],
      '../../etc/passwd',
    ],
  },
  // Gateways write addresses anew: with https, or with a host of their own.
  { code: 'marks', label: 'punctuation', pieces: [...'!()*,.?@[]^_`{|}~', 'http://'] },
  {
    code: 'spaces',
    label: 'spaces',
    pieces: ['  ', ...' \t\n\u00A0\u1680\u2003\u2009\u200B\u200D\u2028\u2029\u202F\u205F\u3000\uFEFF'],
  },
  {
    code: 'words',
    label: 'words and numbers',
    pieces: [' null ', ' NaN ', ' true ', ' 007 ', ' 1e5 ', ' 0x1F ', ' 1,5 ', ' -0 '],
  },
  {
    code: 'folded',
    label: 'letters that are folded or normalised',
    pieces: ['İ', 'ı', 'ß', 'ẞ', 'Ǆ', 'e\u0301', 'か\u3099', '\u212B', '\u212A', '٣'],
    places: placesOf('ULDK', 0, LAST),
  },
  {
    code: 'non-ascii',
    label: 'non-ASCII characters',
    pieces: ['€', '™', '“', '–', '❤\uFE0F'],
    places: placesOf('P', 0, BMP),
  },
  { code: 'astral', label: 'astral characters', pieces: [], places: placesOf('P', BMP, LAST) },
];

/** A text of a class, or of the whole of a value. */
export interface ClassText extends Pick<TextClass, 'code' | 'label' | 'alone'> {
  readonly text: string;
}

const letter: Arbitrary<string> = fc.constantFrom(...LETTERS);
/** Draws the same as fc.string, in less than half the time. */
const characters = (unit: readonly string[], length: number): Arbitrary<string> =>
  fc.array(fc.constantFrom(...unit), { minLength: length, maxLength: length }).map((all) => all.join(''));

/** All pieces in any order, each between letters. */
function textOf(pieces: TextClass['pieces']): Arbitrary<string> {
  const { length } = pieces;
  const order = fc.shuffledSubarray([...pieces], { minLength: length, maxLength: length });
  return fc
    .tuple(order, fc.array(letter, { minLength: length + 1, maxLength: length + 1 }))
    .map(([parts, letters]) => letters.map((one, at) => `${one}${parts[at] ?? ''}`).join(''));
}

function drawn<T>(arbitrary: Arbitrary<T>, seed: number): T {
  const [value] = fc.sample(arbitrary, { seed, numRuns: 1 });
  if (value === undefined) throw new Error('nothing was drawn');
  return value;
}

/** So many characters of its places has a short text of a class, and each of the texts that have all. */
const [FEW, MANY] = [5, 70];

/** A character of each place, or of so many. */
function drawCharacters(places: readonly CharacterPlace[], most: number, seed: number): readonly string[] {
  const length = Math.min(most, places.length);
  const chosen = fc.shuffledSubarray([...places], { minLength: length, maxLength: length });
  const starts = fc.noBias(fc.array(fc.nat(), { minLength: length, maxLength: length }));
  const [taken, from] = drawn(fc.tuple(chosen, starts), seed);
  return taken.flatMap((place, at) => characterIn(place, from[at] ?? 0));
}

/** A text of a class, with what its ends have. */
function withEnds(text: string, ends: true | undefined, seed: number): string {
  return ends === true ? `${BOM}${text}${drawn(fc.constantFrom(...WITHOUT_WIDTH), seed)}` : text;
}

/** A short text of each class, which every binding of ASP.NET carries. */
export function drawClasses(seed: number): readonly ClassText[] {
  return textClasses.map(({ pieces, places = [], further: _, ends, ...about }) => {
    const all = [...pieces, ...drawCharacters(places, FEW, seed)].filter((piece) => piece.search(OF_DIRECTION) === -1);
    return { ...about, text: withEnds(drawn(textOf(all), seed), ends, seed) };
  });
}

/** Texts of each class which together have a character of every block of Unicode. */
export function drawBlocks(seed: number): readonly ClassText[] {
  return textClasses.flatMap(({ pieces, further = [], places = [], code, ends, ...about }) => {
    const all = [...pieces, ...further, ...drawCharacters(places, places.length, seed)];
    return Array.from({ length: Math.ceil(all.length / MANY) }, (_, at): ClassText => {
      const some = all.slice(at * MANY, (at + 1) * MANY);
      const text = withEnds(drawn(textOf(some), seed), ends, seed);
      return { ...about, code: at === 0 ? code : `${code}-${at + 1}`, text };
    });
  });
}

/** What a text with markup has of other classes: it stays short. */
const OTHERS = ['%41', '+', '=', '#', ' ', 'ß', 'é', '€'];

/** A short text with markup and characters of most classes. */
export function drawMixed(seed: number): string {
  const markup = textClasses.flatMap(({ code, pieces }) => (code === 'markup' ? pieces : []));
  const places = [placesOf('P', 0, BMP), placesOf('P', BMP, LAST)];
  const characters = places.flatMap((some) => drawCharacters(some, 1, seed));
  return drawn(textOf([...markup, ...OTHERS, ...characters]), seed);
}

/** A word that is in nobody's data. */
export function drawWord(seed: number): string {
  return drawn(characters(LETTERS, 10), seed);
}

/** A number that is in nobody's data. */
export function drawNumber(seed: number): string {
  return `7${drawn(characters(DIGITS, 8), seed)}`;
}

/** Letters and digits that a long text repeats: each drawn character takes time. */
const REPEATED = 250;

export function drawLong(seed: number, length: number): string {
  const piece = drawn(characters([...LETTERS, ...DIGITS], REPEATED), seed);
  return piece.repeat(Math.ceil(length / REPEATED)).slice(0, length);
}

/** Ideographs, of three bytes each, which stacks neither fold nor normalise: the first, and how many. */
const [IDEOGRAPH, IDEOGRAPHS] = [0x4e00, 20_000];

/** A long text in which each so many characters end with an ideograph: pieces of some KiB of its bytes cut one. */
export function drawLongWide(seed: number, length: number, each: number): string {
  const wide = String.fromCodePoint(IDEOGRAPH + ((seed >>> 0) % IDEOGRAPHS));
  return Array.from(drawLong(seed, length), (one, at) => (at % each === each - 1 ? wide : one)).join('');
}
