import type { Header } from '../../exchange/exchange.ts';
import { onSuccess, rawAnswer, withHeader } from '../defects/answers.ts';
import { everywhere, over } from '../defects/cells.ts';
import type { OutResponse } from '../wire/message.ts';
import { headerOf } from '../wire/message.ts';
import type { Variation } from './variation.ts';

function http(
  id: string,
  title: string,
  why: string,
  edit: (response: OutResponse) => OutResponse,
  cells = everywhere,
): Variation {
  return { id, title, why, cells, hooks: onSuccess(edit) };
}

const statusLine = (line: string) => (response: OutResponse) => rawAnswer(response, { statusLine: line });
const headers = (edit: (headers: readonly Header[]) => readonly Header[]) => (response: OutResponse) => ({
  ...response,
  headers: edit(response.headers),
});
const named = (edit: (name: string) => string) => headers((all) => all.map(([name, value]) => [edit(name), value]));
const lines = (edit: (line: string) => string) => (response: OutResponse) =>
  rawAnswer(response, { headers: (all) => all.map(edit) });
const typed = (edit: (type: string) => string) => (response: OutResponse) =>
  withHeader(response, 'Content-Type', edit(headerOf(response.headers, 'Content-Type') ?? ''));

const MEDIA_TYPE = 'RFC 9110, section 8.3.1';
const NAMES = 'RFC 9110, section 5.1: field names ignore case';

const messageVariations: readonly Variation[] = [
  http(
    'http-1.0',
    'The answer is HTTP/1.0.',
    'fixtures/asmx/README.md; RFC 9112, section 2.3',
    statusLine('HTTP/1.0 200 OK'),
  ),
  http('reason-other', 'The reason phrase is another.', 'RFC 9112, section 4: it says nothing', (response) => ({
    ...response,
    reason: 'Fine thanks',
  })),
  http('reason-empty', 'The reason phrase is empty.', 'RFC 9112, section 4', statusLine('HTTP/1.1 200 ')),
  http(
    'interim-continue',
    'A 100 comes first, unasked.',
    'RFC 9110, section 15.2',
    statusLine('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK'),
  ),
  http(
    'interim-hints',
    'Two interim answers come first.',
    'RFC 9110, section 15.2',
    statusLine(
      'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\nHTTP/1.1 200 OK',
    ),
  ),
  http('connection-close', 'The connection is closed after each answer.', 'RFC 9112, section 9.6', (response) =>
    withHeader(response, 'Connection', 'close'),
  ),
];

const headerVariations: readonly Variation[] = [
  http(
    'headers-other-order',
    'The headers come in another order.',
    'RFC 9110, section 5.3',
    headers((all) => all.toReversed()),
  ),
  http(
    'headers-lower-case',
    'Header names are in lower case.',
    NAMES,
    named((name) => name.toLowerCase()),
  ),
  http(
    'headers-upper-case',
    'Header names are in upper case.',
    NAMES,
    named((name) => name.toUpperCase()),
  ),
  http(
    'headers-spaced',
    'White space stands round header values.',
    'RFC 9112, section 5',
    lines((line) => line.replace(': ', ':   ').concat('  ')),
  ),
  http(
    'headers-tight',
    'No space follows the colons of headers.',
    'RFC 9112, section 5',
    lines((line) => line.replace(': ', ':')),
  ),
  http(
    'headers-more',
    'Further headers come, some of them twice.',
    'RFC 9110, sections 5.2 and 5.3',
    headers((all) => [
      ['Server', 'Microsoft-IIS/10.0'],
      ['X-AspNet-Version', '4.0.30319'],
      ['Set-Cookie', 'ASP.NET_SessionId=1; path=/; HttpOnly'],
      ...all,
      ['Set-Cookie', 'route=7; path=/'],
      ['Vary', 'Accept-Encoding'],
      ['X-Empty', ''],
      ['Content-Language', 'en'],
    ]),
  ),
  http('length-with-zeros', 'Content-Length begins with zeros.', 'RFC 9110, section 8.6: 1*DIGIT', (response) =>
    withHeader(response, 'Content-Length', `000${response.body.length}`),
  ),
];

const mediaTypeVariations: readonly Variation[] = [
  http(
    'charset-quoted',
    'The charset is in quotes.',
    MEDIA_TYPE,
    typed((type) => type.replace('utf-8', '"utf-8"')),
  ),
  http(
    'charset-upper-case',
    'The charset is in upper case, its name too.',
    'RFC 9110, section 8.3.2',
    typed((type) => type.replace('charset=utf-8', 'CHARSET=UTF-8')),
  ),
  http(
    'media-type-case',
    'The media type is in mixed case.',
    MEDIA_TYPE,
    typed((type) => type.replace('text/xml', 'Text/XML').replace('application/soap+xml', 'Application/SOAP+XML')),
  ),
  http(
    'media-type-spaced',
    'Spaces and tabs stand round the semicolon.',
    'RFC 9110, section 5.6.6',
    typed((type) => type.replace('; ', ' \t;\t ')),
  ),
  http(
    'media-type-tight',
    'No space follows the semicolon.',
    'RFC 9110, section 5.6.6',
    typed((type) => type.replace('; ', ';')),
  ),
  http(
    'media-type-semicolon',
    'A semicolon ends the media type.',
    'RFC 9110, section 5.6.6: a parameter may be missing',
    typed((type) => `${type};`),
  ),
  http(
    'media-type-parameter',
    'The media type has a further parameter, before the charset.',
    MEDIA_TYPE,
    typed((type) => type.replace('; ', '; odd="a;b=\\"c\\""; ')),
  ),
  http(
    'media-type-action',
    'The media type has an action.',
    'RFC 3902, section 2',
    typed((type) => `${type}; action="urn:answer"`),
    over('soap12'),
  ),
];

/** How the message round the document is written. */
export const httpVariations: readonly Variation[] = [...messageVariations, ...headerVariations, ...mediaTypeVariations];
