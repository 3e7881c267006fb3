import { parse } from 'content-type';
import { groupBy } from '../../../base/group-by.ts';
import { cacheControl } from '../../../results/fingerprint.ts';
import type { Header } from '../../../wire/http/exchange.ts';

/** The head of an answer, apart from its version and status. */
export interface WrittenHead {
  readonly reason: string;
  readonly headers: readonly Header[];
}

/** Header lines whose values depend on the moment or on the data, by lower-case names: only their presence counts. */
const OF_THE_MOMENT: ReadonlySet<string> = new Set(
  'date content-length keep-alive set-cookie etag last-modified expires age'.split(' '),
);
/** Stands for the value of such a line. */
const PRESENT = 'present';

/** Their values ignore case (RFC 9110, section 7.6.1; RFC 9112, section 7). */
const CASELESS = new Set(['connection', 'transfer-encoding', 'content-encoding']);

/** What a trait says beyond the one of the same name without this: it is left out where that differs. */
export const AS_WRITTEN = ' as written';

/**
 * How a head is written, by name. `form`: what its lines mean, `spelling`: with which bytes. A header that is not there
 * has no trait. @param changing - more header lines of which only the presence counts
 */
export function headTraits({ reason, headers }: WrittenHead, changing: ReadonlySet<string> = new Set()) {
  const form: Record<string, string> = {};
  const spelling: Record<string, string> = { 'reason phrase': reason || 'empty' };
  // Their case has no meaning (RFC 9110, section 5.1).
  for (const [name, lines] of groupBy(headers, ([written]) => written.toLowerCase())) {
    const what = `header ${name}`;
    const raw = lines.map(([, value]) => value).join(', ');
    form[what] = OF_THE_MOMENT.has(name) || changing.has(name) ? PRESENT : meaningOf(name, raw);
    const written = writtenValue(name, raw);
    if (written !== null && form[what] !== PRESENT) spelling[`${what}${AS_WRITTEN}`] = written;
  }
  if (headers.length > 0) spelling['letters of header names'] = lettersOf(headers);
  return { form, spelling };
}

function meaningOf(name: string, value: string): string {
  if (name === 'cache-control') return cacheControl(value) ?? 'empty';
  if (name === 'content-type') return mediaTypeMeaning(value);
  return (CASELESS.has(name) ? value.toLowerCase() : value) || 'empty';
}

/** Type and names of parameters in lower case, in the order of the alphabet, without quotes. */
function mediaTypeMeaning(value: string): string {
  const { type, parameters } = parse(value);
  const all = Object.entries(parameters).map(([name, text = '']) => {
    return `${name}=${name === 'charset' ? text.toLowerCase() : text}`;
  });
  return [type.toLowerCase(), ...all.toSorted()].join('; ') || 'empty';
}

/** The value of a line whose meaning can be written in several ways; null for others. */
function writtenValue(name: string, value: string): string | null {
  // A number of seconds may shrink.
  if (name === 'cache-control') return value.replaceAll(/[1-9]\d*/g, 'n');
  // One difference for all media types of a server.
  if (name === 'content-type') return value.replace(/^[a-z+/]+(?=\s*(?:;|$))/, '…');
  return CASELESS.has(name) ? value : null;
}

function lettersOf(headers: readonly Header[]): string {
  const names = headers.map(([name]) => name);
  if (names.every((name) => name === name.toLowerCase())) return 'small';
  return names.every((name) => name === name.toUpperCase()) ? 'capital' : 'mixed';
}

/** Names of headers that both have, in other letters where both mix small and capital ones: `ETag` and `Etag`. */
export function otherLetters(a: WrittenHead, b: WrittenHead): readonly (readonly [a: string, b: string])[] {
  const names = new Map(b.headers.map(([name]) => [name.toLowerCase(), name]));
  if (lettersOf(a.headers) !== lettersOf(b.headers)) return [];
  return a.headers.flatMap(([name]) => {
    const other = names.get(name.toLowerCase()) ?? name;
    return other === name ? [] : [[name, other] as const];
  });
}
