import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

/** What is wrong with the bytes of a body that should be UTF-8. */
interface DecodeProblem {
  /** 'not-utf8': the bytes are UTF-16; 'declaration-disagrees': the XML declaration names another encoding. */
  readonly kind: 'invalid-utf8' | 'not-utf8' | 'declaration-disagrees';
  readonly message: string;
  /** Of the first bad byte, where there is one. */
  readonly offset?: number;
  /** XML allows it: the bytes are in the encoding that is declared (XML 1.0, section 4.3.3; RFC 7303, section 3). */
  readonly isDeclared?: true;
}

/** The text of a body, decoded as well as possible, and what was wrong. */
export interface TextDecode {
  /** Without a byte order mark. */
  readonly text: string;
  /** By which it was decoded. */
  readonly encoding: string;
  /** True if UTF-8's byte order mark EF BB BF came first. */
  readonly bom: boolean;
  readonly problems: readonly DecodeProblem[];
}

/**
 * Decodes an XML body (XML 1.0, section 4.3.3 and appendix F); returns a text even if something is wrong.
 * @param declaredCharset - of the Content-Type header: only for what is not UTF-8
 */
export function decodeXmlBytes(bytes: Uint8Array, declaredCharset: string | null): TextDecode {
  const utf16 = utf16Of(bytes);
  if (utf16 !== null) return decodeUtf16(bytes, utf16, declaredCharset);
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return isUtf8(bytes) ? decodeUtf8(bytes, bom) : decodeOther(bytes, bom, declaredCharset);
}

function decodeOther(bytes: Uint8Array, bom: boolean, charset: string | null): TextDecode {
  const offset = invalidUtf8At(bytes);
  const message = `byte ${hex(bytes[offset])} at offset ${offset} is not UTF-8`;
  const label = declaredEncoding(new TextDecoder('latin1').decode(bytes.subarray(0, 200)));
  const decoder = decoderFor(charset) ?? decoderFor(label) ?? new TextDecoder('utf-8');
  const { encoding } = decoder;
  const text = decoder.decode(bytes);
  // U+FFFD is written for bytes that are no characters.
  const isDeclared = !bom && encoding !== 'utf-8' && !text.includes('\uFFFD');
  const problems: DecodeProblem[] = [{ kind: 'invalid-utf8', message, offset, ...(isDeclared ? { isDeclared } : {}) }];
  if (isDeclared && label !== null && decoderFor(label)?.encoding !== encoding)
    problems.push(disagreement(label, encoding));
  return { text, encoding, bom, problems };
}

/** Whether a charset is that of the bytes. Those of ASCII are in nearly all. */
export function isCharsetOf(charset: string, { text, encoding }: TextDecode): boolean {
  if (encoding.startsWith('utf-16')) return charset === 'utf-16' || charset === encoding;
  const named = decoderFor(charset)?.encoding ?? 'utf-8';
  return charset === encoding || (named !== 'utf-8' && (named === encoding || isAsciiIn(named, text)));
}

/** The offset of the first sequence that is not UTF-8, or -1 (RFC 3629, section 4). */
export function invalidUtf8At(bytes: Uint8Array): number {
  const again = new TextEncoder().encode(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  let at = 0;
  while (at < bytes.length && bytes[at] === again[at]) at += 1;
  if (at === again.length) return -1;
  // Invalid bytes became U+FFFD, so EF BF BD; they may begin with the same bytes.
  return again.lastIndexOf(0xef, at);
}

const utf8 = new TextDecoder('utf-8');

function asciiText({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
}

function decodeUtf8(bytes: Uint8Array, bom: boolean): TextDecode {
  const text = isAscii(bytes) ? asciiText(bytes) : utf8.decode(bytes);
  const label = declaredEncoding(text);
  if (label === null || agrees(label, text)) return { text, encoding: 'utf-8', bom, problems: [] };
  const isDeclared = !bom && isAsciiIn(decoderFor(label)?.encoding ?? 'utf-16', text);
  const problem = { ...disagreement(label, 'UTF-8'), ...(isDeclared ? { isDeclared } : {}) };
  return { text, encoding: 'utf-8', bom, problems: [problem] };
}

function disagreement(label: string, encoding: string): DecodeProblem {
  const message = `the XML declaration says encoding="${label}", the bytes are ${encoding}`;
  return { kind: 'declaration-disagrees', message };
}

function decodeUtf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be', charset: string | null): TextDecode {
  const text = new TextDecoder(encoding).decode(bytes);
  const hasMark = bytes[0] !== 0x3c && bytes[0] !== 0;
  const isNamed = hasMark ? [null, 'utf-16', encoding].includes(charset) : charset === encoding;
  const isDeclared = isNamed && /^utf-16/i.test(declaredEncoding(text) ?? 'utf-16');
  const own = { kind: 'not-utf8', message: `the bytes are ${encoding.toUpperCase()}, not UTF-8`, offset: 0 } as const;
  return { text, encoding, bom: false, problems: [{ ...own, ...(isDeclared ? { isDeclared } : {}) }] };
}

/** UTF-16 by its byte order mark or by the null byte next to the first '<' (XML 1.0, appendix F.1). */
function utf16Of([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return null;
}

function declaredEncoding(text: string): string | null {
  const declaration = /^<\?xml\s[^>]*?\sencoding\s*=\s*(?:"([^">]*)"|'([^'>]*)')/.exec(text);
  return declaration?.[1] ?? declaration?.[2] ?? null;
}

/** Encoding names ignore case; ASCII is UTF-8 as long as it is only ASCII. */
function agrees(label: string, text: string): boolean {
  const name = label.toLowerCase();
  return name === 'utf-8' || (name === 'us-ascii' && isAsciiIn(name, text));
}

/** Whether a text has the same bytes in this encoding as in UTF-8. */
function isAsciiIn(encoding: string, text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them
  return !encoding.startsWith('utf-16') && /^[\u0000-\u007f]*$/.test(text);
}

function decoderFor(label: string | null): TextDecoder | null {
  if (label === null) return null;
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}

function hex(byte: number | undefined): string {
  return (byte ?? 0).toString(16).toUpperCase().padStart(2, '0');
}
