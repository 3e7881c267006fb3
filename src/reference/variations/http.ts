import { gzipSync } from 'node:zlib';
import { type Header, headerValue, withHeader } from '../../wire/http/exchange.ts';
import { over } from '../defects/cells.ts';
import { answered, joined, retyped, sentRaw, withBody } from '../defects/edits/answer.ts';
import { table, type Variation, type VariationChange } from './variation.ts';

const statusLine = (line: string): VariationChange => sentRaw({ statusLine: line });
const headers = (edit: (headers: readonly Header[]) => readonly Header[]): VariationChange =>
  answered((response) => ({ ...response, headers: edit(response.headers) }));
const named = (edit: (name: string) => string): VariationChange =>
  headers((all) => all.map(([name, value]) => [edit(name), value]));
const lines = (edit: (line: string) => string): VariationChange => sentRaw({ headers: (all) => all.map(edit) });
const mixedCase = (type: string): string =>
  type.replace('text/xml', 'Text/XML').replace('application/soap+xml', 'Application/SOAP+XML');
/** Answers in a content coding where the request, by its Accept-Encoding ('' where it has none), accepts it. */
const coded = (coding: string, accepted: RegExp): VariationChange =>
  answered((response, { request }) =>
    accepted.test(headerValue(request.headers, 'accept-encoding') ?? '')
      ? withHeader(withBody(response, joined(gzipSync(response.body))), 'Content-Encoding', coding)
      : response,
  );

const typeWith = (written: string, otherwise: string): VariationChange =>
  retyped((type) => type.replace(written, otherwise));

const FIELDS = 'RFC 9112, section 5';
const PARAMETERS = 'RFC 9110, section 5.6.6';
const FURTHER: readonly Header[] = [
  ['Set-Cookie', 'route=7; path=/'],
  ['Vary', 'Accept-Encoding'],
  ['X-Empty', ''],
  ['Content-Language', 'en'],
];
const BEFORE: readonly Header[] = [
  ['Server', 'Microsoft-IIS/10.0'],
  ['X-AspNet-Version', '4.0.30319'],
  ['Set-Cookie', 'ASP.NET_SessionId=1; path=/; HttpOnly'],
];
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK';
const HINTS =
  'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\nHTTP/1.1 200 OK';

export const httpVariations: readonly Variation[] = [
  ...table('fixtures/asmx/README.md; RFC 9112, section 2.3', {
    'http-1.0: The answer is HTTP/1.0.': statusLine('HTTP/1.0 200 OK'),
  }),
  ...table('RFC 9112, section 4: it says nothing', {
    'reason-other: The reason phrase is different.': answered((response) => ({ ...response, reason: 'Fine thanks' })),
  }),
  ...table('RFC 9112, section 4', { 'reason-empty: The reason phrase is empty.': statusLine('HTTP/1.1 200 ') }),
  ...table('RFC 9110, section 15.2', {
    'interim-continue: A 100 that was not requested comes first.': statusLine(CONTINUE),
    'interim-hints: Two interim answers come first.': statusLine(HINTS),
  }),
  ...table('RFC 9112, section 9.3', {
    'http-1.0-ends: The answer is HTTP/1.0, and its connection ends without a word.': sentRaw({
      statusLine: 'HTTP/1.0 200 OK',
      headers: (all) => all.filter((line) => line !== 'Connection: close'),
    }),
  }),
  ...table('RFC 9112, section 9.6', {
    'connection-close: The connection is closed after each answer.': answered((response) =>
      withHeader(response, 'Connection', 'close'),
    ),
  }),
  ...table('RFC 9110, section 5.3', {
    'headers-other-order: The headers come in another order.': headers((all) => all.toReversed()),
  }),
  ...table('RFC 9110, section 5.1: field names ignore case', {
    'headers-lower-case: Header names are in lower case.': named((name) => name.toLowerCase()),
    'headers-upper-case: Header names are in upper case.': named((name) => name.toUpperCase()),
  }),
  ...table(FIELDS, {
    'headers-spaced: There is white space around header values.': lines((line) =>
      line.replace(': ', ':   ').concat('  '),
    ),
    'headers-tight: No space follows the colons of headers.': lines((line) => line.replace(': ', ':')),
  }),
  ...table('RFC 9110, sections 5.2 and 5.3', {
    'headers-more: Further headers come, some of them twice.': headers((all) => [...BEFORE, ...all, ...FURTHER]),
  }),
  ...table('RFC 9110, section 8.6: 1*DIGIT', {
    'length-with-zeros: Content-Length begins with zeros.': answered((response) =>
      withHeader(response, 'Content-Length', `000${response.body.length}`),
    ),
  }),
  ...table('RFC 9110, section 12.5.3: without an Accept-Encoding any coding is acceptable', {
    'coding-unsaid: Answers are compressed for clients that accept gzip and those that do not say what they accept.':
      coded('gzip', /^(?!.*gzip;q=0(?![.]?[1-9])).*gzip|^$/i),
    'coding-unknown: Clients that do not say what they accept get a coding that few know.': coded('dcb', /^$/),
  }),
  ...table('RFC 9110, section 8.3.1', {
    'charset-quoted: The charset is in quotes.': typeWith('utf-8', '"utf-8"'),
    'media-type-case: The media type is in mixed case.': retyped(mixedCase),
    'media-type-parameter: The media type has a further parameter, before the charset.': typeWith(
      '; ',
      '; odd="a;b=\\"c\\""; ',
    ),
  }),
  ...table('RFC 9110, section 8.3.2', {
    'charset-upper-case: The charset is in upper case, its name too.': typeWith('charset=utf-8', 'CHARSET=UTF-8'),
  }),
  ...table(PARAMETERS, {
    'media-type-spaced: There are spaces and tabs around the semicolon.': typeWith('; ', ' \t;\t '),
    'media-type-tight: No space follows the semicolon.': typeWith('; ', ';'),
  }),
  ...table('RFC 9110, section 5.6.6: a parameter may be missing', {
    'media-type-semicolon: A semicolon ends the media type.': retyped((type) => `${type};`),
  }),
  ...table('RFC 3902, section 2', {
    'media-type-action: The media type has an action.': {
      ...retyped((type) => `${type}; action="urn:answer"`),
      cells: over('soap12'),
    },
  }),
];
