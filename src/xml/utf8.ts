/** Lead bytes of UTF-8 with the number of bytes that follow and the range of the first of them (Unicode, table 3-7). */
const LEADS: readonly (readonly [first: number, last: number, following: number, low: number, high: number])[] = [
  [0x00, 0x7f, 0, 0, 0],
  [0xc2, 0xdf, 1, 0x80, 0xbf],
  [0xe0, 0xe0, 2, 0xa0, 0xbf],
  [0xe1, 0xec, 2, 0x80, 0xbf],
  [0xed, 0xed, 2, 0x80, 0x9f],
  [0xee, 0xef, 2, 0x80, 0xbf],
  [0xf0, 0xf0, 3, 0x90, 0xbf],
  [0xf1, 0xf3, 3, 0x80, 0xbf],
  [0xf4, 0xf4, 3, 0x80, 0x8f],
];

/** The offset of the first sequence that is not UTF-8, or -1 (RFC 3629, section 4). */
export function invalidUtf8At(bytes: Uint8Array): number {
  let offset = 0;
  while (offset < bytes.length) {
    const length = sequenceLength(bytes, offset);
    if (length === 0) return offset;
    offset += length;
  }
  return -1;
}

function sequenceLength(bytes: Uint8Array, offset: number): number {
  const lead = bytes[offset] ?? 0;
  if (lead < 0x80) return 1;
  const row = LEADS.find(([first, last]) => lead >= first && lead <= last);
  if (row === undefined) return 0;
  const [, , following, low, high] = row;
  const second = bytes[offset + 1] ?? 0;
  if (second < low || second > high) return 0;
  for (let i = 2; i <= following; i += 1) {
    if (((bytes[offset + i] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  return following + 1;
}
