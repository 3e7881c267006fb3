import { deflateRawSync, gzipSync } from 'node:zlib';
import type { OutResponse } from '../../reference/wire/message.ts';
import type { Header } from '../../wire/http/exchange.ts';
import { bodied, JSON_TEXT, LENGTH, namesMistakes, without } from './mistakes.fixture.ts';

// What a server may make of the bytes of a right answer, and of their length.

/** The bytes of an answer with these lengths in its head, whatever its body has. */
function framed({ status, headers }: OutResponse, body: Buffer, ...framing: readonly string[]): Partial<OutResponse> {
  const own = without(headers, LENGTH).map(([name, value]) => `${name}: ${value}`);
  const lines = [...own, ...framing, 'Connection: close'];
  const head = Buffer.from(`HTTP/1.1 ${status} OK\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return { raw: { bytes: Buffer.concat([head, body]), afterwards: 'close' } };
}

const accented = (body: Buffer): Buffer => Buffer.from(body.toString().replace(/Seat/g, 'Sitzüberzüge für é'));
const PAGE = '<!DOCTYPE html>\n<html><head><title>Down</title></head><body>Down<br></body></html>\n';
const PHP_WARNING = '<br />\n<b>Warning</b>:  Undefined variable $x in <b>/app/a.php</b> on line <b>3</b><br />\n';
const chunked = (body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]);
const GZIP: Header = ['Content-Encoding', 'gzip'];

namesMistakes([
  {
    name: 'JSON with its media type',
    mangle: (_, answer) => bodied(answer, Buffer.from(JSON_TEXT), ['Content-Type', 'application/json; charset=utf-8']),
    says: /^The body is JSON/,
    fix: /^own code: Write the XML of the document, whatever Accept says/,
  },
  {
    name: 'JSON as XML',
    mangle: (_, answer) => bodied(answer, Buffer.from(JSON_TEXT)),
    says: /^The body is JSON\.$/,
    fix: /^own code: Write the XML/,
  },
  {
    name: 'a web page as XML',
    mangle: (_, answer) => bodied(answer, Buffer.from(PAGE)),
    says: /^The body is a web page\.$/,
    fix: /^own code: See in the log what the page stands for/,
  },
  {
    name: 'MTOM',
    mangle: (body, answer) =>
      bodied(
        answer,
        Buffer.from(`--uuid:1\r\nContent-Type: application/xop+xml; type="text/xml"\r\n\r\n${body}\r\n--uuid:1--\r\n`),
        ['Content-Type', 'multipart/related; type="application/xop+xml"; boundary="uuid:1"'],
      ),
    says: /^The body is a MIME multipart \(MTOM\)/,
    fix: /^own code: Send the envelope itself .* switch MTOM/,
  },
  {
    name: 'chunk sizes in the body',
    mangle: (body, answer) => bodied(answer, chunked(body)),
    says: /^The body begins with a chunk size of HTTP, '[\da-f]+'\.$/,
    fix: /^own code: Write the body without chunk sizes/,
  },
  {
    name: 'gzip that is not said',
    mangle: (body, answer) => bodied(answer, gzipSync(body)),
    says: /^The body is compressed \(gzip\), and no Content-Encoding says so\.$/,
    fix: /^own code: Send Content-Encoding with what is compressed/,
  },
  {
    name: 'gzip twice',
    mangle: (body, answer) => bodied(answer, gzipSync(gzipSync(body)), GZIP),
    says: /^The body is compressed twice: gzip holds gzip\.$/,
    fix: /^own code: Compress in one place/,
  },
  {
    name: 'gzip that is cut',
    mangle: (body, answer) => bodied(answer, gzipSync(body).subarray(0, -10), GZIP),
    says: /^The body ends before its gzip is complete\.$/,
    fix: /^own code: Close the compressor/,
  },
  {
    name: 'gzip that is only said',
    mangle: (body, answer) => bodied(answer, body, GZIP),
    says: /^The body is plain text, and Content-Encoding says 'gzip'\.$/,
    fix: /^own code: Send Content-Encoding only with what is compressed/,
  },
  {
    name: 'gzip that is called deflate',
    mangle: (body, answer) => bodied(answer, gzipSync(body), ['Content-Encoding', 'deflate']),
    says: /^The body is gzip, and Content-Encoding says 'deflate'\.$/,
    fix: /^own code: Name the coding that is applied/,
  },
  {
    name: 'DEFLATE without the frame of zlib',
    mangle: (body, answer) => bodied(answer, deflateRawSync(body), ['Content-Encoding', 'deflate']),
    says: /^The body is raw deflate, and Content-Encoding says 'deflate'\.$/,
    fix: /^own code: Name the coding that is applied/,
  },
  {
    name: 'bytes of ISO 8859-1',
    mangle: (body, answer) => bodied(answer, Buffer.from(accented(body).toString(), 'latin1')),
    says: /^The body is in ISO 8859-1 or Windows-1252, not in UTF-8\.$/,
    fix: /^own code: Encode the text as UTF-8/,
  },
  {
    name: 'the body twice',
    mangle: (body, answer) => bodied(answer, Buffer.concat([body, body])),
    says: /^The body holds the same \d+ bytes twice\.$/,
    fix: /^own code: Write the answer once/,
  },
  {
    name: 'a warning of PHP before the document',
    mangle: (body, answer) => bodied(answer, Buffer.concat([Buffer.from(PHP_WARNING), body])),
    says: /^The body begins with a message of PHP\.$/,
    fix: /^own code: Set display_errors to 0/,
  },
  {
    name: 'a warning of PHP with its media type',
    mangle: (body, answer) =>
      bodied(answer, Buffer.concat([Buffer.from(PHP_WARNING), body]), ['Content-Type', 'text/html; charset=UTF-8']),
    says: /^The body begins with a message of PHP/,
    fix: /^own code: Set display_errors to 0/,
  },
  {
    name: 'no body',
    mangle: (_, answer) => bodied(answer, Buffer.alloc(0)),
    says: /^The body is empty\.$/,
    fix: /^own code: Write the answer before you send it: flush/,
  },
  {
    name: 'a body that ends at its Content-Length',
    mangle: (body, answer) => bodied(answer, body.subarray(0, -70)),
    says: /^The body ends inside .*, exactly at its Content-Length of \d+\.$/,
    fix: /^own code: Count Content-Length after the last step/,
  },
  {
    name: 'a list of lengths',
    mangle: (body, answer) => framed(answer, body, `Content-Length: ${body.length}, ${body.length}`),
    says: /the Content-Length is a list of numbers, (\d+), \1\.$/,
    fix: /^own code: Set Content-Length in one place/,
  },
  {
    name: 'two lengths',
    mangle: (body, answer) => framed(answer, body, `Content-Length: ${body.length}`, `Content-Length: ${body.length}`),
    says: /the Content-Length is a list of numbers, (\d+), \1\.$/,
    fix: /^own code: Set Content-Length in one place/,
  },
  {
    name: 'a length in characters',
    mangle: (body, answer) => framed(answer, accented(body), `Content-Length: ${accented(body).toString().length}`),
    says: /^The Content-Length is \d+, but \d+ bytes came: it counts characters, not bytes\.$/,
    fix: /^own code: Encode the text as UTF-8 first, and count those bytes/,
  },
  {
    name: 'a length in characters that cuts the body',
    mangle: (body, answer) => bodied(answer, accented(body).subarray(0, accented(body).toString().length)),
    says: /^The body is cut at its Content-Length of \d+, which counts characters, not bytes\.$/,
    fix: /^own code: Encode the text as UTF-8 first, and count those bytes/,
  },
  {
    name: 'a chunk size that is no number',
    mangle: (body, answer) => framed(answer, Buffer.from(`size\r\n${body}\r\n0\r\n\r\n`), 'Transfer-Encoding: chunked'),
    says: /^No complete answer came: .*Invalid character in chunk size/,
    fix: /^own code: Write the number of bytes of each chunk in hexadecimal digits/,
  },
]);
