/** Characters and bytes that one memo holds, and those of one text. */
const MOST_REMEMBERED = 512 * 1024;
const LONGEST_REMEMBERED = 32 * 1024;
/** Texts that one memo holds. */
const MOST_TEXTS = 1000;
const NONE = new Uint8Array();

/**
 * Computes the result for a text, and for bytes beside it, once, as names, header lines and exchanges repeat. Of a text
 * with several bytes the last are remembered: comparing bytes is faster than looking up a text of them.
 */
export function remembering<T, More extends readonly unknown[]>(
  work: (text: string, ...more: More) => T,
  bytesOf: (...more: More) => Uint8Array = () => NONE,
): (text: string, ...more: More) => T {
  const memo = new Map<string, { readonly made: T; readonly bytes: Uint8Array }>();
  let characters = 0;
  return (text, ...more) => {
    const bytes = bytesOf(...more);
    const found = memo.get(text);
    if (found !== undefined && Buffer.compare(found.bytes, bytes) === 0) return found.made;
    const made = work(text, ...more);
    const length = text.length + bytes.length;
    if (length > LONGEST_REMEMBERED) return made;
    characters += length;
    if (characters > MOST_REMEMBERED || memo.size >= MOST_TEXTS) {
      memo.clear();
      characters = length;
    }
    // A copy: a slice keeps the whole text in memory.
    memo.set(structuredClone(text), { made, bytes });
    return made;
  };
}
