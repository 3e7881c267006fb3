/** Matches one code unit or lone surrogate that XML 1.0 can't carry (section 2.2, Char). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const ILLEGAL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/u;

/** The index of the first character that XML 1.0 can't carry, or -1 (section 2.2, Char). */
export function illegalCharacterAt(text: string): number {
  return text.search(ILLEGAL);
}

/** True for a code point an XML 1.0 document may hold (section 2.2, Char). */
export function isXmlCharacter(codePoint: number): boolean {
  if (codePoint < 0x20) return codePoint === 0x9 || codePoint === 0xa || codePoint === 0xd;
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return false;
  return codePoint <= 0x10ffff && codePoint !== 0xfffe && codePoint !== 0xffff;
}

/** A code point as XML writes it: U+000B. */
export function codePointName(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}
