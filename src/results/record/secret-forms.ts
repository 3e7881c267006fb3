/** Secrets shorter than this are replaced only as whole words, or a report would be unreadable. */
export const SHORT = 6;

/** A longer secret is searched piece by piece: each piece is one, and the last holds the rest. */
const MOST_WHOLE = 128;
const PIECES = /.{64}(?=.{64})|.+/gs;

/** Fewest characters of base64 or base32 that can't be a secret by chance. */
const LEAST_CODED = 4;

/** Of a coded form, as many characters of its beginning are secret by themselves. */
const CODED_START = 12;

/** One form of a secret, as it is searched. */
export interface Form {
  /** Folded, without signs. */
  readonly core: string;
  /** So many characters of the core have to be there. */
  readonly least: number;
  /** Signs may stand between its characters; without it, only those that escapes and layout put anywhere. */
  readonly isLoose: boolean;
  /** Of a code, another character at each end may hold bits of the secret. */
  readonly isCode: boolean;
  /** Where the core alone says too little: the whole, as `withoutEscapes` writes it. Else null. */
  readonly exact: string | null;
  /** Signs before the core and after it. */
  readonly edges: readonly [before: number, after: number];
  /** Found only as a word by itself. */
  readonly isWord: boolean;
}

let folded: Uint16Array | null = null;

/**
 * The small letter of each UTF-16 code unit, and of `_` the sign that base64 has for it. 0 for signs, which come and go where
 * texts are passed on: blanks, line breaks, NUL, and `+ = \ - :`. Made at first use.
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

/** A text folded and without signs, and how many signs stand at its ends. */
function coreOf(text: string): Pick<Form, 'core' | 'edges'> {
  const fold = foldedUnits();
  const units = Array.from({ length: text.length }, (_, at) => fold[text.charCodeAt(at)] ?? 0);
  const edges = [units.findIndex((unit) => unit !== 0), text.length - 1 - units.findLastIndex((unit) => unit !== 0)];
  return { core: String.fromCharCode(...units.filter((unit) => unit !== 0)), edges: [edges[0] ?? 0, edges[1] ?? 0] };
}

/** True for a sign that escapes, UTF-16 and layout put anywhere. */
export const isAnywhere = (code: number): boolean => code === 0x5c || code === 0 || code === 0x0a || code === 0x0d;

/** A text in small letters, without such signs. */
export const withoutEscapes = (text: string): string => text.replaceAll(/[\\\0\r\n]+/g, '').toLowerCase();

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
  // Forms are folded: few texts have another one in large letters, as ß and SS.
  const plain = [text, text.toUpperCase(), ...wide.map((bytes) => bytes.toString('latin1'))].map(plainForm);
  const hex = [utf8, utf16].filter(({ byteLength }) => byteLength > 2).map((bytes) => bytes.toString('hex'));
  const codes = [...base64Forms(utf8), ...base64Forms(utf16), ...base32Forms(utf8)].map((code) =>
    codedForm(code, false),
  );
  const all = [...plain, ...hex.map((code) => codedForm(code, true)), ...codes];
  const sought = all.filter(({ core, isCode }) => !isCode || core.length >= LEAST_CODED);
  return sought.filter(({ core }, index) => sought.findIndex((form) => form.core === core) === index);
}

function plainForm(text: string): Form {
  const { core, edges } = coreOf(text);
  const exact = core.length < SHORT ? withoutEscapes(text) : null;
  const isLoose = core.length !== withoutEscapes(text).length;
  return { core, least: core.length, isLoose, isCode: false, exact, edges, isWord: text.length < SHORT };
}

/** @param isDivided - signs may stand between bytes; in base64, - stands for + */
function codedForm(code: string, isDivided: boolean): Form {
  const { core } = coreOf(code);
  const least = Math.min(core.length, CODED_START);
  const isLoose = isDivided || core.length !== code.length;
  return { core, least, isLoose, isCode: true, exact: null, edges: [0, 0], isWord: false };
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
