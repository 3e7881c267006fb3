import { gzipSync } from 'node:zlib';
import { headerValue, withHeader } from '../../../wire/http/exchange.ts';
import type { MutationContext } from '../../mutation.ts';
import { contentTypeOf, type OutResponse } from '../../wire/message.ts';
import { of, over, overSoap } from '../cells.ts';
import { type Defect, type Effect, recommended, table, together, where } from '../defect.ts';
import {
  answered,
  joined,
  rawAnswer,
  retyped,
  sentRaw,
  withBody,
  withField,
  withoutLength,
  withText,
} from '../edits/answer.ts';
import { editField, isString } from '../edits/tree.ts';

const typed = (value: string | null): Effect => withField('Content-Type', value);
const charset = (name: string): Effect => retyped((value) => value.replace('utf-8', name));

/** The media type and charset of the other version of SOAP. */
export function inTypeOfOtherVersion(response: OutResponse, { binding, contract }: MutationContext): OutResponse {
  return withHeader(response, 'Content-Type', contentTypeOf(contract, binding === 'soap11' ? 'soap12' : 'soap11'));
}

const mediaTypeDefects = [
  ...table(['http.content-type'], {
    'media-type-plain: XML is sent as text/plain.': typed('text/plain; charset=utf-8'),
    'media-type-html: XML is sent as text/html.': typed('text/html; charset=utf-8'),
    'media-type-application-xml: XML is sent as application/xml.': typed('application/xml; charset=utf-8'),
    'media-type-of-other-version: SOAP 1.1 is sent with the media type of SOAP 1.2, and the other way round.': answered(
      inTypeOfOtherVersion,
      overSoap,
    ),
    "media-type-echoed: The answer has the request's media type.": answered(
      (response, { request }) =>
        withHeader(response, 'Content-Type', headerValue(request.headers, 'content-type') ?? null),
      over('http-post'),
    ),
    'content-type-missing: The answer has no Content-Type.': typed(null),
    'content-type-garbled: Content-Type is not a media type.': typed('xml'),
    'charset-missing: Content-Type has no charset.': retyped((value) => value.replace(/;.*/, '')),
    'charset-latin1: UTF-8 is sent with charset iso-8859-1.': charset('iso-8859-1'),
    'charset-utf16: UTF-8 is sent with charset utf-16.': charset('utf-16'),
  }),
  ...table(recommended(['http.content-type']), {
    'charset-spaced: There are spaces around the = of the charset.': retyped((value) => value.replace('=', ' = ')),
  }),
];

/** Content-Length, so many bytes too large. */
const length = (more: number) => (response: OutResponse) =>
  withHeader(response, 'Content-Length', String(response.body.length + more));

const lengthDefects = table(['http.content-length'], {
  'length-missing: The answer comes in chunks, without Content-Length.': withField('Content-Length', null),
  'length-missing-if-large: Answers of more than 2,000 bytes come in chunks, without Content-Length.': where(
    of('Get_Video_Links', 'Get_Video_Links_by_Make', 'Get_Universal_Seat_Cover', 'McatCodes'),
    answered((response) => (response.body.length > 2000 ? withHeader(response, 'Content-Length', null) : response)),
  ),
  'length-missing-http10: The answer is HTTP 1.0 and ends with the connection.': sentRaw({
    statusLine: 'HTTP/1.0 200 OK',
    headers: withoutLength,
  }),
  'length-too-large: Content-Length counts more bytes than are sent.': answered((response) =>
    rawAnswer(length(10)(response), {}),
  ),
  'length-too-large-kept-open: Content-Length counts more bytes than are sent, and the connection stays open.':
    answered((response) => rawAnswer(length(2)(response), { afterwards: 'hold' })),
  'length-too-small: Content-Length counts fewer bytes than are sent.': answered(length(-10)),
  'length-without-last-newline: Content-Length leaves out the newline at the end.': answered((response) =>
    length(-2)(withText(response, (text) => `${text}\r\n`)),
  ),
  // Before a tag, so that no character is split.
  'body-cut-off: The connection is closed halfway through the body.': sentRaw({
    body: (body) => body.subarray(0, body.lastIndexOf(0x3c, body.length / 2)),
  }),
});

const codingDefects = table(['xml.encoding'], {
  'body-gzipped: The body is compressed, though the request accepts no content coding.': answered((response) =>
    withHeader(withBody(response, joined(gzipSync(response.body))), 'Content-Encoding', 'gzip'),
  ),
});

const BOM = new Uint8Array([0xef, 0xbb, 0xbf]);
const UTF16_BOM = new Uint8Array([0xff, 0xfe]);

/** A letter beyond ASCII in every record, so that its encoding shows. */
const accented = editField('outermost', isString, (element) => [{ ...element, children: [...element.children, 'é'] }]);

const declared = (encoding: string): Effect =>
  answered((response) => withText(response, (text) => text.replace('encoding="utf-8"', `encoding="${encoding}"`)));
const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
const decoded = (body: Uint8Array): string => new TextDecoder().decode(body);
const westernised = (body: Uint8Array): Uint8Array => latin1(decoded(body).replace(/[\u0100-\uffff]/g, '?'));
const cutInCharacter = (body: Uint8Array): Uint8Array =>
  latin1(Buffer.from(body).toString('latin1').replaceAll('\u00c3\u00a9', '\u00c3'));
const reencoded = (edit: (body: Uint8Array) => Uint8Array): Effect =>
  answered((response) => withBody(response, edit(response.body)));

function utf16(response: OutResponse): OutResponse {
  const text = decoded(response.body).replace('encoding="utf-8"', 'encoding="utf-16"');
  const type = headerValue(response.headers, 'content-type') ?? '';
  const body = joined(UTF16_BOM, Buffer.from(text, 'utf16le'));
  return withHeader(withBody(response, body), 'Content-Type', type.replace('utf-8', 'utf-16'));
}

const byteDefects = [
  ...table(recommended(['xml.encoding']), {
    'encoding-declared-utf16: The XML declaration says utf-16 over UTF-8 bytes.': declared('utf-16'),
    'encoding-declared-latin1: The XML declaration says iso-8859-1 over UTF-8 bytes.': declared('iso-8859-1'),
  }),
  ...table(['xml.encoding'], {
    'bytes-latin1: The bytes are ISO 8859-1, the headers and the declaration say UTF-8.': together(
      accented,
      reencoded(westernised),
    ),
    'bytes-cut-in-character: A character of two bytes loses the second.': together(accented, reencoded(cutInCharacter)),
  }),
  ...table(['http.content-type', 'xml.encoding'], { 'utf16: The answer is UTF-16, and says so.': answered(utf16) }),
  ...table(['xml.bom'], { 'bom: The body begins with a byte order mark.': reencoded((body) => joined(BOM, body)) }),
];

/** What an answer's headers promise about its body, and the encoding of the body. */
export const messageDefects: readonly Defect[] = [
  ...mediaTypeDefects,
  ...lengthDefects,
  ...codingDefects,
  ...byteDefects,
];
