import type { Recognised } from './recognised.ts';

/** A boundary and the header fields of the first part (RFC 2046, section 5.1.1). */
const FIRST_PART = /^\s*--([^\r\n]{1,70})\r?\n((?:[\w-]+:[^\r\n]*\r?\n)+)\r?\n/;

/** Recognises a MIME multipart, as MTOM and SOAP with attachments send it. @param start - its first characters */
export function multipart(body: Uint8Array, start: string): Recognised | null {
  const [head, boundary = '', fields = ''] = FIRST_PART.exec(start) ?? [];
  if (head === undefined) return null;
  const end = Buffer.from(body.buffer, body.byteOffset, body.byteLength).indexOf(`\n--${boundary}`, head.length);
  const inner = body.subarray(head.length, end < 0 ? body.length : end);
  const words = `is a MIME multipart (${/xop/i.test(fields) ? 'MTOM' : 'attachments'})`;
  return { kind: 'multipart', words, inner };
}
