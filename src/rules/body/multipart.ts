import type { Recognised } from './recognised.ts';

/** A boundary and the header fields of the first part, which may be folded (RFC 2046, section 5.1.1). */
const FIRST_PART = /(?:^|\n)--(\S[^\r\n]{0,69})\r?\n((?:[\w-]+:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*)*)\r?\n/;

/** Recognises a MIME multipart, as MTOM and SOAP with attachments send it. @param start - its first characters */
export function multipart(body: Uint8Array, start: string): Recognised | null {
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
