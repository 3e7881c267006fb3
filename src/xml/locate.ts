import type { Position } from './tree.ts';

/** Turns offsets, which must not decrease, into lines and columns from 1 (columns in UTF-16 units). */
export function createLocator(text: string): (offset: number) => Position {
  const ends = /\r\n?|\n/g;
  let line = 1;
  let lineStart = 0;
  let nextStart = nextLine();
  function nextLine(): number {
    return ends.exec(text) === null ? Number.POSITIVE_INFINITY : ends.lastIndex;
  }
  return (offset) => {
    while (nextStart <= offset) {
      line += 1;
      lineStart = nextStart;
      nextStart = nextLine();
    }
    return { line, column: offset - lineStart + 1 };
  };
}
