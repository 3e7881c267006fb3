import { isUtf8 } from 'node:buffer';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { usualName } from '../../wire/http/content-coding.ts';
import type { Recognised } from './recognised.ts';

/** What the data of a coding begins with (RFC 1952, section 2.3.1; RFC 1950, section 2.2; RFC 8878, section 3.1.1). */
const MAGIC: readonly (readonly [coding: string, bytes: readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b]],
  ['deflate', [0x78, 0x9c]],
  ['deflate', [0x78, 0x01]],
  ['deflate', [0x78, 0xda]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
];

/** More is not decoded. */
const MOST_BYTES = 8 * 1024 * 1024;

type Decoder = typeof gunzipSync;
const decoders: Readonly<Record<string, Decoder>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  // Many take RFC 9110's deflate for this.
  'raw deflate': inflateRawSync,
};

/** Codings whose data has no mark: what is no text is decoded to see whether it is one of them. */
const WITHOUT_MARK = ['br', 'raw deflate'];

/** The content coding whose data bytes begin like, or that they are; null if none is known. */
export function codingOf(body: Uint8Array): string | null {
  const marked = MAGIC.find(([, bytes]) => bytes.every((byte, at) => body[at] === byte));
  if (marked !== undefined) return marked[0];
  const start = Buffer.from(body.subarray(0, START_BYTES)).toString('latin1');
  if (!BINARY.test(start)) return null;
  return WITHOUT_MARK.find((coding) => isMarkup(decodedBy(coding, body))) ?? null;
}

/** Enough to see that bytes are no text. */
const START_BYTES = 1024;
/** What does not begin as XML or JSON, and holds a byte that texts do not have, or that is none of ASCII. */
const BINARY = /^(?!\s*[<{["])[\s\S]*[^\t\n\r -~]/;

function isMarkup(read: ReturnType<typeof decodedBy>): boolean {
  return (
    read instanceof Uint8Array &&
    /^(?:\xef\xbb\xbf)?\s*[<{["]/.test(Buffer.from(read.subarray(0, 99)).toString('latin1'))
  );
}

/**
 * How a body is compressed, and whether Content-Encoding says so.
 * @param said - Content-Encoding; null if there is none @param decoded - a coding was removed already
 */
export function compression(body: Uint8Array, said: string | null, decoded: boolean): Recognised {
  const coding = codingOf(body);
  const read = coding === null ? null : decodedBy(coding, body);
  const inner = read instanceof Uint8Array ? { inner: read } : {};
  if (decoded) return { kind: 'compressed-twice', words: `is compressed twice: ${coding} holds ${coding}`, ...inner };
  if (said === null)
    return { kind: 'compressed', words: `is compressed (${coding}), and no Content-Encoding says so`, ...inner };
  if (coding === null) {
    if (!isUtf8(body)) return asSaid(said);
    return { kind: 'not-compressed', words: `is plain text, and Content-Encoding says '${said}'`, inner: body };
  }
  if (read === 'cut') return { kind: 'compressed-cut', words: `ends before its ${coding} is complete` };
  if (read === 'damaged') return { kind: 'compressed-cut', words: `is damaged ${coding}, which can't be read` };
  const second = read === null || said.includes(',') ? null : codingOf(read);
  if (second !== null) return { kind: 'compressed-twice', words: `is compressed twice: ${coding} holds ${second}` };
  if (!said.includes(',') && usualName(said.trim().toLowerCase()) !== coding)
    return { kind: 'compressed-otherwise', words: `is ${coding}, and Content-Encoding says '${said}'`, ...inner };
  return { ...asSaid(said), ...inner };
}

const asSaid = (said: string): Recognised => ({
  kind: 'compressed-as-said',
  words: `is in the content coding ${said}`,
});

/** What a body holds; null where it is too large or its coding is not one that is decoded here. */
function decodedBy(coding: string, body: Uint8Array): Uint8Array | 'cut' | 'damaged' | null {
  try {
    return decoders[coding]?.(body, { maxOutputLength: MOST_BYTES }) ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    return error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR' ? 'cut' : 'damaged';
  }
}
