import zlib from 'node:zlib';
import fc from 'fast-check';
import type { LooseEntry } from './foreign-har.fixture.ts';

/** A body on its way, and what a recorder made of it. */
export interface Recorded {
  readonly entry: LooseEntry;
  /** Files beside the HAR. */
  readonly files: Readonly<Record<string, Uint8Array>>;
}

const codings = { gzip: zlib.gzipSync, br: zlib.brotliCompressSync, deflate: zlib.deflateSync } as const;
type Coding = keyof typeof codings;

/** What a service sent: the body, and how it went over the wire. */
interface Sent {
  readonly body: Buffer;
  readonly coding: Coding | null;
  readonly framing: 'length' | 'chunked' | 'h2';
}

const latin = (bytes: Buffer): string => bytes.toString('latin1');
/** As browsers have it; TextDecoder of Node.js 20 reads Latin-1. */
const asWindows = (bytes: Buffer): string =>
  [...bytes].map((byte) => (byte < 0x80 || byte > 0x9f ? String.fromCharCode(byte) : C1.charAt(byte - 0x80))).join('');
const C1 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

type Content = Record<string, unknown>;

/** What recorders do with a body, by name; `draw` is a number from 0 to 1. */
export const damages: Readonly<Record<string, (sent: Sent, draw: number) => Content>> = {
  // Chromium, Fiddler, HTTP Toolkit
  none: ({ body }) => ({ text: body.toString() }),
  'base64, said so': ({ body }) => ({ text: body.toString('base64'), encoding: 'base64' }),
  // BrowserMob
  'base64, not said so': ({ body }) => ({ text: body.toString('base64') }),
  'base64 in lines': ({ body }) => ({ text: body.toString('base64').replace(/.{76}/g, '$&\r\n'), encoding: 'base64' }),
  base64url: ({ body }) => ({ text: body.toString('base64url'), encoding: 'base64' }),
  // Firefox
  'base64 said, text written': ({ body }) => ({ text: body.toString(), encoding: 'base64' }),
  // BrowserMob, Charles
  'the coded bytes in base64': ({ body, coding }) => ({
    text: (coding === null ? body : codings[coding](body)).toString('base64'),
    encoding: 'base64',
  }),
  // ProxyPin
  'the coded bytes as characters': ({ body, coding }) => ({
    text: latin(coding === null ? body : codings[coding](body)),
  }),
  'the coded bytes as Windows-1252': ({ body, coding }) => ({
    text: asWindows(coding === null ? body : codings[coding](body)),
  }),
  // PCAPdroid
  'the coded bytes as UTF-8': ({ body, coding }) => ({
    text: (coding === null ? body : codings[coding](body)).toString(),
  }),
  // mitmproxy, ZAP
  'read as Latin-1': ({ body }) => ({ text: latin(body) }),
  'read as Windows-1252': ({ body }) => ({ text: asWindows(body) }),
  'non-ASCII left out': ({ body }) => ({ text: ascii(body, () => '') }),
  'non-ASCII replaced': ({ body }) => ({ text: ascii(body, () => '?') }),
  'non-ASCII as U+FFFD': ({ body }) => ({ text: ascii(body, ({ length }) => '\uFFFD'.repeat(length)) }),
  'CRLF as LF': ({ body }) => ({ text: body.toString().replaceAll('\r\n', '\n') }),
  'LF as CRLF': ({ body }) => ({ text: body.toString().replaceAll(/\r?\n/g, '\r\n') }),
  'without byte order mark': ({ body }) => ({ text: body.toString().replace(/^\uFEFF/, '') }),
  'with a byte order mark': ({ body }) => ({ text: `\uFEFF${body.toString().replace(/^\uFEFF/, '')}` }),
  cut: ({ body }, draw) => ({ text: body.toString().slice(0, Math.floor(draw * body.toString().length)) }),
  'cut base64': ({ body }, draw) => ({
    text: body.toString('base64').slice(0, 4 * Math.floor((draw * body.length) / 3)),
    encoding: 'base64',
  }),
  // Firefox beyond its limit, sqlmap
  'cut, as it says': ({ body }, draw) => ({
    text: body.toString().slice(0, Math.floor(draw * 200)),
    comment: 'truncated',
  }),
  // Tools that read packets
  'with chunk sizes': ({ body }) => ({
    text: `${body.length.toString(16)}\r\n${body.toString()}\r\n0\r\n\r\n`,
  }),
  'no text': () => ({}),
  'null for text': () => ({ text: null }),
  'empty text': () => ({ text: '' }),
  // Playwright
  'in a file': () => ({ _file: 'body.xml' }),
  // Python's surrogateescape
  'bytes escaped': ({ body }) => ({
    text: ascii(body, (bytes) => [...bytes].map((one) => String.fromCharCode(0xdc00 + one)).join('')),
  }),
};

/** A text with something else for the bytes of each character beyond ASCII. */
function ascii(body: Buffer, instead: (bytes: Buffer) => string): string {
  return body.toString().replaceAll(/[\u{80}-\u{10FFFF}]/gu, (one) => instead(Buffer.from(one)));
}

/** What recorders write for the length of a body, by name. */
const sizes: Readonly<Record<string, (sent: Sent, text: string) => Content>> = {
  right: ({ body }) => ({ size: body.length }),
  none: () => ({}),
  unknown: () => ({ size: -1 }),
  'of the coded body': ({ body, coding }) => ({ size: coding === null ? body.length : codings[coding](body).length }),
  'of the coded body, and what was saved': ({ body, coding }) => {
    const size = coding === null ? body.length : codings[coding](body).length;
    return { size, compression: body.length - size };
  },
  'of its text': (_sent, text) => ({ size: Buffer.byteLength(text) }),
  'in characters of its text': (_sent, text) => ({ size: text.length }),
};

/** Only the size of the body shows it. */
const SILENT = /^non-ASCII (?:left out|replaced)$/;

/** How an answer went over the wire, and which recorder wrote it. */
export interface Recorder {
  readonly coding: Coding | null;
  readonly framing: 'length' | 'chunked' | 'h2';
  readonly damage: string;
  readonly size: string;
  readonly lines: 'all' | 'coding taken out' | 'none';
  /** From 0 to 1. */
  readonly draw: number;
}

export const recorders: fc.Arbitrary<Recorder> = fc.record({
  coding: fc.constantFrom<Coding | null>(null, null, 'gzip', 'br', 'deflate'),
  framing: fc.constantFrom('length', 'chunked', 'h2'),
  damage: fc.constantFrom(...Object.keys(damages)),
  size: fc.constantFrom(...Object.keys(sizes)),
  lines: fc.constantFrom('all', 'coding taken out', 'none'),
  draw: fc.double({ min: 0, max: 0.999, noNaN: true }),
});

/** The entry of an answer with this body as a recorder wrote it. */
export function recordedBy(
  { coding: chosen, framing, damage, size, lines, draw }: Recorder,
  entry: LooseEntry,
  body: Buffer,
): Recorded {
  const isSilent = SILENT.test(damage);
  const coding = isSilent ? null : chosen;
  const sent = { body, coding, framing } as const;
  const content = damages[damage]?.(sent, draw) ?? {};
  const text = typeof content.text === 'string' ? content.text : '';
  const told = sizes[isSilent ? 'right' : size]?.(sent, text) ?? {};
  const length = coding === null ? body.length : codings[coding](body).length;
  // A recorder that keeps the coding keeps its line, or none.
  const isKept = /coded bytes/.test(damage);
  const headers = [
    ...(entry.response.headers ?? []).filter(({ name }) => /^content-type$/i.test(name)),
    ...(framing === 'length' ? [{ name: 'Content-Length', value: `${length}` }] : []),
    ...(framing === 'chunked' ? [{ name: 'Transfer-Encoding', value: 'chunked' }] : []),
    ...(coding !== null && (lines === 'all' || isKept) ? [{ name: 'Content-Encoding', value: coding }] : []),
  ];
  const response = {
    ...entry.response,
    httpVersion: framing === 'h2' ? 'h2' : 'HTTP/1.1',
    headers: lines === 'none' ? (draw < 0.5 ? [] : null) : headers,
    content: { mimeType: 'text/xml', ...told, ...content },
    bodySize: draw < 0.5 ? -1 : length,
  };
  return { entry: { ...entry, response }, files: { 'body.xml': body } };
}
