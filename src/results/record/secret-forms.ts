/** Secrets shorter than this are replaced only as whole words, or a report would be unreadable. */
export const SHORT = 6;

/** A longer secret is searched piece by piece: each piece is one, and the last holds the rest. */
const MOST_WHOLE = 128;
const PIECES = /.{64}(?=.{64})|.+/gs;

/** Fewest characters of base64 or base32, without `+`, that can't be a secret by chance. */
const LEAST_CODED = 4;

/** Characters of a coded form that are searched: as many of a secret's beginning are secret. What follows is compared. */
const CODED_START = 12;

/** Kinds of signs, which come and go where texts are passed on. */
const [BLANK, PLUS, EQUALS, ESCAPE, DASH, BREAK] = [1, 2, 4, 8, 16, 32];

/** What escapes, UTF-16 and layout put anywhere. */
const ANYWHERE = ESCAPE | BREAK;

/** One form of a secret, as it is searched. */
export interface Form {
  /** In small letters, without signs. */
  readonly core: string;
  /** The kinds of signs that may stand between its characters. */
  readonly may: number;
  /** Signs before the core and after it, at most; of a code, characters that may hold bits of it. */
  readonly edges: readonly [before: number, after: number];
  /** Found only as a word by itself. */
  readonly isWord: boolean;
  /** The whole with its signs, where the core alone says too little; else null. */
  readonly exact: string | null;
  /** What follows the core of a coded form; null for a plain form. */
  readonly rest: string | null;
}

let folded: Uint16Array | null = null;

/** The small letter of each UTF-16 code unit, and of `_` the sign that base64 has for it; 0 for signs. Made at first use. */
export function foldedUnits(): Uint16Array {
  folded ??= Uint16Array.from({ length: 0x10000 }, (_, code) => {
    if (kindOf(code) !== 0) return 0;
    const small = code === 0x5f ? '/' : String.fromCharCode(code).toLowerCase();
    return small.length === 1 ? small.charCodeAt(0) : code;
  });
  return folded;
}

/** The kind of a sign; 0 for all other characters. */
export function kindOf(code: number): number {
  if (code === 0x2b) return PLUS;
  if (code === 0x3d) return EQUALS;
  if (code === 0x5c || code === 0) return ESCAPE;
  if (code === 0x0a || code === 0x0d) return BREAK;
  if (code === 0x2d || code === 0x3a) return DASH;
  const isBlank = code === 0x20 || (code > 8 && code < 14) || (code > 127 && /\s/.test(String.fromCharCode(code)));
  return isBlank ? BLANK : 0;
}

/** Of signs between two characters, those that are not layout: around a line break there may be blanks and `=`. */
export const beyondLayout = (kinds: number): number => ((kinds & BREAK) === 0 ? kinds : kinds & ~(BLANK | EQUALS));

/** True for a kind that a form may have at its ends: a line break there is not its own. */
export const isEdge = (kind: number, may: number): boolean => (kind & may & ~BREAK) !== 0;

/**
 * All forms of a text: plain in either case; UTF-16 whose bytes are read one by one; hex, base32, base64 and base64url of
 * UTF-8 and UTF-16. Escapes and marks are read from the text that is searched; unrecognised forms: SECURITY.md.
 */
export function secretForms(secret: string): readonly Form[] {
  const text = secret.trim();
  if (text.length > MOST_WHOLE) return [...new Set(text.match(PIECES))].flatMap(secretForms);
  const [utf8, utf16] = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')];
  // Of other characters, UTF-16 differs from the plain form by NUL alone.
  const wide = /[^\0-\xff]/.test(text) ? [utf16, Buffer.from(utf16).swap16()] : [];
  const plain = plainForm(text);
  const large = plainForm(text.toUpperCase());
  return [
    plain,
    // Forms are in small letters: few texts have another one in large letters, as ß and SS.
    ...(large.core === plain.core ? [] : [large]),
    ...wide.map((bytes) => plainForm(bytes.toString('latin1'))),
    ...[utf8, utf16].flatMap((bytes) => [...hexForm(bytes), ...base64Forms(bytes)]),
    ...base32Forms(utf8),
  ];
}

function plainForm(text: string): Form {
  const { core, kinds, edges } = parted(text);
  const exact = core.length < SHORT && kinds !== 0 ? withoutEscapes(text) : null;
  const may = kinds | ANYWHERE | ((kinds & BLANK) === 0 ? 0 : PLUS);
  return { core, may, edges, isWord: text.length < SHORT, exact, rest: null };
}

/** A text in small letters, without what escapes and layout put anywhere. */
export const withoutEscapes = (text: string): string => text.replaceAll(/[\\\0\r\n]+/g, '').toLowerCase();

/** The characters that stay, the kinds of the others, and how many of those stand at both ends. */
function parted(text: string) {
  const fold = foldedUnits();
  let core = '';
  let [kinds, before, after] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const small = fold[code] ?? 0;
    after = small === 0 ? after + 1 : 0;
    if (small === 0) kinds |= kindOf(code);
    else core += String.fromCharCode(small);
    if (core === '') before += 1;
  }
  return { core, kinds, edges: [before, after] as const };
}

function hexForm(bytes: Buffer): readonly Form[] {
  return bytes.byteLength < 3 ? [] : [codedForm(bytes.toString('hex'), BLANK | DASH, 0)];
}

/** @param may - kinds of signs that may be in it @param shared - characters at each end that may hold bits of it */
function codedForm(core: string, may: number, shared: number): Form {
  const [start, rest] = [core.slice(0, CODED_START), core.slice(CODED_START)];
  return { core: start, may: may | ANYWHERE, edges: [shared, shared], isWord: false, exact: null, rest };
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * Base64 and base64url (RFC 4648), whose characters hold six bits each. A byte may begin at any place of a group of three;
 * only the characters with nothing but bits of the secret are sought.
 */
function base64Forms(bytes: Buffer): readonly Form[] {
  return [0, 1, 2].flatMap((before) => {
    const [first, end] = [Math.ceil((8 * before) / 6), Math.floor((8 * (before + bytes.byteLength)) / 6)];
    const code = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(first, end)
      .toLowerCase();
    const core = code.replaceAll('+', '');
    // The sign + of base64 is - in base64url.
    return core.length < LEAST_CODED ? [] : [codedForm(core, core === code ? 0 : PLUS | DASH, 1)];
  });
}

/** Base32 (RFC 4648), whose characters hold five bits each, for any place of a byte in a group of five. */
function base32Forms(bytes: Buffer): readonly Form[] {
  return [0, 1, 2, 3, 4].flatMap((before) => {
    let code = '';
    let [held, value] = [-((5 - ((8 * before) % 5)) % 5), 0];
    for (const byte of bytes) {
      value = ((value << 8) | byte) & 0xffff;
      for (held += 8; held >= 5; held -= 5) code += BASE32.charAt((value >> (held - 5)) & 31);
    }
    return code.length < LEAST_CODED ? [] : [codedForm(code, 0, 1)];
  });
}
