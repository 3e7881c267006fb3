import { diffArrays } from 'diff';
import type { Span } from '../../../../views/html/layout.ts';
import { linesOf } from '../../../../views/html/layout.ts';
import type { ComparedLine } from '../../../../views/sections/section.ts';
import { unlikeCharacters } from '../../../../views/unlike-characters.ts';

/** Edits that are looked for: the cost grows with their square. Two texts of 4,000 lines take 30 ms if busy. */
const MOST_EDITS = 200;

/** A line of a body, which has an element, with its place. */
export type BodyLine = Span & Readonly<{ text: string; depth: number }>;

export function bodyLines(body: string): readonly BodyLine[] {
  return linesOf(body).map(({ depth, pieces }) => {
    const [start, end] = [pieces[0].start, pieces.at(-1)?.end ?? 0];
    return { start, end, depth, text: body.slice(start, end) };
  });
}

/** The lines of two bodies, with marks in those that only one has; beyond the limit, those not in the other. */
export function comparedLines(a: readonly BodyLine[], b: readonly BodyLine[]): readonly (BodyLine & ComparedLine)[] {
  const comparator = (one: BodyLine, other: BodyLine): boolean => one.text === other.text;
  const changes = diffArrays([...a], [...b], { comparator, maxEditLength: MOST_EDITS });
  if (changes === undefined) return [...lacking(a, b).map(lineOf('a')), ...lacking(b, a).map(lineOf('b'))];
  return changes.flatMap(({ value, removed, added }, at) => {
    if (!removed && !added) return value.map((line) => ({ ...line, of: null, marks: [] }));
    const [before, after] = [changes[at - 1], changes[at + 1]];
    // As many lines in place of others: each beside its counterpart.
    if (removed && after?.added && after.value.length === value.length)
      return value.flatMap((line, index) => changedLine(line, after.value[index] ?? line));
    if (added && before?.removed && before.value.length === value.length) return [];
    return value.map(lineOf(removed ? 'a' : 'b'));
  });
}

const lineOf =
  (of: 'a' | 'b', marks?: readonly Span[]) =>
  (line: BodyLine): BodyLine & ComparedLine => ({ ...line, of, marks: marks ?? [{ start: 0, end: line.text.length }] });

function changedLine(one: BodyLine, other: BodyLine) {
  const marks = unlikeCharacters({ a: one.text, b: other.text });
  return [lineOf('a', marks?.a)(one), lineOf('b', marks?.b)(other)];
}

function lacking(lines: readonly BodyLine[], others: readonly BodyLine[]): readonly BodyLine[] {
  const theirs = new Set(others.map(({ text }) => text));
  return lines.filter(({ text }) => !theirs.has(text));
}
