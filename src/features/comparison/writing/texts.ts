import { meantBy, type WrittenCharacter, writtenCharacters } from '../../../xml/written-text.ts';
import type { WrittenDifferences } from './found.ts';

/** Where a text is, and what is known of both answers. */
interface ComparedText {
  readonly location: string;
  readonly inAttribute: boolean;
  /** What differs in its meaning is not said by another kind. */
  readonly sameData: boolean;
  /** The name with its namespace that a text is in A or B, where it is a qualified one that is bound. */
  readonly qualified: (side: 'a' | 'b', text: string) => string | null;
}

/** Finds how two texts are written differently: references, CDATA, line ends; or that they say another thing. */
export function diffTexts(a: string, b: string, place: ComparedText, found: WrittenDifferences): void {
  const { location, inAttribute, sameData, qualified } = place;
  if (a === b) return;
  const [mine, its] = [meantBy(a, inAttribute), meantBy(b, inAttribute)];
  const name = qualified('a', mine);
  if (mine === its) diffCharacters(a, b, place, found);
  else if (name !== null && name === qualified('b', its))
    found.add({ subject: 'prefixes', a: prefixText(mine), b: prefixText(its), location });
  else if (sameData)
    found.add({ subject: 'other texts', change: 'another text of equal data', a: mine, b: its, location });
}

function prefixText(name: string): string {
  return prefixInWords(name.slice(0, Math.max(0, name.indexOf(':'))));
}

export function prefixInWords(prefix: string): string {
  return prefix === '' ? 'no prefix' : `${prefix}:`;
}

function diffCharacters(
  a: string,
  b: string,
  { location, inAttribute }: ComparedText,
  found: WrittenDifferences,
): void {
  const its = writtenCharacters(b, inAttribute);
  let isNamed = false;
  for (const mine of writtenCharacters(a, inAttribute)) {
    const { value: other } = its.next();
    if (other === undefined) break;
    if (mine.cdata === other.cdata && mine.raw === other.raw) continue;
    isNamed = true;
    if (mine.cdata !== other.cdata) {
      const inWords = ({ cdata }: WrittenCharacter): string => (cdata ? 'CDATA sections' : 'texts with references');
      found.add({ subject: 'CDATA sections', a: inWords(mine), b: inWords(other), location });
    } else if (isLineEnd(mine) && isLineEnd(other)) {
      found.add({ subject: 'line ends in texts', a: lineEnd(mine.raw), b: lineEnd(other.raw), location });
    } else {
      const [one, two] = [spellingOf(mine), spellingOf(other)];
      // Equal words for both: only digits or their letters differ.
      const [ofA, ofB] = one === two ? [mine.raw, other.raw] : [one, two];
      found.add({ subject: 'references', a: ofA, b: ofB, location });
    }
  }
  // Every character is written alike: sections are empty, or end elsewhere.
  if (!isNamed) found.add({ subject: 'CDATA sections', change: 'cut elsewhere, or empty', a, b, location });
}

function isLineEnd({ raw }: WrittenCharacter): boolean {
  return /^(?:\r\n?|\n)$/.test(raw);
}

const LINE_ENDS: Readonly<Record<string, string>> = { '\r\n': 'CRLF', '\n': 'LF', '\r': 'CR' };

export function lineEnd(raw: string): string {
  return LINE_ENDS[raw] ?? 'none';
}

/** How a character is written: by itself where it has a meaning in XML, otherwise by the class of such characters. */
function spellingOf({ character, raw }: WrittenCharacter): string {
  const isMarkup = /^[<>&"'\t\r\n ]$/.test(character);
  const isReference = raw.startsWith('&') && raw.length > 1;
  if (isMarkup) return isReference ? raw : JSON.stringify(raw).slice(1, -1).replace('\\"', '"');
  const which = /^[!-~]$/.test(character) ? 'letters' : 'characters beyond ASCII';
  if (!isReference) return `${which} as they are`;
  if (!raw.startsWith('&#x')) return `${which} as decimal references`;
  return `${which} as hexadecimal references${/[a-f]/.test(raw.slice(3)) ? ' in small letters' : ''}`;
}
