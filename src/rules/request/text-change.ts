import { attempt } from '../../base/error.ts';
import { plural } from '../../base/words.ts';
import { unescapedMarkup } from '../../xml/references.ts';
import { ESCAPED_TWICE, inWindows1252, MISREAD, remainsCause } from '../data/readable-text.ts';
import type { Problem } from '../judgement.ts';
import { isCollated } from './echoed-text.ts';

/** How a text comes back: in words after 'comes back', and the cause: one mistake does it to all texts. */
interface TextChange {
  readonly how: string;
  readonly cause: string;
}

const causeNamed = (mistake: string): string => `request.text-fidelity:${mistake}`;

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
    return {
      how: mark === '' ? `without its characters ${which}` : `with ${mark} for characters ${which}`,
      cause: causeNamed(mistake),
    };
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
  return { how: `with ${mistake}`, cause: causeNamed(mistake) };
}

/** What one known mistake makes of a text; null where the change is another, or none. */
export function textChange(sent: string | undefined, got: unknown): TextChange | null {
  if (sent === undefined || typeof got !== 'string' || sent === got || sent === '') return null;
  return converted(sent, got) ?? replaced(sent, got);
}

/** What a wrong conversion makes of a text: no other text that may be sent too. */
function converted(sent: string, got: string): TextChange | null {
  if (unescapedMarkup(got) === sent) return { how: 'escaped twice', cause: remainsCause(ESCAPED_TWICE) };
  if (got.startsWith(sent) && /^ +$/.test(got.slice(sent.length))) {
    const count = got.length - sent.length;
    return { how: `with ${count === 1 ? 'a space' : plural(count, 'space')} at its end`, cause: causeNamed('padded') };
  }
  if (isMisread(sent, got)) return { how: `as ${MISREAD}`, cause: remainsCause(MISREAD) };
  return lost(sent, got);
}

/** Whether each byte of a text in UTF-8 was read as a character; those that a code page lacks may be lost. */
function isMisread(sent: string, got: string): boolean {
  const bytes = Buffer.from(sent);
  if (bytes.length !== got.length || sent === got) return false;
  return bytes.every((byte, at) => {
    const character = got[at] ?? '';
    const [latin, western] = [String.fromCharCode(byte), inWindows1252(byte)];
    return (
      character === latin || character === western || (latin === western && byte > 127 && MARKS.includes(character))
    );
  });
}

/** What a text and another have in common if only a conversion of characters lies between them. */
const inAscii = (text: string): string => text.replaceAll(/[^\0-\x7F]|\?/gu, '');
/** So many characters are alike by no chance. */
const ENOUGH = 3;

const urlDecoded = (text: string): string => attempt(() => decodeURIComponent(text.replaceAll('+', ' ')), text);

/**
 * Whether a text is another one, damaged: folded, escaped, not decoded from a URL, padded, or its characters beyond
 * ASCII lost or read in another encoding.
 */
export function isDamaged(sent: string, got: string): boolean {
  if (isCollated(sent, got) || converted(sent, got) !== null || urlDecoded(sent) === urlDecoded(got)) return true;
  const [own, its] = [inAscii(sent), inAscii(got)];
  return own === its && own !== sent && own.length >= ENOUGH;
}

/** The cause of that: it is one mistake, whichever parameter and rule show it. */
export function causeOf(change: TextChange | null): Pick<Problem, 'cause'> {
  return change === null ? {} : { cause: change.cause };
}
