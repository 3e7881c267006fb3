import { beginning } from '../base/words.ts';
import { harmless } from './terminal/palette.ts';

/** Unpaired surrogates, and characters that XML 1.0 can't carry (section 2.2, Char). */
const UNFIT = /[\p{Surrogate}\uFFFE\uFFFF]/gu;

/**
 * A target's text made harmless for files: no control or format characters, nothing that XML or UTF-8 can't carry.
 * @param most - UTF-16 code units that are kept, or a few more
 */
export function shownText(text: string, most: number): string {
  return harmless(beginning(text, most).replaceAll('\r\n', '\n')).replaceAll(UNFIT, '\uFFFD');
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
