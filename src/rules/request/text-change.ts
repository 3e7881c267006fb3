import { plural } from '../../base/words.ts';
import { unescapedMarkup } from '../../xml/references.ts';
import { inWindows1252 } from '../data/readable-text.ts';
import type { Problem } from '../judgement.ts';
import { isCollated } from './echoed-text.ts';

/** How a text comes back: in words after 'comes back', and the name of the mistake that does it to all texts. */
interface TextChange {
  readonly how: string;
  readonly mistake: string;
}

/** What stands for a character that could not be written. */
const MARKS = ['?', '\uFFFD', ''];
const LOST = [
  ['beyond ASCII', /[^\0-\x7F]/gu, 'beyond-ascii'],
  // Each half is a character of its own to some servers.
  ['beyond ASCII', /[^\0-\x7F]/g, 'beyond-ascii'],
  ['beyond U+FFFF', /[\u{10000}-\u{10FFFF}]/gu, 'beyond-bmp'],
] as const;

function lost(sent: string, got: string): TextChange | null {
  for (const [which, pattern, mistake] of LOST) {
    const mark = MARKS.find((one) => sent.replaceAll(pattern, one) === got);
    if (mark === undefined) continue;
    return { how: mark === '' ? `without its characters ${which}` : `with ${mark} for characters ${which}`, mistake };
  }
  return null;
}

const nameOf = (character: string): string => (character === ' ' ? 'space' : character);

/** Each of one character as another. */
function replaced(sent: string, got: string): TextChange | null {
  const at = sent.split('').findIndex((character, place) => character !== got[place]);
  const [one = '', other = ''] = [sent[at], got[at]];
  if (!/^[ -~]{2}$/.test(one + other) || sent.replaceAll(one, other) !== got) return null;
  const mistake = `${nameOf(one)} as ${nameOf(other)}`;
  return { how: `with ${mistake}`, mistake };
}

/** What one known mistake makes of a text; null where the change is another, or none. */
export function textChange(sent: string | undefined, got: unknown): TextChange | null {
  if (sent === undefined || typeof got !== 'string' || sent === got || sent === '') return null;
  return converted(sent, got) ?? replaced(sent, got);
}

/** What a wrong conversion makes of a text: no other text that may be sent too. */
function converted(sent: string, got: string): TextChange | null {
  if (unescapedMarkup(got) === sent) return { how: 'escaped twice', mistake: 'escaped-twice' };
  if (got.startsWith(sent) && /^ +$/.test(got.slice(sent.length))) {
    const count = got.length - sent.length;
    return { how: `with ${count === 1 ? 'a space' : plural(count, 'space')} at its end`, mistake: 'padded' };
  }
  if (Buffer.from(sent).toString('latin1') === got)
    return { how: 'as UTF-8 that was read as Latin-1', mistake: 'misread' };
  return lost(sent, got);
}

/** What a text and another have in common if only a conversion of characters lies between them. */
const inAscii = (text: string): string => text.replaceAll(/[^\0-\x7F]|\?/gu, '');
/** So many characters are alike by no chance. */
const ENOUGH = 3;

/** Whether a text is another one, damaged: folded, escaped, padded, or its characters beyond ASCII lost or read in another encoding. */
export function isDamaged(sent: string, got: string): boolean {
  if (isCollated(sent, got) || converted(sent, got) !== null) return true;
  const [own, its] = [inAscii(sent), inAscii(got)];
  const isConverted = own === its && own !== sent && own.length >= ENOUGH;
  return isConverted || Array.from(Buffer.from(sent), inWindows1252).join('') === got;
}

/** The cause of that: it is one mistake, whichever parameter and rule show it. */
export function causeOf(change: TextChange | null): Pick<Problem, 'cause'> {
  return change === null ? {} : { cause: `request.text-fidelity:${change.mistake}` };
}
