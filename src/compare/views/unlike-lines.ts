import { diffArrays } from 'diff';
import { layout } from '../../report/html/layout.ts';

/** Edits that are looked for. The cost grows with their square: two bodies of 4,000 lines take 30 ms on a busy machine. */
const MOST_EDITS = 200;

/** The lines of two texts that the other lacks. */
export interface UnlikeLines {
  readonly a: readonly string[];
  readonly b: readonly string[];
}

/** Lines of one body, an element on each where it is XML. */
export function bodyLines(body: string): readonly string[] {
  if (!/^\uFEFF?\s*</.test(body)) return body.split(/\r?\n/);
  return layout(body).map(({ pieces }) => body.slice(pieces[0].start, pieces.at(-1)?.end));
}

/** The lines that turn one body into the other; beyond the limit of edits, those that the other has nowhere. */
export function unlikeLines(a: string, b: string): UnlikeLines {
  const [mine, its] = [bodyLines(a), bodyLines(b)];
  const changes = diffArrays([...mine], [...its], { maxEditLength: MOST_EDITS });
  if (changes === undefined) return { a: lacking(mine, its), b: lacking(its, mine) };
  return {
    a: changes.flatMap(({ removed, value }) => (removed ? value : [])),
    b: changes.flatMap(({ added, value }) => (added ? value : [])),
  };
}

function lacking(lines: readonly string[], others: readonly string[]): readonly string[] {
  const theirs = new Set(others);
  return lines.filter((line) => !theirs.has(line));
}
