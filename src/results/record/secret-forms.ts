/** Secrets shorter than this are replaced only as whole words, or a report would be unreadable. */
export const SHORT = 6;

/** A longer secret is searched piece by piece, so that no pattern grows without limit. */
const PIECE = 64;

/** Fewest characters of base64 or base32 that can't be a secret by chance. */
const LEAST_CODED = 5;

/** What JSON and JavaScript put before a character, or, before that, the other half of one in UTF-16. */
const BACKSLASHES = String.raw`\\{0,7}`;

/**
 * Patterns of all forms of a text: plain; each character escaped for URL, XML, HTML, JSON, JavaScript or
 * quoted-printable; UTF-8 read as Latin-1; UTF-16; hex, base32, base64, base64url. Repetition is bounded, for time.
 * Marks in between: redact.ts; unrecognised forms: SECURITY.md.
 */
export function secretForms(secret: string): readonly RegExp[] {
  const text = secret.trim();
  if (text === '') return [];
  if (text.length > 2 * PIECE) return [...new Set(pieces(text))].flatMap(secretForms);
  const utf8 = Buffer.from(text, 'utf8');
  const utf16 = Buffer.from(text, 'utf16le');
  const plain = [characterwise(text), ...utf16Forms(text)].join('|');
  const coded = [
    [...hexForms(utf8), ...hexForms(utf16), ...codedForms(utf8, BASE32)],
    [...codedForms(utf8, BASE64), ...codedForms(utf16, BASE64)],
  ];
  // The end of an escape is not a letter before the secret.
  const escaped = String.raw`[%=][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\[nrt]`;
  // Nor is a digit of 1.0 or 127.0.0.1.
  const [before, after] = [/^\p{N}/u, /\p{N}$/u].map((digit) => digit.test(text));
  const alone = String.raw`(?<![\p{L}\p{N}](?<!${escaped}))${before ? String.raw`(?<!\p{N}\.)` : ''}(?:${plain})(?![\p{L}\p{N}])${after ? String.raw`(?!\.\p{N})` : ''}`;
  // Letters are spelled in both cases: with the flag i, V8 takes a hundred times as long to compile.
  return [
    text.length < SHORT ? new RegExp(alone, 'gu') : new RegExp(plain, 'g'),
    ...coded.filter((forms) => forms.length > 0).map((forms) => new RegExp(forms.join('|'), 'g')),
  ];
}

/** The last piece holds the rest. */
function pieces(secret: string): readonly string[] {
  const starts = [...Array(Math.floor(secret.length / PIECE)).keys()].map((index) => index * PIECE);
  return starts.map((start, index) => secret.slice(start, starts[index + 1]));
}

/** A secret character by character; blanks are joined, and backslashes too, as their number changes on the way. */
function characterwise(secret: string): string {
  const units = secret.match(/\s+|\\+|=+|./gsu) ?? [];
  const least = secret.replaceAll('=', '').length < SHORT ? 1 : 0;
  const blanks = secret.length < SHORT ? '{1,64}' : '{0,64}';
  return units
    .map((unit, at) => {
      if (/^\s/.test(unit)) return String.raw`\0?(?:\s|\+|${characterForms(' ')})${blanks}`;
      if (unit.startsWith('\\')) return String.raw`(?:\0?${characterForms('\\')}){1,${8 * unit.length}}`;
      // Before a line break it looks like a soft one and is removed with it.
      if (unit.startsWith('='))
        return String.raw`(?:\0?${BACKSLASHES}${characterForms('=')}){${least * unit.length},${unit.length}}`;
      const before = units[at - 1];
      if (before === undefined) return `${/[\p{L}\p{N}]/u.test(unit) ? '' : String.raw`\\?`}${characterForms(unit)}`;
      // Backslashes next to backslashes could match in many ways.
      return String.raw`\0?${before.startsWith('\\') ? '' : BACKSLASHES}${characterForms(unit)}`;
    })
    .join('');
}

/** An ASCII character, plain or in URL encoding. */
export function asciiForms(character: string): string {
  return `(?:${literal(character)}|%(?:25){0,3}${hexOf(character.charCodeAt(0), 2)})`;
}

const SEMICOLON = asciiForms(';');
/** A predefined entity of XML, escaped too. */
export const entityForms = (name: string): string => `${AMPERSAND}${name}${SEMICOLON}`;

/** What begins a reference of XML or HTML, escaped up to three times more. */
const AMPERSAND = `${asciiForms('&')}(?:amp${SEMICOLON}){0,3}`;

/** One character, plain or escaped, in either case. */
function characterForms(character: string): string {
  const both = new Set([character, character.toLowerCase(), character.toUpperCase()]);
  const forms = [...both].flatMap((one) => ([...one].length === 1 ? escapedForms(one) : [literal(one)]));
  // Any name will do: HTML knows some two thousand.
  const named = /[a-z0-9]/i.test(character) ? [] : [`${AMPERSAND}[a-zA-Z]{2,24}${SEMICOLON}`];
  return `(?:${[...named, ...forms].join('|')})`;
}

function escapedForms(character: string): readonly string[] {
  const code = character.codePointAt(0) ?? 0;
  const hex = anyCase(code.toString(16));
  const units = [...Array(character.length).keys()].map((at) => hexOf(character.charCodeAt(at), 4));
  const bytes = Buffer.from(character, 'utf8');
  const forms = [
    escapedBytes(bytes),
    `${AMPERSAND}${asciiForms('#')}(?:0{0,8}${code}|[xX]0{0,8}${hex})${SEMICOLON}?`,
    String.raw`\\u(?:${units.join(String.raw`\\{1,8}u`)}|\{0{0,8}${hex}\})`,
  ];
  if (code < 256) forms.push(String.raw`\\x${hexOf(code, 2)}`);
  // UTF-8 whose bytes are read one by one, as in kept bytes of a body.
  if (code > 127) forms.push(literal(bytes.toString('latin1')));
  if (code > 127 && code < 256) forms.push(escapedBytes([code]));
  if (character.length === 1) forms.push(`%(?:25){0,3}u${units[0]}`);
  // An escape may begin with the character: all of it is removed.
  return [...forms, literal(character)];
}

/** Bytes in URL encoding and in quoted-printable (RFC 2045, section 6.7). */
function escapedBytes(bytes: Iterable<number>): string {
  return [...bytes].map((byte) => `(?:%(?:25){0,3}|=)${hexOf(byte, 2)}`).join('');
}

function hexOf(code: number, digits: number): string {
  return anyCase(code.toString(16).padStart(digits, '0'));
}

/** A pattern of ASCII letters in either case. */
function anyCase(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}

/** UTF-16 whose bytes are read one by one. */
function utf16Forms(secret: string): readonly string[] {
  if (!/[^\0-\x7f]/.test(secret)) return [];
  const utf16 = Buffer.from(secret, 'utf16le');
  return [utf16.toString('latin1'), Buffer.from(utf16).swap16().toString('latin1')].map(literal);
}

function hexForms(bytes: Buffer): readonly string[] {
  return bytes.byteLength > 2 ? [[...bytes].map((byte) => hexOf(byte, 2)).join('[-: ]?')] : [];
}

/** Base32 (RFC 4648, section 6), where a byte may begin at any of five places of a group. */
const BASE32: Code = { bits: 5, places: 5, shared: '[A-Za-z2-7]', characters: base32Characters };

/** Base64 and base64url (RFC 4648, sections 4 and 5), where a byte may begin at any of three places of a group. */
const BASE64: Code = { bits: 6, places: 3, shared: '(?:[A-Za-z0-9+/_-]|%2[bBfF])', characters: base64Characters };

function base32Characters(bytes: Buffer): readonly string[] {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const values = bits.match(/.{5}/g) ?? [];
  return values.map((value) => anyCase('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.charAt(Number.parseInt(value, 2))));
}

function base64Characters(bytes: Buffer): readonly string[] {
  return [...bytes.toString('base64')].map((character) => {
    if (character === '+') return `(?:-|${characterForms('+')})`;
    return character === '/' ? String.raw`(?:_|\\?${characterForms('/')})` : character;
  });
}

/** A code in which each character holds some bits. */
interface Code {
  readonly bits: number;
  /** Places in a group of characters where a byte may begin. */
  readonly places: number;
  /** A character that holds bits of the secret and of its neighbour. */
  readonly shared: string;
  readonly characters: (bytes: Buffer) => readonly string[];
}

function codedForms(bytes: Buffer, { bits, places, shared, characters }: Code): readonly string[] {
  return [...Array(places).keys()].flatMap((before) => {
    const end = 8 * (before + bytes.byteLength);
    const all = characters(Buffer.concat([Buffer.alloc(before), bytes]));
    // Characters with only bits of the secret; those at its ends hold some of it and are removed too.
    const whole = all.slice(Math.ceil((8 * before) / bits), Math.floor(end / bits));
    if (whole.length < LEAST_CODED) return [];
    return [`${before === 0 ? '' : `${shared}?`}${whole.join('')}${end % bits === 0 ? '' : `${shared}?`}`];
  });
}

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
