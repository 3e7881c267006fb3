/** Secrets shorter than this are replaced only as whole words, or a report would be unreadable. */
export const SHORT = 6;

/** A longer secret is searched piece by piece: each piece is one, and the last holds the rest. */
const MOST_WHOLE = 128;
const PIECES = /.{64}(?=.{64})|.+/gs;

/** Fewest characters of a form, signs aside, that can't be a secret by chance. */
const SHORTEST_CORE = 4;

/** One form of a secret, as it is searched. */
export interface Form {
  /** Folded, without signs. */
  readonly core: string;
  /** Signs may stand between its characters; without it, only those that layout and UTF-16 put anywhere. */
  readonly isLoose: boolean;
  /** Signs before the core and after it. */
  readonly edges: readonly [before: number, after: number];
  /** Of a code, another character at each end may hold bits of the secret. */
  readonly isCode: boolean;
}

let folded: Uint16Array | null = null;

/**
 * The small letter of each UTF-16 code unit, and of `_` the sign that base64 has for it. 0 for signs, which come and go
 * where texts are passed on: blanks, line breaks, NUL, and `+ = \ - :`. Made at first use.
 */
export function foldedUnits(): Uint16Array {
  folded ??= Uint16Array.from({ length: 0x10000 }, (_, code) => {
    const character = code === 0x5f ? '/' : String.fromCharCode(code);
    if (/[\s\0+=\\:-]/.test(character)) return 0;
    const small = character.toLowerCase();
    return small.length === 1 ? small.charCodeAt(0) : code;
  });
  return folded;
}

function formOf(text: string, isCode: boolean, isDivided = false): Form {
  const fold = foldedUnits();
  const units = Array.from({ length: text.length }, (_, at) => fold[text.charCodeAt(at)] ?? 0);
  const edges = [units.findIndex((unit) => unit !== 0), text.length - 1 - units.findLastIndex((unit) => unit !== 0)];
  const core = String.fromCharCode(...units.filter((unit) => unit !== 0));
  const isLoose = isDivided || core.length !== text.length;
  return { core, isLoose, edges: [edges[0] ?? 0, edges[1] ?? 0], isCode };
}

/**
 * All forms of a text that are long enough to be found in a word: plain in either case, UTF-16 read byte by byte; hex,
 * base32, base64, base64url of UTF-8 and UTF-16. Escapes and marks are read from the text; unread forms: SECURITY.md.
 */
export function secretForms(secret: string): readonly Form[] {
  const text = secret.trim();
  if (text.length > MOST_WHOLE) return [...new Set(text.match(PIECES))].flatMap(secretForms);
  const [utf8, utf16] = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')];
  // Of other characters, UTF-16 differs from the plain form by NUL alone.
  const wide = /[^\0-\xff]/.test(text) ? [utf16, Buffer.from(utf16).swap16()] : [];
  // Forms are folded: few texts have another one in large letters, as ß and SS.
  const spelled = [text, text.toUpperCase(), ...wide.map((bytes) => bytes.toString('latin1'))];
  const plain = text.length < SHORT ? [] : spelled;
  const hex = [utf8, utf16].filter(({ byteLength }) => byteLength > 2).map((bytes) => bytes.toString('hex'));
  const codes = [...base64Forms(utf8), ...base64Forms(utf16), ...base32Forms(utf8)];
  const all = [
    ...plain.map((form) => formOf(form, false)),
    ...hex.map((code) => formOf(code, true, true)),
    ...codes.map((code) => formOf(code, true)),
  ];
  const sought = all.filter(({ core }) => core.length >= SHORTEST_CORE);
  return sought.filter(({ core }, index) => sought.findIndex((form) => form.core === core) === index);
}

/**
 * Base64 (RFC 4648), whose characters hold six bits each. A byte may begin at any place of a group of three; only the
 * characters with nothing but bits of the secret are sought.
 */
function base64Forms(bytes: Buffer): readonly string[] {
  return [0, 1, 2].map((before) => {
    const [first, end] = [Math.ceil((8 * before) / 6), Math.floor((8 * (before + bytes.byteLength)) / 6)];
    return Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(first, end);
  });
}

/** Base32 (RFC 4648), whose characters hold five bits each, for any place of a byte in a group of five. */
function base32Forms(bytes: Buffer): readonly string[] {
  return [0, 1, 2, 3, 4].map((before) => {
    let code = '';
    let [held, value] = [-((5 - ((8 * before) % 5)) % 5), 0];
    for (const byte of bytes) {
      value = ((value << 8) | byte) & 0xffff;
      for (held += 8; held >= 5; held -= 5)
        code += 'abcdefghijklmnopqrstuvwxyz234567'.charAt((value >> (held - 5)) & 31);
    }
    return code;
  });
}
