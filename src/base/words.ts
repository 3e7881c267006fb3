/** `a, b and 3 more`: the first names of a list. @param noun - what the others are */
export function listed(names: readonly string[], most: number, noun = ''): string {
  const more = names.length - most;
  return `${names.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more${noun}` : ''}`;
}

/** `1 line`, `2 lines`, `2 entries`: the only way in which texts count. @param shown - the number as it is written */
export function plural(count: number, noun: string, shown = `${count}`): string {
  return `${shown} ${count === 1 ? noun : `${noun}s`.replace(/([^aeiou])ys$/, '$1ies')}`;
}

/** The verb after that: `1 line is`, `2 lines are`. */
export function are(count: number): string {
  return count === 1 ? 'is' : 'are';
}

/** Characters of a line that is printed, and of a text from outside in it. */
export const MOST_LINE = 2_000;
const MOST_TEXT = 1_500;

/** Characters that a cut saves at least: the words that say so take as many. */
const LEAST_SAVED = 20;

/** How many characters of such a text are shown where about `most` fit: all, if a cut would save hardly any. */
export function keptOf(length: number, most: number): number {
  return length - most < LEAST_SAVED ? length : most;
}

/** A text of any length where about `most` characters fit: its beginning, and how long it is. */
export function beginning(text: string, most = MOST_TEXT): string {
  const kept = keptOf(text.length, most);
  return text.length > kept ? `${text.slice(0, kept)}… (${plural(text.length, 'character')})` : text;
}
