import { plural } from '../../base/words.ts';
import type { RecordedResponse } from '../../results/outcome.ts';
import { headerValue } from '../../wire/http/exchange.ts';
import { charsetOf } from '../../wire/soap/media-type.ts';
import { decodeXmlBytes } from '../../xml/decode.ts';

export interface BodyText {
  readonly text: string;
  /** Index of a U+FFFD in the text → hex of the bytes it replaces. */
  readonly bytes: ReadonlyMap<number, string>;
  /** The bytes are not text: this is a hex dump, in which places can't be marked. */
  readonly dump: boolean;
  /** How the text was made, if it is not the UTF-8 of the bytes. */
  readonly note: string | null;
}

const MOST_DUMPED = 512;

/** The text of a recorded body: bytes that are not UTF-8 next to it, UTF-16 decoded, binary data as a hex dump. */
export function bodyText({ body, base64, headers }: Pick<RecordedResponse, 'body' | 'base64' | 'headers'>): BodyText {
  if (base64 === undefined) return { text: body, bytes: new Map(), dump: false, note: null };
  const bytes = Buffer.from(base64, 'base64');
  if (isUtf16(bytes)) {
    const { text } = decodeXmlBytes(bytes, charsetOf(headerValue(headers, 'content-type')));
    return { text, bytes: new Map(), dump: false, note: 'The bytes are UTF-16; this is their text.' };
  }
  if (isBinary(bytes)) {
    const rest =
      bytes.length > MOST_DUMPED ? ` The first ${MOST_DUMPED} of ${plural(bytes.length, 'recorded byte')}.` : '';
    const dump = hexDump(bytes.subarray(0, MOST_DUMPED));
    return { text: dump, bytes: new Map(), dump: true, note: `The bytes are not text; this is a hex dump.${rest}` };
  }
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return { text, bytes: replaced(text, bytes), dump: false, note: 'Bytes that are not UTF-8 are shown in hex.' };
}

function isUtf16([first, second]: Uint8Array): boolean {
  const pair = `${first},${second}`;
  return ['255,254', '254,255', '60,0', '0,60'].includes(pair);
}

/** True if more than one byte in twelve is a control character that no text has. */
function isBinary(bytes: Uint8Array): boolean {
  const odd = bytes.filter((byte) => byte < 9 || (byte > 13 && byte < 32)).length;
  return odd * 12 > bytes.length;
}

/** U+FFFD as a target sends it. */
const SENT = Buffer.from('\uFFFD');

/** Where the decoder put U+FFFD, and for which bytes: one for each maximal broken sequence (Encoding Standard, 4.1). */
function replaced(text: string, bytes: Uint8Array): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  let offset = 0;
  let index = 0;
  for (const character of text) {
    const size = Buffer.byteLength(character, 'utf8');
    const isSent = character !== '\uFFFD' || SENT.equals(bytes.subarray(offset, offset + size));
    const length = isSent ? size : brokenLength(bytes.subarray(offset, offset + 4));
    if (!isSent) {
      const broken = Buffer.from(bytes.subarray(offset, offset + length));
      found.set(index, broken.toString('hex').toUpperCase());
    }
    offset += length;
    index += character.length;
  }
  return found;
}

/** Bytes of a broken sequence: as many as one decoder step takes before it starts again. */
function brokenLength(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const rest = [...bytes.keys()].slice(1);
  // The sequence continues as long as its bytes on their own give one U+FFFD.
  const end = rest.find((length) => decoder.decode(bytes.subarray(0, length + 1)) !== '\uFFFD');
  return end ?? bytes.length;
}

function hexDump(bytes: Uint8Array): string {
  const offsets = Array.from({ length: Math.ceil(bytes.length / 16) }, (_, row) => row * 16);
  return offsets.map((offset) => hexRow(bytes.subarray(offset, offset + 16), offset)).join('\n');
}

function hexRow(row: Uint8Array, offset: number): string {
  const hex = [...row].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  const characters = [...row].map((byte) => (byte > 32 && byte < 127 ? String.fromCharCode(byte) : '.')).join('');
  return `${offset.toString(16).padStart(8, '0')}  ${hex.padEnd(47)}  ${characters}`;
}
