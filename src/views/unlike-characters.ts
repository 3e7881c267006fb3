import { diffChars } from 'diff';
import type { Span } from './html/layout.ts';

/** Edits that are looked for between two texts, each of so many characters at most: the cost grows by the square. */
const MOST_EDITS = 80;
const MOST_CHARACTERS = 4_000;
/** Fewer equal characters between two that differ are marked with them. */
const SHORT = 3;

/** The characters of two texts that the other one lacks; null if they have too little in common. */
export function unlikeCharacters({ a, b }: Readonly<Record<'a' | 'b', string>>) {
  const longest = Math.max(a.length, b.length);
  const changes = longest > MOST_CHARACTERS ? undefined : diffChars(a, b, { maxEditLength: MOST_EDITS });
  if (changes === undefined) return null;
  const isMarked = changes.map(({ value, added, removed }, at) => {
    return added || removed || (value.length < SHORT && at > 0 && at < changes.length - 1);
  });
  const alike = changes.reduce((sum, { value }, at) => sum + (isMarked[at] ? 0 : value.length), 0);
  const spansOf = (others: 'added' | 'removed'): readonly Span[] => {
    const spans: Span[] = [];
    let end = 0;
    for (const [at, change] of changes.entries()) {
      if (change[others]) continue;
      let start = end;
      end += change.value.length;
      if (!isMarked[at]) continue;
      if (spans.at(-1)?.end === start) start = spans.pop()?.start ?? start;
      spans.push({ start, end });
    }
    return spans;
  };
  return alike * 4 < longest ? null : { a: spansOf('added'), b: spansOf('removed') };
}
