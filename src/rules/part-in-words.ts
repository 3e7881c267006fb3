import { type Decoded, isRecord } from '../wire/soap/records.ts';
import { excerpt } from './answer/inspect/element.ts';
import type { Facts } from './judgement.ts';

/** Fields of a record that are shown, and characters of each. */
const SHOWN = 3;
const LONG = 80;

/** The first texts of a record, each with its field; an item that is a text has the field ''. */
export function firstTexts(part: Decoded): readonly (readonly [field: string, text: string])[] {
  const texts = Object.entries(isRecord(part) ? part : { '': part }).flatMap(([field, text]) =>
    typeof text === 'string' && text !== '' ? [[field, text] as const] : [],
  );
  return texts.slice(0, SHOWN);
}

/** A record or item in words: `Mcat '210', Description 'Seat covers'`, its first texts. */
export function partInWords(part: Decoded): string {
  return firstTexts(part)
    .map(([name, text]) => `${name} '${excerpt(text, LONG)}'`.trim())
    .join(', ');
}

/** The facts of a record or item that should not be there. */
export function factsOfSurplus(part: Decoded): Facts {
  return { wanted: [], found: firstTexts(part).map(([, text]) => text) };
}
