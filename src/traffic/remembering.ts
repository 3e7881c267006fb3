/** Characters of the texts that one memo holds, and of one text. */
const MOST_REMEMBERED = 128 * 1024;
const LONGEST_REMEMBERED = 32 * 1024;
/** Texts that one memo holds. */
const MOST_TEXTS = 1000;

/** Computes the result for a text once, as names, header lines and bodies repeat. Bench lines of 'proxy'. */
export function remembering<T, More extends readonly unknown[]>(
  work: (text: string, ...more: More) => T,
): (text: string, ...more: More) => T {
  const known = new Map<string, { readonly made: T }>();
  let characters = 0;
  return (text, ...more) => {
    const found = known.get(text);
    if (found !== undefined) return found.made;
    const made = work(text, ...more);
    if (text.length > LONGEST_REMEMBERED) return made;
    characters += text.length;
    if (characters > MOST_REMEMBERED || known.size >= MOST_TEXTS) {
      known.clear();
      characters = text.length;
    }
    // A copy: a slice keeps the whole text in memory.
    known.set(structuredClone(text), { made });
    return made;
  };
}
