import { type DrawnText, drawNumber, drawWord } from './texts.ts';
import { derivedSeed, drawOrder } from './values.ts';

interface Kind {
  /** So many are sent for a parameter in each cell. */
  readonly each: number;
  /** In them `#` is a number, `@` a word. */
  readonly texts: readonly string[];
}

/** What stacks don't read as a text if it is the whole value, by how they read it. */
const kinds: Readonly<Record<string, Kind>> = {
  /** '0' is empty to PHP, '~' to YAML. */
  nothing: { each: 1, texts: ['null', 'NULL', 'undefined', 'nil', 'None', '0', '[]', '{}', '~'] },
  /** A stack that reads them as numbers writes them otherwise. The last is beyond 64 bits. */
  numeral: { each: 1, texts: ['0#', '+#', '#.0', '99##'] },
  /** Numbers of other notations, and what YAML and spreadsheets read as a boolean, a date or a time. */
  word: {
    each: 1,
    texts: [
      ...['NaN', 'true', 'False', '1e5', '0x1F', '1,5', '-1', '1/2', 'Infinity', 'yes', 'NO', 'on'],
      ...['2015-01-02', '12:30'],
    ],
  },
  /** What is taken off an end, or put before it, where a text is part of CSV, a spreadsheet, SQL, a path or a command. */
  framed: { each: 2, texts: ['"@"', "'@'", "@''@", '=@', '-@', '@\\', '@.', '@;', '\u0301@'] },
};

/** Fewer than those after which a text counts as cut. */
const LETTERS = 6;

/**
 * Whole values that stacks read as nothing, as a number, or as another text.
 * @param at - each has some of its own; four in a row have all numerals and nearly all framed ones
 */
export function drawWords(seed: number, at = 0): readonly DrawnText[] {
  return Object.entries(kinds).flatMap(([kind, { each, texts }]) => {
    const order = drawOrder(seed, texts);
    return Array.from({ length: each }, (_, index) => {
      const place = at * each + index;
      const own = derivedSeed(seed, `${kind}/${place}`);
      const word = drawWord(own).slice(0, LETTERS);
      const text = (order[place % texts.length] ?? '').replaceAll('#', drawNumber(own)).replaceAll('@', word);
      return { code: `${kind}-${index + 1}`, label: `the text '${text}'`, text };
    });
  });
}
