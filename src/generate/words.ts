import { type DrawnText, drawNumber } from './texts.ts';
import { derivedSeed, drawOrder } from './values.ts';

/** What stacks don't read as a text if it is the whole value; '0' is empty to PHP. */
const nothings = ['null', 'NULL', 'undefined', 'nil', 'None', '0', '[]', '{}'];
/** Numbers of other notations, and what YAML and spreadsheets read as a boolean, a date or a time. */
const otherWords = [
  'NaN',
  'true',
  'False',
  '1e5',
  '0x1F',
  '1,5',
  '-1',
  '1/2',
  'Infinity',
  'yes',
  'NO',
  'on',
  '2015-01-02',
  '12:30',
];

/** Numerals that a stack which reads them as numbers writes otherwise; `#` is a number. The last is beyond 64 bits. */
const numerals = ['0#', '+#', '#.0', '99##'];

/**
 * Whole values that stacks read as nothing, as a number or as another word.
 * @param at - each has words of its own; four in a row have all kinds of numerals
 */
export function drawWords(seed: number, at = 0): readonly DrawnText[] {
  const inTurn = (items: readonly string[]): string => drawOrder(seed, items)[at % items.length] ?? '';
  const nothing = inTurn(nothings);
  const other = inTurn(otherWords);
  const number = inTurn(numerals).replaceAll('#', drawNumber(derivedSeed(seed, `${at}`)));
  return [
    { code: 'nothing', label: `the text '${nothing}'`, text: nothing },
    { code: 'numeral', label: `the text '${number}'`, text: number },
    { code: 'word', label: `the text '${other}'`, text: other },
  ];
}
