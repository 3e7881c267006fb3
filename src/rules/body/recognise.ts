import { isUtf8 } from 'node:buffer';
import { plural } from '../../base/words.ts';
import { contentCoding, headerValue } from '../../wire/http/exchange.ts';
import { mediaTypeOf } from '../../wire/soap/media-type.ts';
import { codingOf, compression } from './compression.ts';
import { ending } from './ending.ts';
import type { Message, Recognised } from './recognised.ts';

/**
 * Recognises a body that is not what its binding sends, by its bytes and its header fields; null for any other.
 * @param endsEarly - a parser found its end inside an element
 */
export function recognise(message: Message, endsEarly = false): Recognised | null {
  const { headers, body, codedBytes } = message;
  const said = codedBytes === undefined ? contentCoding(headers) : null;
  const start = Buffer.from(body.subarray(0, START_BYTES)).toString('latin1').replace(BYTE_ORDER_MARK, '');
  if (body.length <= START_BYTES && start.trim() === '')
    return { kind: 'empty', words: body.length === 0 ? 'is empty' : 'holds nothing but white space' };
  if (said !== null || codingOf(body) !== null) return compression(body, said, codedBytes !== undefined);
  const type = mediaTypeOf(headerValue(headers, 'content-type'))?.type ?? '';
  if (JSON_START.test(start)) return { kind: 'json', words: 'is JSON' };
  if (ESCAPED_START.test(start)) return { kind: 'escaped', words: 'is XML whose markup is escaped' };
  const packed = inBase64(start);
  if (packed !== null) return { kind: 'base64', words: `is base64 of ${packed}` };
  if (START_LINE.test(start) || HEAD_FIELD.test(start))
    return { kind: 'http-head', words: 'begins with the head of an HTTP message' };
  if (PHP_START.test(start)) return { kind: 'php-message', words: 'begins with a message of PHP' };
  if (PAGE_START.test(start) || (HTML.test(type) && !XML_START.test(start)))
    return { kind: 'web-page', words: 'is a web page' };
  return multipart(body, start) ?? chunkSizes(body, start) ?? twice(body) ?? ending(message, endsEarly) ?? latin1(body);
}

/** Enough to see what a body begins with. */
const START_BYTES = 4096;
const BYTE_ORDER_MARK = /^\u00ef\u00bb\u00bf/;
/** An object or array, or a text that holds XML. */
const JSON_START = /^\s*(?:\{\s*(?:"|\})|\[\s*(?:[[{"\]\d-]|(?:true|false|null)\b)|"\s*(?:<|\\u003c))/i;
const ESCAPED_START = /^\s*(?:&lt;|&#(?:60|x3c);)[?\w]/i;
/** So many characters of base64 are no words by chance. */
const BASE64_START = /^[A-Za-z\d+/]{40}/;
const START_LINE = /^\s*(?:HTTP\/\d(?:\.\d)? \d{3}\b|POST \S{1,500} HTTP\/\d)/i;
const HEAD_FIELD = /^\s*(?:Content-(?:Type|Length)|Server|Date|Cache-Control|Host|User-Agent|SOAPAction): \S/i;
const PHP_START =
  /^\s*(?:<br ?\/?>\s*<b>|PHP )?(?:Warning|Notice|Deprecated|Parse error|(?:Recoverable )?Fatal error)(?:<\/b>)?: /;
const HTML = /^(?:text\/html|application\/xhtml\+xml)$/;
const PAGE_START = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)?<(?:!doctype\s+html|html)[\s>]/i;
/** What begins like the XML of an answer, and not like a part of a page. */
const XML_START =
  /^\s*<(?:\?xml|(?:[\w.-]+:)?Envelope|(?!(?:head|body|h\d|p|br|hr|div|span|pre|center|title|b|font)[\s/>])\w)/i;

/** What a text in base64 holds; null for any other text. */
function inBase64(start: string): 'XML' | 'a form' | null {
  const [packed = ''] = BASE64_START.exec(start.trimStart()) ?? [];
  const text = Buffer.from(packed, 'base64').toString('latin1');
  if (/^\s*<[?\w]/.test(text)) return 'XML';
  return /^\w{1,64}=[^&=]{0,64}(?:&|$)/.test(text) ? 'a form' : null;
}

/** Recognises a document whose bytes come twice, with or without white space between them. */
function twice(body: Uint8Array): Recognised | null {
  const half = Math.floor(body.length / 2);
  for (let length = half; length > 0 && length >= half - MOST_BETWEEN; length -= 1) {
    const [first, second] = [body.subarray(0, length), body.subarray(body.length - length)];
    if (first[0] !== LESS_THAN || Buffer.compare(first, second) !== 0) continue;
    if (
      Buffer.from(body.subarray(length, body.length - length))
        .toString('latin1')
        .trim() !== ''
    )
      continue;
    return { kind: 'twice', words: `holds the same ${plural(length, 'byte')} twice`, inner: first };
  }
  return null;
}

const LESS_THAN = 0x3c;
/** Bytes of white space between two documents, halved. */
const MOST_BETWEEN = 2;

/** Sequences of several bytes in UTF-8, of which texts in ISO 8859-1 have none (RFC 3629, section 4). */
const UTF8_SEQUENCE = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/;
/** A letter of ISO 8859-1 that would begin 3 bytes or more in UTF-8, between bytes of ASCII: none that was cut. */
const LATIN1_LETTER = /[\t\n\r -~][\xe0-\xf6\xf8-\xff][\t\n\r -~]/;

function latin1(body: Uint8Array): Recognised | null {
  if (isUtf8(body)) return null;
  const text = Buffer.from(body.subarray(0, MOST_LATIN1)).toString('latin1');
  if (text.includes('\0') || UTF8_SEQUENCE.test(text) || !LATIN1_LETTER.test(text)) return null;
  return { kind: 'latin1', words: 'is in ISO 8859-1 or Windows-1252, not in UTF-8' };
}

/** More bytes of a body are not searched. */
const MOST_LATIN1 = 1024 * 1024;

/** A boundary and the header fields of the first part, which may be folded (RFC 2046, section 5.1.1). */
const FIRST_PART = /(?:^|\n)--(\S[^\r\n]{0,69})\r?\n((?:[\w-]+:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*)*)\r?\n/;

/** Recognises a MIME multipart, as MTOM and SOAP with attachments send it. @param start - its first characters */
function multipart(body: Uint8Array, start: string): Recognised | null {
  const part = FIRST_PART.exec(start.trimStart());
  if (part === null) return null;
  const [head, boundary = '', fields = ''] = part;
  const preamble = start.slice(0, start.indexOf(head));
  const from = start.indexOf(head) + head.length;
  const end = Buffer.from(body.buffer, body.byteOffset, body.byteLength).indexOf(`\n--${boundary}`, from);
  // Nothing else shows that it is one.
  if (preamble.includes('<') || (fields === '' && end < 0)) return null;
  const inner = body.subarray(from, end < 0 ? body.length : end);
  const words = `is a MIME multipart (${/xop/i.test(fields) ? 'MTOM' : 'attachments'})`;
  return { kind: 'multipart', words, inner };
}

/** The line before a chunk (RFC 9112, section 7.1). */
const SIZE_LINE = /^([\da-f]{1,8})(?:[ \t]*;[^\r\n]*)?\r\n/i;
/** The last chunk and its trailer, after a document. */
const LAST_CHUNK = />\s*\r\n0\r\n(?:[^\r\n]+\r\n)*\r\n$/;
const SIZE_LINE_BYTES = 200;

/** Recognises the chunk sizes of HTTP in a body, of which nobody took them off. @param start - its first characters */
function chunkSizes(body: Uint8Array, start: string): Recognised | null {
  const [, size] = SIZE_LINE.exec(start) ?? [];
  const inner = size === undefined ? null : joinedChunks(body);
  const sizes = { kind: 'chunk-sizes', words: `begins with a chunk size of HTTP, '${size}'` } as const;
  if (inner !== null) return { ...sizes, inner };
  const end = Buffer.from(body.subarray(-SIZE_LINE_BYTES)).toString('latin1');
  const last = LAST_CHUNK.exec(end);
  if (last === null) return null;
  const length = body.length - (end.length - last.index - 1);
  return { kind: 'chunk-sizes', words: "ends with the last chunk size of HTTP, '0'", inner: body.subarray(0, length) };
}

/** The content of all chunks, or of those that came before the end; null where the sizes are not those of chunks. */
function joinedChunks(body: Uint8Array): Uint8Array | null {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < body.length; ) {
    const line = Buffer.from(body.subarray(at, at + SIZE_LINE_BYTES)).toString('latin1');
    const [whole, size = ''] = SIZE_LINE.exec(line) ?? [];
    if (whole === undefined) return null;
    const from = at + whole.length;
    const to = from + Number.parseInt(size, 16);
    if (to === from) break;
    parts.push(body.subarray(from, to));
    if (to < body.length && body[to] !== 0x0d) return null;
    at = to + '\r\n'.length;
  }
  return Buffer.concat(parts);
}
