import { gzipSync } from 'node:zlib';
import type { HttpRequest } from '../../wire/http/exchange.ts';
import { body, header, post, type Specimen, soap11, soap12 } from './specimen-edits.fixture.ts';

const bytesOf = (request: HttpRequest): Buffer => Buffer.from(request.body ?? []);
const edited = (edit: (bytes: Buffer) => string | Uint8Array) => (request: HttpRequest) =>
  body(edit(bytesOf(request)))(request);
const gzipped = edited((bytes) => gzipSync(bytes));

/** The envelope with characters beyond ASCII in it, cut where a count of characters ends it. */
function countedInCharacters(request: HttpRequest): HttpRequest {
  const text = bytesOf(request).toString().replace('SC-1001', 'Söhne é 🚗');
  return header('content-length', `${text.length}`)(body(Buffer.from(text).subarray(0, text.length))(request));
}

function cut(request: HttpRequest): HttpRequest {
  const bytes = bytesOf(request).subarray(0, -60);
  return header('content-length', `${bytes.length}`)(body(bytes)(request));
}

const chunked = edited((bytes) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n0\r\n\r\n')]),
);

const mtom = edited((bytes) => {
  const head = 'Content-Type: application/xop+xml;charset=utf-8;type="application/soap+xml"\r\n\r\n';
  return `--uuid:1\r\nContent-Id: <root@example.org>\r\n${head}${bytes}\r\n--uuid:1--`;
});
const MTOM_TYPE = 'multipart/related;type="application/xop+xml";boundary="uuid:1";start-info="application/soap+xml"';

/** Bodies that are something else than an envelope. */
export const bodySpecimens: readonly Specimen[] = [
  [
    soap12,
    (request) => header('Content-Type', MTOM_TYPE)(mtom(request)),
    `client.media-type: the body is a MIME multipart (MTOM), and Content-Type is '${MTOM_TYPE.slice(0, 80)}…': expected 'application/soap+xml', as the envelope is SOAP 1.2's`,
  ],
  [
    soap12,
    mtom,
    "client.media-type: the body is a MIME multipart (MTOM), and Content-Type is 'application/soap+xml; charset=utf-8': expected an envelope by itself",
  ],
  [
    soap11,
    edited((bytes) => `--b\r\nContent-Type: text/xml\r\n\r\n${bytes}\r\n--b--\r\n`),
    "client.media-type: the body is a MIME multipart (attachments), and Content-Type is 'text/xml; charset=utf-8': expected an envelope by itself",
  ],
  [
    soap11,
    body('--b\r\n\r\nhello\r\n--b--'),
    "client.media-type: the body is a MIME multipart (attachments), and Content-Type is 'text/xml; charset=utf-8': expected an envelope by itself",
  ],
  [
    post,
    body('--b\r\nContent-Disposition: form-data; name="ItemNo"\r\n\r\nSC-1001\r\n--b--\r\n'),
    "client.media-type: the body is a MIME multipart (attachments), and Content-Type is 'application/x-www-form-urlencoded': expected a form by itself",
  ],
  [
    soap11,
    (request) => header('Content-Encoding', 'gzip')(gzipped(request)),
    'client.charset: the body is in the content coding gzip: expected no content coding',
  ],
  [
    soap11,
    gzipped,
    'client.charset: the body is compressed (gzip), and no Content-Encoding says so: expected no content coding',
  ],
  [soap11, chunked, "client.well-formed: the body begins with a chunk size of HTTP, '17f': expected an envelope"],
  [soap11, body(''), 'client.well-formed: the body is empty: expected an envelope'],
  [
    soap11,
    body('<!DOCTYPE html><html><body>Sign in</body></html>'),
    'client.well-formed: the body is a web page: expected an envelope',
  ],
  [
    soap11,
    edited((bytes) => bytes.toString('base64')),
    'client.well-formed: the body is base64 of XML: expected an envelope',
  ],
  [
    soap11,
    edited((bytes) => `POST /getData.asmx HTTP/1.1\r\nHost: host.example\r\n\r\n${bytes}`),
    'client.well-formed: the body begins with the head of an HTTP message: expected an envelope',
  ],
  [
    soap12,
    edited((bytes) => `${bytes}`.replaceAll('<', '&lt;')),
    'client.well-formed: the body is XML whose markup is escaped: expected an envelope',
  ],
  [
    post,
    edited((bytes) => bytes.toString('base64')),
    'client.url-encoding: the body is base64 of a form: expected a form',
  ],
  [
    post,
    edited((bytes) => `Content-Type: application/x-www-form-urlencoded\r\n\r\n${bytes}`),
    'client.url-encoding: the body begins with the head of an HTTP message: expected a form',
  ],
  [
    soap11,
    cut,
    'client.well-formed: the body ends inside <ItemNo>, exactly at its Content-Length of 323: expected an envelope',
  ],
  [
    soap11,
    countedInCharacters,
    'client.well-formed: the body is cut at its Content-Length of 386, which counts characters, not bytes: expected an envelope',
  ],
];
