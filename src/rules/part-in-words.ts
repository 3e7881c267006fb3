import { type Decoded, isRecord } from '../wire/soap/records.ts';
import { excerpt } from './answer/inspect/element.ts';

/** Fields of a record that are shown, and characters of each. */
const SHOWN = 3;
const LONG = 80;

/** A record or item in words: `Mcat '210', Description 'Seat covers'`, its first texts. */
export function partInWords(part: Decoded): string {
  const texts = Object.entries(isRecord(part) ? part : { '': part }).filter(
    ([, text]) => typeof text === 'string' && text !== '',
  );
  return texts
    .slice(0, SHOWN)
    .map(([name, text]) => `${name} '${excerpt(`${text}`, LONG)}'`.trim())
    .join(', ');
}
