import { createHash } from 'node:crypto';
import { type HttpResponse, headerValue } from '../../wire/http/exchange.ts';
import type { Problem } from '../judgement.ts';

const LIST = /^[\s,]*([\w!#$%&'*+.^`|~-]+(\s*,[\s,]*|\s*$))*$/;
const DATE =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;
const ADDRESS = /^[^\s<>"{}|\\^`]*$/;
/** Seconds in each directive that has any, spaces around '=' (RFC 6797, section 6.1); extensions hold anything. */
const SECONDS = /^(?:(?!\s*(?:max-age|s-maxage)\s*=(?!\s*"?\d))(?:[^",;]|"[^"]*(?:"|$))*(?:[,;]|$))*$/i;

/** What these fields can hold. In Expires what is no date means the past (RFC 9111, section 5.3): ASP.NET's -1. */
const FIELDS = new Map<string, RegExp>(
  Object.entries({
    date: DATE,
    'last-modified': DATE,
    'retry-after': new RegExp(`^\\d+$|${DATE.source}`),
    age: /^\d+$/,
    etag: /^(W\/)?"[!#-~\x80-\xff]*"$/,
    allow: LIST,
    vary: LIST,
    connection: LIST,
    trailer: LIST,
    'accept-ranges': LIST,
    'cache-control': SECONDS,
    'strict-transport-security': SECONDS,
    'content-language': /^[\s,]*(?:[a-z]{1,8}(?:-[a-z\d]{1,8})*(?:\s*,[\s,]*|\s*$))*$/i,
    location: ADDRESS,
    'content-location': ADDRESS,
    link: /^[\s,]*(?:<|$)/,
    // Clients read any value, and names beyond the grammar: PHP sends basket[1] (RFC 6265, section 5.2).
    'set-cookie': /^[^\s=;,]+\s*=/,
  }),
);

const LIKE = new Map([
  [DATE, 'a date like Mon, 23 Nov 2026 01:00:00 GMT'],
  [LIST, 'names with commas between them'],
]);

/** Fields that are no lists: RFC 9110, section 5.3, lets an answer have them once. */
const ONCE = ['date', 'last-modified', 'retry-after', 'age', 'etag', 'location', 'content-location', 'expires'];

/** A digest of the body (RFC 9530; RFC 3230) with the right hashes, as far as they are of these kinds. */
const rightDigest = (written: string, { body }: HttpResponse): string =>
  written.replaceAll(/(?<![\w-])(sha-(256|512)=:?)[a-z\d+/]+=*/gi, (_, start: string, bits: string) => {
    return `${start}${createHash(`sha${bits}`).update(body).digest('base64')}`;
  });

/** What these fields of a whole answer say if they are true of it. */
const TRUE = new Map(
  Object.entries({
    'content-digest': rightDigest,
    'repr-digest': rightDigest,
    digest: rightDigest,
    'content-range': (_: string, { body }: HttpResponse) => `bytes 0-${body.length - 1}/${body.length}`,
    'last-modified': (written: string, { headers }: HttpResponse) => {
      const date = headerValue(headers, 'Date') ?? '';
      return Date.parse(written) > Date.parse(date) ? `no later than Date: ${date}` : written;
    },
  }),
);

/** What a refusal must say (RFC 9110, sections 15.5.2 and 15.5.22). */
const OBLIGED: Readonly<Record<number, string>> = { 401: 'WWW-Authenticate', 426: 'Upgrade' };

export const IMPOSSIBLE_FIELD =
  'a header field with an impossible value, a repeated one, or a missing one that the status requires';
export const UNTRUE_FIELD = 'a header field that the answer itself shows to be untrue';

function problem(code: string, text: string, expected: string, actual: string): readonly Problem[] {
  const part = code.startsWith('untrue') ? UNTRUE_FIELD : IMPOSSIBLE_FIELD;
  return [{ code, text, location: null, expected, actual, part }];
}

/** What is wrong with the header fields of an answer, but for those of the message and its length. */
export function headProblems(response: HttpResponse): readonly Problem[] {
  const { status, headers } = response;
  const obliged = OBLIGED[status];
  if (obliged !== undefined && headerValue(headers, obliged) === undefined) {
    const text = `An answer with status ${status} has no ${obliged}`;
    return problem(`no-${obliged.toLowerCase()}`, text, `the header field ${obliged}`, 'none');
  }
  const names = headers.map(([name]) => name.toLowerCase());
  const twice = ONCE.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice !== undefined) {
    const values = headers.flatMap(([name, value]) => (name.toLowerCase() === twice ? [value] : []));
    return problem(`twice-${twice}`, `${twice} occurs twice`, 'the header field once', values.join(' and '));
  }
  const garbled = headers.find(([name, value]) => FIELDS.get(name.toLowerCase())?.test(value) === false);
  if (garbled === undefined) return untrueProblems(response);
  const [name, actual] = garbled;
  const expected = LIKE.get(FIELDS.get(name.toLowerCase()) ?? DATE) ?? 'a value that the RFC of the field allows';
  return problem(`field-${name.toLowerCase()}`, `${name} is not valid: '${actual}'`, expected, actual);
}

/** The first header field that the bytes and the other fields of a whole answer show to be untrue. */
function untrueProblems(response: HttpResponse): readonly Problem[] {
  const { status, headers, complete, surplus, body, codedBytes } = response;
  if (status !== 200 || !complete || surplus > 0 || body.length === 0 || codedBytes !== undefined) return [];
  for (const [name, actual] of headers) {
    const expected = TRUE.get(name.toLowerCase())?.(actual, response) ?? actual;
    if (expected !== actual)
      return problem(`untrue-${name.toLowerCase()}`, `${name} is not true of this answer`, expected, actual);
  }
  return [];
}
