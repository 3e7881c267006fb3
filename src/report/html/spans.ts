import type { Span } from './layout.ts';

/** Characters of a value that is marked together with its tags. */
const MOST_VALUE = 80;

/** The offset of a line and column, both from 1, in a text that may begin with a byte order mark (which counts as none). */
export function offsetOf(text: string, line: number, column: number): number {
  const ends = /\r\n?|\n/g;
  let start = text.startsWith('\uFEFF') ? 1 : 0;
  for (let passed = 1; passed < line && ends.exec(text) !== null; passed += 1) start = ends.lastIndex;
  return Math.min(start + column - 1, text.length);
}

/** The start tag at an offset, with a short value and the end tag; any other character alone. */
export function tagSpan(text: string, start: number): Span {
  const code = text.codePointAt(start);
  if (code === undefined) return { start: text.length, end: text.length };
  if (text[start] !== '<') return { start, end: start + String.fromCodePoint(code).length };
  const close = text.indexOf('>', start);
  if (close < 0) return { start, end: start + 1 };
  const after = text.slice(close + 1, close + 1 + MOST_VALUE * 2);
  const value = text[close - 1] === '/' ? null : /^([^<]*)<\/[^<>]*>/.exec(after);
  const whole = value !== null && (value[1] ?? '').length <= MOST_VALUE;
  return { start, end: close + 1 + (whole ? value[0].length : 0) };
}

/**
 * The element of that local name nearest to an offset (masked secrets before it may have moved it); null where there
 * is none.
 */
export function elementSpan(text: string, name: string, near: number): Span | null {
  const tags = new RegExp(`<(?:[^<>\\s/:]{1,80}:)?${escaped(name)}(?=[\\s/>])`, 'g');
  const found = [...text.matchAll(tags)].map(({ index }) => index);
  const [nearest] = found.toSorted((a, b) => Math.abs(a - near) - Math.abs(b - near));
  return nearest === undefined ? null : tagSpan(text, nearest);
}

function escaped(name: string): string {
  return name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
