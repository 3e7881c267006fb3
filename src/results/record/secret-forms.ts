/** Secrets shorter than this are replaced only as whole words, or a report would be unreadable. */
export const SHORT = 6;

/** A longer secret is searched piece by piece: each piece is one. */
const PIECE = 64;

/** Fewest characters of base64 or base32 that can't be a secret by chance. */
const LEAST_CODED = 5;

/** Characters of a coded form that are searched: as many of a secret's beginning are secret. What follows is compared. */
const CODED_START = 12;

/** Characters that come and go where texts are passed on; between others they are checked, not searched. */
const [BLANK, PLUS, EQUALS, BACKSLASH, NUL, DASH, BREAK] = [1, 2, 4, 8, 16, 32, 64];
/** What escapes, UTF-16 and layout put anywhere. */
export const ANYWHERE = BACKSLASH | NUL | BREAK;

/** What stands between two characters of a form: kinds that may be there, and those that must. */
interface Gap {
  readonly may: number;
  readonly must: number;
}

/** One form of a secret, as it is searched. */
export interface Form {
  /** Without what comes and goes, in small letters. */
  readonly core: string;
  /** Before the first character of the core, between all, and after the last. */
  readonly gaps: readonly Gap[];
  /** Found only as a word by itself. */
  readonly isWord: boolean;
  /** Its beginning is secret too, where a message is cut. */
  readonly isCut: boolean;
  /** Characters that come and go before the core and after it, at most. */
  readonly edges: readonly [before: number, after: number];
  /** What follows the core in a coded form. */
  readonly rest: string;
  /** The character before or after it holds bits of it, and of its neighbour. */
  readonly shared: readonly [before: boolean, after: boolean];
}

let folded: Uint16Array | null = null;

/** The small letter of each UTF-16 code unit; 0 for what comes and goes. Made at first use. */
export function foldedUnits(): Uint16Array {
  folded ??= Uint16Array.from({ length: 0x10000 }, (_, code) => {
    if (kindOf(code) !== 0) return 0;
    const small = String.fromCharCode(code).toLowerCase();
    return small.length === 1 ? small.charCodeAt(0) : code;
  });
  return folded;
}

/** True if what stands between two characters is what a form has there, or layout. */
export function isGap(kinds: number, { may, must }: Gap): boolean {
  const isBroken = (kinds & BREAK) !== 0;
  const allowed = isBroken ? may | BLANK | EQUALS : may;
  const there = isBroken || (kinds & PLUS) !== 0 ? kinds | BLANK : kinds;
  return (kinds & ~allowed) === 0 && (must & ~there) === 0;
}

/** The kind of a character that comes and goes; 0 for all others. */
export function kindOf(code: number): number {
  if (code === 0x2b) return PLUS;
  if (code === 0x3d) return EQUALS;
  if (code === 0x5c) return BACKSLASH;
  if (code === 0) return NUL;
  if (code === 0x0a || code === 0x0d) return BREAK;
  if (code === 0x2d || code === 0x3a) return DASH;
  return code === 0x20 || (code < 0x21 && code > 8 && code < 14) || (code > 127 && /\s/.test(String.fromCharCode(code)))
    ? BLANK
    : 0;
}

/**
 * All forms of a text: plain in either case; UTF-16 whose bytes are read one by one; hex, base32, base64 and base64url of
 * UTF-8 and UTF-16. Escapes and marks are read from the text that is searched; unrecognised forms: SECURITY.md.
 */
export function secretForms(secret: string): readonly Form[] {
  const text = secret.trim();
  if (text.length > 2 * PIECE) return [...new Set(pieces(text))].flatMap(secretForms);
  const [utf8, utf16] = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')];
  const swapped = Buffer.from(utf16).swap16();
  const plain = new Set([text, text.toUpperCase(), text.toLowerCase()]);
  // Of other characters, UTF-16 differs from the plain form by NUL alone.
  const wide = /[^\0-\xff]/.test(text) ? [utf16, swapped].map((bytes) => bytes.toString('latin1')) : [];
  return [
    ...[...plain, ...wide].flatMap(plainForm),
    ...[utf8, utf16].flatMap(hexForm),
    ...codedForms(utf8, BASE32),
    ...[utf8, utf16].flatMap((bytes) => codedForms(bytes, BASE64)),
  ];
}

/** The last piece holds the rest. */
function pieces(secret: string): readonly string[] {
  const starts = [...Array(Math.floor(secret.length / PIECE)).keys()].map((index) => index * PIECE);
  return starts.map((start, index) => secret.slice(start, starts[index + 1]));
}

function plainForm(text: string): readonly Form[] {
  const { core, kinds, edges } = parted(text);
  if (core === '') return [];
  const isShort = text.length < SHORT;
  // What is left of a secret of signs is not one by itself.
  const exact = isShort || core.length < SHORT ? ~ANYWHERE : PLUS | DASH;
  const gaps = kinds.map((kind, at): Gap => {
    const isEdge = at === 0 || at === core.length;
    const may = kind | ANYWHERE | ((kind & BLANK) === 0 ? 0 : PLUS);
    return { may, must: isEdge && exact === (PLUS | DASH) ? 0 : kind & exact };
  });
  return [{ core, gaps, isWord: isShort, isCut: !isShort, edges, rest: '', shared: NONE }];
}

/** The characters that stay, and the kinds of those between them. */
function parted(text: string) {
  const fold = foldedUnits();
  const kinds = [0];
  const signs = [0];
  let core = '';
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const kind = kindOf(code);
    if (kind === 0) {
      core += String.fromCharCode(fold[code] ?? code);
      kinds.push(0);
      signs.push(0);
    } else {
      kinds[core.length] = (kinds[core.length] ?? 0) | kind;
      signs[core.length] = (signs[core.length] ?? 0) + 1;
    }
  }
  return { core, kinds, edges: [signs[0] ?? 0, signs[core.length] ?? 0] as const };
}

const NOTHING: Gap = { may: ANYWHERE, must: 0 };
const SEPARATED: Gap = { may: BLANK | DASH | ANYWHERE, must: 0 };
const NONE = [false, false] as const;

function hexForm(bytes: Buffer): readonly Form[] {
  if (bytes.byteLength < 3) return [];
  return [codedForm(bytes.toString('hex'), NONE, (_, at) => (at % 2 === 0 ? SEPARATED : NOTHING))];
}

function codedForm(text: string, shared: Form['shared'], gapOf: (kind: number, at: number) => Gap): Form {
  const { core, kinds, edges } = parted(text.slice(0, CODED_START));
  const gaps = kinds.map(gapOf);
  return { core, gaps, isWord: false, isCut: false, edges, rest: text.slice(CODED_START), shared };
}

/** A code in which each character holds some bits. */
interface Code {
  readonly bits: number;
  /** Places in a group of characters where a byte may begin. */
  readonly places: number;
  readonly written: (bytes: Buffer) => readonly string[];
}

/** Base32 (RFC 4648, section 6), where a byte may begin at any of five places of a group. */
const BASE32: Code = { bits: 5, places: 5, written: (bytes) => [base32(bytes)] };

/** Base64 and base64url (RFC 4648, sections 4 and 5), where a byte may begin at any of three places of a group. */
const BASE64: Code = {
  bits: 6,
  places: 3,
  written: (bytes) => [...new Set([bytes.toString('base64'), bytes.toString('base64url')])],
};

function base32(bytes: Buffer): string {
  let text = '';
  let [bits, held] = [0, 0];
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xfff;
    for (held += 8; held >= 5; held -= 5) text += 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.charAt((bits >> (held - 5)) & 31);
  }
  return text;
}

function codedForms(bytes: Buffer, { bits, places, written }: Code): readonly Form[] {
  return [...Array(places).keys()].flatMap((before) => {
    const end = 8 * (before + bytes.byteLength);
    // Characters with only bits of the secret; those at its ends hold some of it and are removed too.
    const [from, to] = [Math.ceil((8 * before) / bits), Math.floor(end / bits)];
    if (to - from < LEAST_CODED) return [];
    const shared = [before > 0, end % bits !== 0] as const;
    return written(Buffer.concat([Buffer.alloc(before), bytes])).map((all) =>
      codedForm(all.slice(from, to), shared, (kind) => (kind === 0 ? NOTHING : { may: kind | ANYWHERE, must: kind })),
    );
  });
}
