import { isUtf8 } from 'node:buffer';
import type { XmlElement } from '../../xml/tree.ts';

/** A part of the request body, in bytes; `end` is the first byte after it. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A name that a request sends, and where. */
export interface SentName {
  readonly name: string;
  /** Null if it is not text: nil, or with elements inside. */
  readonly value: string | null;
  readonly location: string;
  readonly bytes: ByteRange | null;
  /** In a form: why the pair can't be decoded. */
  readonly badEncoding?: string;
  readonly element?: XmlElement;
}

/** For a pair that is only a name, or what follows an & in a value. */
export const NO_VALUE = "it has no '='";

/** For `%u00F6`, which .NET's own clients write and ASP.NET reads. */
export const UNICODE_ESCAPE = "a '%u' escape, which no standard has";

/** The first `most` pairs of a query (text) or form body (bytes), application/x-www-form-urlencoded (WHATWG URL). */
export function readForm(form: string | Uint8Array | null, most: number): readonly SentName[] {
  if (form === null) return [];
  const inBody = typeof form !== 'string';
  // A character for each byte, so that offsets are those of bytes.
  const text = inBody ? Buffer.from(form).toString('latin1') : form;
  let start = 0;
  return text.split('&', most).flatMap((pair): readonly SentName[] => {
    const bytes = { start, end: start + pair.length };
    start = bytes.end + 1;
    if (pair === '') return [];
    const [left = '', ...right] = pair.split('=');
    const name = decoded(left);
    const value = decoded(right.join('='));
    const location = `${inBody ? 'form' : 'query'} parameter ${name.text.slice(0, 80)}`;
    const problem = name.problem ?? value.problem ?? (right.length === 0 ? NO_VALUE : undefined);
    const own = { name: name.text, value: value.text, location, bytes: inBody ? bytes : null };
    return [problem === undefined ? own : { ...own, badEncoding: problem }];
  });
}

function decoded(raw: string): { readonly text: string; readonly problem?: string } {
  const bytes: number[] = [];
  for (let at = 0; at < raw.length; at += 1) {
    const digits = raw.charAt(at) === '%' ? /^[0-9A-Fa-f]{2}$/.exec(raw.slice(at + 1, at + 3)) : null;
    bytes.push(digits === null ? (raw.charAt(at) === '+' ? 0x20 : raw.charCodeAt(at)) : Number.parseInt(digits[0], 16));
    if (digits !== null) at += 2;
  }
  const text = Buffer.from(bytes).toString('utf8');
  if (/%(?![0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4})/.test(raw)) return { text, problem: "a '%' begins no escape" };
  if (raw.includes('%u')) return { text, problem: UNICODE_ESCAPE };
  if (/[^!-~]/.test(raw)) return { text, problem: 'a character that needs an escape has none' };
  return isUtf8(Buffer.from(bytes)) ? { text } : { text, problem: 'its escapes are not UTF-8' };
}
