import { layout } from '../../report/html/layout.ts';

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

/**
 * What is between the lines that two bodies begin and end with alike, less what both have there; where the order alone
 * differs, the first line of each that is not the other's.
 */
export function unlikeLines(a: string, b: string): UnlikeLines {
  const [mine, its] = [bodyLines(a), bodyLines(b)];
  let start = 0;
  while (start < mine.length && start < its.length && mine[start] === its[start]) start += 1;
  let end = 0;
  while (end < Math.min(mine.length, its.length) - start && mine[mine.length - 1 - end] === its[its.length - 1 - end]) {
    end += 1;
  }
  const [one, other] = [mine.slice(start, mine.length - end), its.slice(start, its.length - end)];
  const unlike = { a: lacking(one, other), b: lacking(other, one) };
  return unlike.a.length + unlike.b.length > 0 ? unlike : { a: one.slice(0, 1), b: other.slice(0, 1) };
}

function lacking(lines: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}
