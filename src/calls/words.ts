import { bindingNames } from '../contract/operations.ts';
import { type ClassText, drawNumber, drawWord } from './texts.ts';
import { derivedSeed, drawOrder } from './values.ts';

/** What stacks don't read as a text if it is the whole value, by how they read it. In them `#` is a number, `@` a word. */
const wholes = {
  /** '0' is empty to PHP, '~' to YAML. */
  nothing: ['null', 'NULL', 'undefined', 'nil', 'None', '0', '[]', '{}', '~'],
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

/** Fewer than those after which a text counts as cut. */
const LETTERS = 6;

/** So many are sent for a parameter in each cell: the bindings together send all. */
const EACH = Math.ceil(Object.values(wholes).flat().length / bindingNames.length);

/** All of them in an order drawn at random, in which each kind is spread evenly. */
function spread(seed: number): readonly { readonly code: string; readonly pattern: string }[] {
  const placed = Object.entries(wholes).flatMap(([code, patterns]) =>
    drawOrder<string>(seed, patterns).map((pattern, at, { length }) => ({ code, pattern, place: (at + 0.5) / length })),
  );
  return placed.toSorted((one, other) => one.place - other.place);
}

/** Whole values that stacks read as nothing, as a number, or as another text. @param part - of four; the fifth is the first */
export function drawWords(seed: number, part = 0): readonly ClassText[] {
  const first = (part % bindingNames.length) * EACH;
  return spread(seed)
    .slice(first, first + EACH)
    .map(({ code, pattern }, index) => {
      const own = derivedSeed(seed, pattern);
      const text = pattern.replaceAll('#', drawNumber(own)).replaceAll('@', drawWord(own).slice(0, LETTERS));
      return { code: `${code}-${index + 1}`, label: `the text '${text}'`, text };
    });
}
