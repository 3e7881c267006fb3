import { isUtf8 } from 'node:buffer';
import { gzipSync, inflateRawSync } from 'node:zlib';
import { attempt } from '../../base/error.ts';
import { plural } from '../../base/words.ts';
import { uncoded } from '../../wire/http/content-coding.ts';
import { contentCoding, type Header, headerValue } from '../../wire/http/exchange.ts';
import { charsetOf } from '../../wire/soap/media-type.ts';
import { parseXml } from '../../xml/parse.ts';
import { isReformatted } from './reformatted.ts';
import { base64In, byteCharacters, escapedBytes } from './spelled-bytes.ts';

/** What an entry says of a body, before it is known how the recorder kept it (HAR 1.2, 'content' and 'postData'). */
export interface KeptBody {
  /** Null if there is none. */
  readonly text: string | null;
  readonly encoding: string | null;
  /** The bytes of a file beside the HAR, in place of a text. */
  readonly attached: Uint8Array | null;
  /** Bytes of the body, without and with what `compression` saved; as far as they are given. */
  readonly sizes: readonly number[];
  /** Bytes as they came over the wire; null if not given. */
  readonly wireSize: number | null;
  readonly headers: readonly Header[];
  /** The recorder says that it cut the text. */
  readonly isCut: boolean;
  /** It may be longer or shorter than it was: secrets were taken out, or it shows its end. */
  readonly isEdited?: true;
}

/** The bytes of a body; `exact`: they are those that came, not only their text. Or why they are not known. */
export type BodyRead =
  | {
      readonly bytes: Uint8Array;
      readonly exact: boolean;
      /** A content coding was undone, which no recorder puts on. */
      readonly unpacked?: true;
      /** How it was read, if not as the HAR says. */
      readonly note?: string;
    }
  | { readonly leftOut: string };

/** The lengths that tell how a body was recorded. */
interface Lengths {
  /** Content-Length, where it counts these bytes: no recorder writes it, but the service. */
  readonly sent: number | null;
  /** All that may be the body's. */
  readonly told: ReadonlySet<number>;
  /** The body has no fewer bytes, and no more. */
  readonly least: number;
  readonly most: number;
}

const left = (leftOut: string): BodyRead => ({ leftOut });

export const NOT_RECORDED = 'the body of its answer was not recorded';
const UNDECIDED = 'its text may be base64, as the HAR says, and its length says that it is not';
const CUT = 'the recorder says that it cut the body';
export const REPLACED = 'its text has U+FFFD, which a recorder writes for bytes that it could not read';
export const MISREAD = 'its text looks like UTF-8 that the recorder read as Latin-1';
const BINARY = 'its text holds compressed or other bytes as characters, and does not say how';
const CHUNKS = 'its text has chunk sizes in it, which the recorder may have kept';
const ENDS_EARLY =
  'its text ends inside an element, and no Content-Length in the HAR shows that the service sent no more';
const UNSURE = 'its text is not well-formed XML, and no Content-Length in the HAR shows that the service sent it';
const UNKNOWN_ZSTD = 'its bytes are in zstd, which Node.js reads from 22.15 on';
const LONGER = 'it has more bytes than its Content-Length says';
const TAKEN_OUT = 'values were taken out of its text';
const SHOWN = 'its text is a page that shows XML, and no Content-Length in the HAR shows that the service sent it';

/**
 * Reads a body as its recorder wrote it. What the text and the lengths show to be the recorder's doing is undone, or
 * the body is left out: a fault in it need not be the service's.
 */
export function readBody(kept: KeptBody): BodyRead {
  const { text, attached } = kept;
  const lengths = lengthsOf(kept);
  if (kept.isCut) return left(CUT);
  if (attached !== null) return readBytes(attached, kept, lengths);
  if (text === null || (text === '' && lengths.least > 0)) return left(NOT_RECORDED);
  const length = Buffer.byteLength(text);
  const isSaid = /^base-?64$/i.test(kept.encoding ?? '');
  const decoded = base64In(text);
  if (decoded !== null && isBase64(decoded, isSaid, kept, lengths)) {
    // Some recorders count what they write.
    const others = { ...kept, sizes: kept.sizes.filter((size) => size !== length) };
    const note = isSaid ? {} : { note: 'as base64, which the HAR does not say' };
    return { ...readBytes(decoded, kept, lengthsOf(others)), ...note };
  }
  if (isSaid && decoded !== null && lengths.sent !== length) return left(UNDECIDED);
  const note = isSaid ? { note: 'as it is, since it is not the base64 that the HAR says' } : {};
  const escaped = escapedBytes(text);
  return { ...(escaped === null ? readText(text, kept, lengths) : readBytes(escaped, kept, lengths)), ...note };
}

/**
 * As `readBody`, for an answer: only the service's own Content-Length or content coding shows that it sent what is not
 * well-formed. A size may be the recorder's own count of what it wrote. Of a refusal only the status is judged.
 */
export function readAnswer(kept: KeptBody, status: number): BodyRead {
  const read = readBody(kept);
  if ('leftOut' in read) return read;
  const { sent } = lengthsOf(kept);
  const { bytes } = read;
  if (bytes.byteLength === 0 && sent !== 0) return left(NOT_RECORDED);
  if (bytes.byteLength === sent || read.unpacked === true) return read;
  const text = new TextDecoder().decode(bytes);
  if (hasTakenOut(text)) return left(TAKEN_OUT);
  const parsed = parseXml(text);
  if (parsed.kind === 'document') return isViewer(text, kept.headers) ? left(SHOWN) : read;
  if (status >= 400 && read.exact) return read;
  return left(parsed.problem.atEnd === true ? ENDS_EARLY : UNSURE);
}

/** What tools that take secrets out of recordings write in place of a whole value. */
const MARKS = 'redacted|removed|masked|filtered|hidden|scrubbed';
const TAKEN_OUT_MARK = new RegExp(`^\\s*(?:\\*{3,}|(?:${MARKS}))\\s*$|[[<({](?:${MARKS})[\\]>)}]`, 'i');
export const isTakenOut = (value: string): boolean => TAKEN_OUT_MARK.test(value);

/** Whether that stands for a value of XML or of a form. */
export function hasTakenOut(text: string): boolean {
  return (text.match(/[>=][^<>=&]{3,40}(?=[<&]|$)/g) ?? []).some((one) => isTakenOut(one.slice(1)));
}

/** A browser's page around an XML document: the page is not of the type that the service says. */
function isViewer(text: string, headers: readonly Header[]): boolean {
  const type = headerValue(headers, 'content-type') ?? '';
  return /^\s*<(?:html|body|pre|div)[\s>]/i.test(text) && !/html/i.test(type);
}

function lengthsOf({ headers, sizes, wireSize, isEdited }: KeptBody): Lengths {
  const values = headers.filter(([name]) => /^content-length$/i.test(name)).map(([, value]) => value);
  const [value = ''] = values;
  const length = values.length === 1 && /^\d{1,15}$/.test(value) ? Number(value) : null;
  const isCoded = contentCoding(headers) !== null;
  const isChunked = headerValue(headers, 'transfer-encoding') !== undefined;
  const sent = isCoded || isChunked ? null : length;
  // Some recorders give the size of the coded body.
  const own = isCoded ? sizes.filter((size) => size !== length && size !== wireSize) : sizes;
  const all = [...own, ...(isCoded || wireSize === null ? [] : [wireSize]), ...(sent === null ? [] : [sent])];
  const [least, most] = isEdited === true ? [0, Infinity] : [Math.max(0, own[0] ?? 0, sent ?? 0), sent ?? Infinity];
  return { sent, told: new Set(all), least, most };
}

/** Whether a text that may be base64 is. */
function isBase64(decoded: Uint8Array, isSaid: boolean, { text, headers }: KeptBody, { sent, told }: Lengths): boolean {
  const { length } = text ?? '';
  if (isDocument(decoded) || isGzip(decoded) || unpackedIn(decoded, headers, told) !== null)
    return isSaid || sent !== length;
  const [isDecoded, isText] = [told.has(decoded.byteLength), told.has(length)];
  return isSaid ? isDecoded || !isText : isDecoded && !isText;
}

/** How a frame of zstd begins (RFC 8878, section 3.1.1). */
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

const isGzip = ([first, second]: Uint8Array): boolean => first === 0x1f && second === 0x8b;

export const isDocumentStart = (text: string): boolean => /^[\uFEFF\s]*</.test(text);

/** True for bytes that begin as XML does, in UTF-8 or UTF-16. */
function isDocument(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 64)).toString('utf8').replaceAll('\u0000', '');
  return isDocumentStart(start.replace(/^\uFFFD+/, ''));
}

/** Bytes that the HAR holds, decoded if a content coding is still on them. */
function readBytes(bytes: Uint8Array, { headers }: KeptBody, { sent, told, least, most }: Lengths): BodyRead {
  const { byteLength } = bytes;
  const coding = contentCoding(headers);
  const unpacked = isDocument(bytes) ? null : unpackedIn(bytes, headers, told);
  if (unpacked !== null) return { bytes: unpacked, exact: true, unpacked: true };
  if (Buffer.from(bytes.subarray(0, 4)).equals(ZSTD)) return left(UNKNOWN_ZSTD);
  if (coding !== null && !isUtf8(bytes)) return left(`its bytes are not those of ${coding}`);
  const text = Buffer.from(bytes).toString('utf8');
  if (isChunked(text) && byteLength !== sent) return left(CHUNKS);
  if (byteLength < least) return left(fewer(byteLength, least));
  if (byteLength > most) return isUtf8(bytes) && isReformatted(text, most) ? { bytes, exact: false } : left(LONGER);
  if (isUtf8(bytes) && text.includes('\uFFFD') && !told.has(byteLength)) return left(REPLACED);
  return { bytes, exact: true };
}

/** A text that is not a spelling of bytes. */
function readText(text: string, { headers }: KeptBody, { sent, told, least, most }: Lengths): BodyRead {
  const bytes = new TextEncoder().encode(text);
  const { byteLength } = bytes;
  const single = byteLength === text.length ? null : byteCharacters(text);
  const isSingle = single !== null && told.has(single.byteLength);
  if (byteLength === sent && !(isSingle && isUtf8(single))) return { bytes, exact: true };
  if (/[\uFFFD\p{Cs}]/u.test(text)) return left(REPLACED);
  if (isChunked(text)) return left(CHUNKS);
  if (!isDocumentStart(text) && CONTROLS.test(text)) return readCharacters(single, headers, told);
  const isOther = isDeclaredOther(text, headers);
  if (isSingle && (isOther || isUtf8(single))) return { bytes: single, exact: true };
  if (single !== null && (isUtf8(single) || CONTROLS_BEYOND_ASCII.test(text))) return left(MISREAD);
  if (byteLength < least && !isExplained(text, least - byteLength, isOther)) return left(fewer(byteLength, least));
  if (byteLength > most && !isReformatted(text, most) && !(told.has(byteLength) && isPackedLength(most, bytes)))
    return left(LONGER);
  // A mark before the text may be the recorder's own.
  return { bytes, exact: sent === null && told.has(byteLength) && !isOther && !text.startsWith('\uFEFF') };
}

export const fewer = (has: number, least: number): string =>
  `the HAR holds ${has} of the ${plural(least, 'byte')} of the body`;

const CONTROLS_BEYOND_ASCII = /[\x80-\x84\x86-\x9F]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: no text has them, but bytes do
const CONTROLS = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x84\x86-\x9F]/;

/** A text of which each character stands for one byte. */
function readCharacters(single: Uint8Array | null, headers: readonly Header[], told: Lengths['told']): BodyRead {
  const unpacked = single === null ? null : unpackedIn(single, headers, told);
  if (unpacked !== null) return { bytes: unpacked, exact: true, unpacked: true };
  const isPlain = contentCoding(headers) === null && single !== null && told.has(single.byteLength);
  return isPlain ? { bytes: single, exact: true } : left(BINARY);
}

/**
 * A body without the content coding that it still has; null if it has none. A service that does not say its coding is
 * at fault, unless the recorder left the line out: then it tells a length, or has no lines at all.
 */
function unpackedIn(bytes: Uint8Array, headers: readonly Header[], told: Lengths['told']): Uint8Array | null {
  const coding = contentCoding(headers);
  if (coding !== null) return uncoded(bytes, coding, MOST_UNPACKED) ?? rawDocument(bytes, coding);
  for (const one of ['gzip', 'deflate', 'br']) {
    const unpacked = uncoded(bytes, one, MOST_UNPACKED);
    if (unpacked !== null && isDocument(unpacked) && (headers.length === 0 || told.has(unpacked.byteLength)))
      return unpacked;
  }
  return null;
}

/** Bytes that a body is unpacked to at most. */
const MOST_UNPACKED = 16 * 1024 * 1024;

/** The document in DEFLATE without zlib's frame, as many servers send it and browsers read it; null if it is none. */
function rawDocument(bytes: Uint8Array, coding: string): Uint8Array | null {
  if (coding.toLowerCase() !== 'deflate') return null;
  const unpacked = attempt(() => inflateRawSync(bytes, { maxOutputLength: MOST_UNPACKED }), null);
  return unpacked !== null && isDocument(unpacked) ? unpacked : null;
}

/** A recorder that takes the coding off, and its line out, may leave the length of the coded body. */
function isPackedLength(length: number, bytes: Uint8Array): boolean {
  return length <= gzipSync(bytes).byteLength * 1.2;
}

/** Bytes that a recorder loses though the text stays: a byte order mark, CR before LF, or half of UTF-16. */
function isExplained(text: string, missing: number, isWide: boolean): boolean {
  const ends = (text.match(/(?<!\r)\n/g) ?? []).length;
  const wide = text.length * 2 - Buffer.byteLength(text);
  return [3, ends, ends + 3, ...(isWide ? [wide, wide + 2] : [])].includes(missing);
}

/** True where header or XML declaration name another encoding than UTF-8: the recorder's text is no longer in it. */
function isDeclaredOther(text: string, headers: readonly Header[]): boolean {
  const inHeader = charsetOf(headerValue(headers, 'content-type')) ?? undefined;
  const [, inXml] = /^\s*<\?xml\s[^>]*?\sencoding\s*=\s*["']([\w.:-]+)/.exec(text) ?? [];
  return [inHeader, inXml].some((name) => name !== undefined && !/^utf-?8$/i.test(name));
}

/** The framing of chunks (RFC 9112, section 7.1), which is no part of a body. */
function isChunked(text: string): boolean {
  return /^[\da-f]{1,8}[^\r\n<]{0,200}\r?\n/i.test(text);
}
