/** Where a DOCTYPE begins in the prolog, or null, found before any parser sees it (XML 1.0, section 2.8). */
export function doctypeAt(text: string): number | null {
  const misc = /[\s\uFEFF]+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->/y;
  let offset = 0;
  while (misc.test(text)) offset = misc.lastIndex;
  return text.startsWith('<!DOCTYPE', offset) ? offset : null;
}

/** Maximum characters of a DOCTYPE that is skipped. */
const LONGEST = 2_000;

/**
 * The text with the DOCTYPE blanked if it declares nothing itself, so that the rest can be read: what it refers to is
 * never loaded. Null if it has an internal subset, no end, or a second one follows, and before a web page.
 * @param at - where it begins
 */
export function withoutDoctype(text: string, at: number): string | null {
  const [found] = /^<!DOCTYPE(?!\s+html\b)(?:[^[\]<>"']|"[^"]*"|'[^']*')*>/.exec(text.slice(at, at + LONGEST)) ?? [];
  if (found === undefined) return null;
  const rest = `${text.slice(0, at)}${found.replace(/[^\r\n]/g, ' ')}${text.slice(at + found.length)}`;
  return doctypeAt(rest) === null ? rest : null;
}
