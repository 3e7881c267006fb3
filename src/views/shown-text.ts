import { plural } from '../base/words.ts';
import { printable } from './terminal/palette.ts';

/** Unpaired surrogates, and characters that XML 1.0 can't carry (section 2.2, Char). */
const UNFIT = /[\p{Surrogate}\uFFFE\uFFFF]/gu;

/** Characters that a cut saves at least: the words that say so take as many. */
const LEAST_SAVED = 20;

/** How many characters of a text of that length are shown where about `most` fit: all, if a cut would save hardly any. */
export function keptOf(length: number, most: number): number {
  return length - most < LEAST_SAVED ? length : most;
}

/**
 * A target's text made harmless for files: no control or format characters, nothing that XML or UTF-8 can't carry.
 * @param most - UTF-16 code units that are kept, or a few more
 */
export function shownText(text: string, most: number): string {
  const kept = keptOf(text.length, most);
  const cut = text.length > kept ? `${text.slice(0, kept)}… (${plural(text.length, 'character')})` : text;
  return printable(cut.replaceAll('\r\n', '\n')).replaceAll(UNFIT, '\uFFFD');
}

/** The same on one line. */
export function shownLine(text: string, most: number): string {
  return shownText(text, most).replaceAll('\n', ' ');
}

/** Characters of a sentence that are shown: text in a file may have any length. */
export const MOST_SHOWN = 600;

/** Text from a file on one line of its own, so that it can't pass for a line of this program. */
export function line(text: string): string {
  return `${shownLine(text, MOST_SHOWN)}\n`;
}

/** The first items of a list in words, and how many more there are. */
export function firstOf<T>(
  all: readonly T[],
  most: number,
  text: (one: T, index: number) => string,
  rest: (more: number) => string,
): readonly string[] {
  const more = all.length - most;
  return [...all.slice(0, most).map(text), ...(more > 0 ? [rest(more)] : [])];
}
