import type { Header } from './exchange.ts';

/**
 * The content codings of an answer, as its headers name them; null where there are none but `identity`, which is none.
 * Requests accept no coding, and nothing is ever decoded: what is coded can't be read.
 * Source: RFC 9110, sections 8.4 and 8.4.1 (names ignore case, lines add up).
 */
export function contentCoding(headers: readonly Header[]): string | null {
  const lines = headers.filter(([name]) => name.toLowerCase() === 'content-encoding').map(([, value]) => value.trim());
  const codings = lines.flatMap((line) => line.split(',')).map((coding) => coding.trim().toLowerCase());
  const coded = codings.some((coding) => coding !== '' && coding !== 'identity');
  return coded ? lines.filter((line) => line !== '').join(', ') : null;
}
