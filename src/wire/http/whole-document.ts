import { uncoded } from './content-coding.ts';
import { contentCoding, type Header } from './exchange.ts';

/** Bytes in which a root's start tag begins, and in which its end tag stands. */
const HEAD_BYTES = 4096;
const TAIL_BYTES = 512;
const MOST_DECODED = 1024 * 1024;

/** True for a body that ends with the end tag of its root, or is an empty root; decoded if in a content coding. */
export function isWholeDocument(body: Uint8Array, headers: readonly Header[]): boolean {
  const coding = contentCoding(headers);
  const plain = coding === null ? body : uncoded(body, coding, MOST_DECODED);
  if (plain === null) return false;
  const head = Buffer.from(plain.subarray(0, HEAD_BYTES)).toString('latin1');
  const tail = Buffer.from(plain.subarray(-TAIL_BYTES)).toString('latin1');
  const start = /<([^\s<>/!?]+)/.exec(head);
  if (start === null) return false;
  if (plain.byteLength <= HEAD_BYTES && /^<[^<>]*\/>\s*$/.test(head.slice(start.index))) return true;
  return start[1] === /<\/([^\s<>]+)\s*>\s*$/.exec(tail)?.[1];
}
