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
 * The text with its DOCTYPE (which begins at `at`) blanked, so that the rest can be read; null if the DOCTYPE declares
 * something itself, has no end or is not the only one, and before a web page.
 */
export function withoutDoctype(text: string, at: number): string | null {
  const [found] = /^<!DOCTYPE(?!\s+html\b)(?:[^[\]<>"']|"[^"]*"|'[^']*')*>/.exec(text.slice(at, at + LONGEST)) ?? [];
  if (found === undefined) return null;
  const rest = `${text.slice(0, at)}${found.replace(/[^\r\n]/g, ' ')}${text.slice(at + found.length)}`;
  return doctypeAt(rest) === null ? rest : null;
}
