// What programs make of a text. It draws nothing, so that rules and the library can ask without fast-check.

/** What ASP.NET removes from a query: marks of direction. */
export const OF_DIRECTION = /[\u200E\u200F\u202A-\u202E]/g;

/** Outside XML 1.0's Char, or a control character that stacks are known to treat differently. */
const CONTROL = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u;

/** What ASP.NET refuses in a query or form: `<`, also a wide one, before a letter, `!`, `/` or `?`, and `&#`. */
export const isValidated = (text: string): boolean => /[<＜][a-z!/?]|&#/i.test(text);

/**
 * True for text that every ASP.NET server carries through all four bindings: no outer white space (some stacks trim
 * it), nothing that ASP.NET's request validation refuses, nor marks of direction, which it removes from a query.
 */
export function isPlainText(text: string): boolean {
  return text === text.trim() && !isValidated(text) && !CONTROL.test(text) && text.search(OF_DIRECTION) === -1;
}

export const inOtherCase = (text: string): string =>
  text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();

/** Words that programs read as nothing. */
export const NAMES_OF_NOTHING = ['null', 'NULL', 'undefined', 'nil', 'None'];
export const isNameOfNothing = (text: string): boolean => NAMES_OF_NOTHING.includes(text);

/** Words that say yes, by how programs compare them. */
export const AFFIRMATIVE = ['yes', 'Yes', 'YES', 'y', 'Y', 'true', 'True', '1'];
export const isOtherYes = (one: string, other: string): boolean =>
  one !== other && AFFIRMATIVE.includes(one) && AFFIRMATIVE.includes(other);
