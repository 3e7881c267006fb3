/** Where a DOCTYPE begins in the prolog, or null, found before any parser sees it (XML 1.0, section 2.8). */
export function doctypeAt(text: string): number | null {
  const misc = /[\s\uFEFF]+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->/y;
  let offset = 0;
  while (misc.test(text)) offset = misc.lastIndex;
  return text.startsWith('<!DOCTYPE', offset) ? offset : null;
}
