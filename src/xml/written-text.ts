import { predefined } from './references.ts';

/** A character of a text, as it is written: itself, a reference, a line end, or in a CDATA section. */
export interface WrittenCharacter {
  readonly character: string;
  readonly raw: string;
  readonly cdata: boolean;
}

const CHARACTER = /<!\[CDATA\[|\]\]>|&(#x[0-9a-fA-F]+|#\d+|\w+);|\r\n?|[\s\S]/uy;

const MEANT_OTHERWISE = /&(#x[0-9a-fA-F]+|#\d+|\w+);|\r\n?|[\t\n]/g;

/** What a well-formed text says. @param inAttribute - white space counts as spaces there (XML 1.0, section 3.3.3) */
export function meantBy(raw: string, inAttribute: boolean): string {
  if (!(inAttribute ? /[&\t\r\n]/ : /[&\r<]/).test(raw)) return raw;
  if (raw.includes('<')) return [...writtenCharacters(raw, inAttribute)].map(({ character }) => character).join('');
  return raw.replaceAll(MEANT_OTHERWISE, (written, reference?: string) =>
    reference === undefined ? meantAlone(written, inAttribute) : referenced(reference),
  );
}

/** The characters of a well-formed text, each as it is written. */
export function* writtenCharacters(raw: string, inAttribute: boolean): Generator<WrittenCharacter> {
  const pattern = new RegExp(CHARACTER);
  let cdata = false;
  for (let found = pattern.exec(raw); found !== null; found = pattern.exec(raw)) {
    const [written, reference] = found;
    const isMark = written === '<![CDATA[' || (cdata && written === ']]>');
    if (isMark) cdata = !cdata;
    else if (reference === undefined) yield { character: meantAlone(written, inAttribute), raw: written, cdata };
    else if (!cdata) yield { character: referenced(reference), raw: written, cdata };
    else {
      pattern.lastIndex = found.index + 1;
      yield { character: '&', raw: '&', cdata };
    }
  }
}

function meantAlone(written: string, inAttribute: boolean): string {
  if (inAttribute && /^[ \t\r\n]+$/.test(written)) return ' ';
  return written.startsWith('\r') ? '\n' : written;
}

function referenced(reference: string): string {
  if (!reference.startsWith('#')) return predefined[reference] ?? reference;
  const isHex = reference.startsWith('#x');
  return String.fromCodePoint(isHex ? Number.parseInt(reference.slice(2), 16) : Number(reference.slice(1)));
}
