import { gzipSync } from 'node:zlib';
import type { OutResponse } from '../wire/message.ts';
import { headerOf } from '../wire/message.ts';
import { joined, onSuccess, rawAnswer, withBody, withHeader, withoutLength, withText } from './answers.ts';
import { everywhere, over, overSoap } from './cells.ts';
import type { Defect, Observable } from './defect.ts';

type Edit = Parameters<typeof onSuccess>[0];

function mediaType(
  id: string,
  title: string,
  edit: Edit,
  bugClass: string | null,
  cells: Observable = everywhere,
): Defect {
  return { id, title, requirement: 'RFC 9110, section 8.3', bugClass, cells, hooks: onSuccess(edit) };
}

const typed =
  (value: string | null): Edit =>
  (response) =>
    withHeader(response, 'Content-Type', value);
const retyped =
  (edit: (value: string) => string): Edit =>
  (response) =>
    withHeader(response, 'Content-Type', edit(headerOf(response.headers, 'content-type') ?? ''));

/** Layer 'media type'. */
const mediaTypeDefects: readonly Defect[] = [
  mediaType('media-type-plain', 'XML is sent as text/plain.', typed('text/plain; charset=utf-8'), '9'),
  mediaType('media-type-html', 'XML is sent as text/html.', typed('text/html; charset=utf-8'), null),
  mediaType(
    'media-type-application-xml',
    'XML is sent as application/xml.',
    typed('application/xml; charset=utf-8'),
    null,
  ),
  mediaType(
    'media-type-of-other-version',
    'SOAP 1.1 is sent with the media type of SOAP 1.2, and the other way round.',
    (response, { binding, contract }) => {
      const { responseMediaType, charset } = contract.bindings[binding === 'soap11' ? 'soap12' : 'soap11'];
      return withHeader(response, 'Content-Type', `${responseMediaType}; charset=${charset}`);
    },
    '10',
    overSoap,
  ),
  mediaType(
    'media-type-echoed',
    "The answer has the request's media type.",
    (response, { request }) => withHeader(response, 'Content-Type', headerOf(request.headers, 'content-type')),
    '9',
    over('http-post'),
  ),
  mediaType('content-type-missing', 'The answer has no Content-Type.', typed(null), '34'),
  mediaType('content-type-garbled', 'Content-Type is no media type.', typed('xml'), null),
  mediaType(
    'charset-missing',
    'Content-Type has no charset.',
    retyped((value) => value.replace(/;.*/, '')),
    '34',
  ),
  mediaType(
    'charset-latin1',
    'UTF-8 is sent with charset iso-8859-1.',
    retyped((value) => value.replace('utf-8', 'iso-8859-1')),
    '7',
  ),
  mediaType(
    'charset-utf16',
    'UTF-8 is sent with charset utf-16.',
    retyped((value) => value.replace('utf-8', 'utf-16')),
    '13',
  ),
];

function length(id: string, title: string, edit: (response: OutResponse) => OutResponse): Defect {
  return { id, title, requirement: 'limits.content-length', bugClass: '15', cells: everywhere, hooks: onSuccess(edit) };
}

const lengthOf = (change: (bytes: number) => number) => (response: OutResponse) =>
  withHeader(response, 'Content-Length', String(change(response.body.length)));

/** Layer 'length'. */
const lengthDefects: readonly Defect[] = [
  length('length-missing', 'The answer comes in chunks, without Content-Length.', (response) =>
    withHeader(response, 'Content-Length', null),
  ),
  length('length-missing-http10', 'The answer is of HTTP 1.0 and ends with the connection.', (response) =>
    rawAnswer(response, { statusLine: 'HTTP/1.0 200 OK', headers: withoutLength }),
  ),
  length('length-too-large', 'Content-Length counts more bytes than are sent.', (response) =>
    rawAnswer(lengthOf((bytes) => bytes + 10)(response), {}),
  ),
  length(
    'length-too-small',
    'Content-Length counts less bytes than are sent.',
    lengthOf((bytes) => bytes - 10),
  ),
  length('length-without-last-newline', 'Content-Length leaves out the newline at the end.', (response) =>
    lengthOf((bytes) => bytes - 2)(withText(response, (text) => `${text}\r\n`)),
  ),
  length('body-cut-off', 'The connection is closed halfway through the body.', (response) =>
    // Before a tag, so that no character is cut in two.
    rawAnswer(response, { body: (body) => body.subarray(0, body.lastIndexOf(0x3c, body.length / 2)) }),
  ),
];

/** What the headers of an answer promise of its body. */
export const messageDefects: readonly Defect[] = [
  ...mediaTypeDefects,
  ...lengthDefects,
  {
    id: 'body-gzipped',
    title: 'The body is compressed, though the request accepts no content coding.',
    requirement: 'service.xml',
    bugClass: null,
    cells: everywhere,
    hooks: onSuccess((response) =>
      withHeader(withBody(response, joined(gzipSync(response.body))), 'Content-Encoding', 'gzip'),
    ),
  },
];
