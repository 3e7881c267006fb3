import type { Recognised } from './recognised.ts';

/** The line before a chunk (RFC 9112, section 7.1). */
const SIZE_LINE = /^([\da-f]{1,8})(?:[ \t]*;[^\r\n]*)?\r\n/i;
/** The last chunk and its trailer, after a document. */
const LAST_CHUNK = />\s*\r\n0\r\n(?:[^\r\n]+\r\n)*\r\n$/;
const SIZE_LINE_BYTES = 200;

/** Recognises the chunk sizes of HTTP in a body, of which nobody took them off. @param start - its first characters */
export function chunkSizes(body: Uint8Array, start: string): Recognised | null {
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
