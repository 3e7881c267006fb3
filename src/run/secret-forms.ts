/** Secrets shorter than this are replaced only where they stand alone, or a report would be unreadable. */
export const SHORT = 6;

/** A longer secret is looked for piece by piece, so that no pattern grows without end. */
const PIECE = 64;

/** Characters of base64 that tell a secret from chance. */
const LEAST_BASE64 = 5;

/**
 * Patterns of all the forms a text may travel in: as it stands in any case; each character by itself escaped for a URL
 * (once or more often), XML or HTML (named, decimal, hexadecimal), JSON or JavaScript; in UTF-8 read as Latin-1; in UTF-16;
 * in base64 or base64url, at any place of a longer one; in hex. Repetition is bounded, so that no text takes long.
 * Not covered: compressed, hashed, encrypted, reversed, cut in pieces, base64 broken over lines.
 */
export function secretForms(secret: string): readonly RegExp[] {
  if (secret.length > 2 * PIECE) return pieces(secret).flatMap(secretForms);
  const characters = [...secret].map(characterForms).join('\\0?');
  const folded = [characters, ...utf16Forms(secret), ...hexForms(secret)].join('|');
  const base64 = [...base64Forms(Buffer.from(secret, 'utf8')), ...base64Forms(Buffer.from(secret, 'utf16le'))];
  // What ends an escape is no letter that stands before the secret.
  const alone = String.raw`(?<![\p{L}\p{N}](?<!%[0-9a-f]{2}|\\u[0-9a-f]{4}))(?:${folded})(?![\p{L}\p{N}])`;
  return [
    secret.length < SHORT ? new RegExp(alone, 'giu') : new RegExp(folded, 'gi'),
    ...(base64.length === 0 ? [] : [new RegExp(base64.join('|'), 'g')]),
  ];
}

function pieces(secret: string): readonly string[] {
  const count = Math.floor(secret.length / PIECE);
  return Array.from({ length: count }, (_, index) =>
    secret.slice(index * PIECE, index === count - 1 ? undefined : (index + 1) * PIECE),
  );
}

/** One character, as it stands or escaped. */
function characterForms(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  const units = [...Array(character.length).keys()].map((at) => character.charCodeAt(at).toString(16).padStart(4, '0'));
  const plain = /[\p{L}\p{N}]/u.test(character);
  const forms = [
    // JSON and JavaScript may put a backslash before it.
    character === '\\' ? String.raw`\\{1,8}` : `${plain ? '' : String.raw`\\{0,7}`}${literal(character)}`,
    percent(Buffer.from(character, 'utf8')),
    `&(?:amp;){0,3}#0{0,8}${code};?`,
    `&(?:amp;){0,3}#x0{0,8}${hex};?`,
    String.raw`\\{1,8}u(?:${units.join(String.raw`\\{1,8}u`)}|\{0{0,8}${hex}\})`,
  ];
  if (code < 256) forms.push(String.raw`\\{1,8}x${hex.padStart(2, '0')}`);
  // UTF-8 whose bytes are read one by one, as where a body's bytes are kept.
  if (code > 127) forms.push(literal(Buffer.from(character, 'utf8').toString('latin1')));
  if (code > 127 && code < 256) forms.push(percent(Buffer.from(character, 'latin1')));
  if (character.length === 1) forms.push(`%(?:25){0,3}u${units[0]}`);
  if (character === ' ') forms.push('\\+', '&nbsp;');
  // Any name will do: HTML knows some two thousand.
  if (!/[a-z0-9]/i.test(character)) forms.push('&(?:amp;){0,3}[a-z]{2,24};');
  return `(?:${forms.join('|')})`;
}

function percent(bytes: Buffer): string {
  return [...bytes].map((byte) => `%(?:25){0,3}${byte.toString(16).padStart(2, '0')}`).join('');
}

/** UTF-16 whose bytes are read one by one. */
function utf16Forms(secret: string): readonly string[] {
  if (!/[^\0-\x7f]/.test(secret)) return [];
  const utf16 = Buffer.from(secret, 'utf16le');
  return [utf16.toString('latin1'), Buffer.from(utf16).swap16().toString('latin1')].map(literal);
}

function hexForms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const utf16 = Buffer.from(secret, 'utf16le');
  return [bytes, utf16]
    .filter(({ byteLength }) => byteLength > 2)
    .map((all) => [...all].map((byte) => byte.toString(16).padStart(2, '0')).join('[-: ]?'));
}

/** Bytes in base64 that begin at each of the three places of its groups of three bytes (RFC 4648, sections 4 and 5). */
function base64Forms(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const bits = 8 * (before + bytes.byteLength);
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    // Characters whose six bits are all the secret's; those at its ends hold some of it, and go too.
    const whole = text.slice(Math.ceil((8 * before) / 6), Math.floor(bits / 6));
    if (whole.length < LEAST_BASE64) return [];
    const shared = '(?:[A-Za-z0-9+/_-]|%2[bBfF])?';
    return [`${before === 0 ? '' : shared}${[...whole].map(base64Character).join('')}${bits % 6 === 0 ? '' : shared}`];
  });
}

function base64Character(character: string): string {
  if (character === '+') return '(?:[+-]|%2[bB])';
  return character === '/' ? String.raw`(?:\\?/|_|%2[fF])` : character;
}

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
