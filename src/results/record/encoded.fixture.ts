/** A text in the forms in which a server may return it, by name; made without the code under test. */
export function encodedForms(text: string): Readonly<Record<string, string>> {
  const bytes = Buffer.from(text, 'utf8');
  const each = (form: (character: string, code: number) => string): string =>
    [...text].map((character) => form(character, character.codePointAt(0) ?? 0)).join('');
  const throughout = [...bytes].map((byte) => `%${byte.toString(16)}`).join('');
  const base64 = (before: string): string => Buffer.from(`${before}${text}:x`, 'utf8').toString('base64');
  return {
    'as it stands': text,
    'in capitals': text.toUpperCase(),
    'percent-encoded': encodeURIComponent(text),
    'percent-encoded in lower case': encodeURIComponent(text).replaceAll(/%../g, (one) => one.toLowerCase()),
    'percent-encoded throughout': throughout,
    'percent-encoded twice': encodeURIComponent(throughout),
    'as a form': new URLSearchParams([['', text]]).toString().slice(1),
    'as XML': text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    'as XML twice': text.replaceAll('&', '&amp;amp;').replaceAll('<', '&amp;lt;').replaceAll('"', '&amp;quot;'),
    'in decimal references': each((_, code) => `&#${code};`),
    'in decimal references with zeros': each((_, code) => `&#00${code};`),
    'in hexadecimal references': each((_, code) => `&#x${code.toString(16)};`),
    'in hexadecimal references with zeros': each((_, code) => `&#X000${code.toString(16).toUpperCase()};`),
    'in names of HTML': text.replaceAll('&', '&amp;').replaceAll(' ', '&nbsp;').replaceAll('é', '&eacute;'),
    'as JSON': JSON.stringify(text).slice(1, -1),
    'in JSON escapes': each((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`),
    'in JSON escapes of capitals': each((_, code) => `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`),
    'in hexadecimal escapes': each((one, code) => (code > 255 ? one : `\\x${code.toString(16).padStart(2, '0')}`)),
    'in base64': base64(''),
    'in base64 after one byte': base64('~'),
    'in base64 after two bytes': base64('~~'),
    'in base64 after a name': base64('user:'),
    'in base64url': base64('').replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
    'in base64 of UTF-16': Buffer.from(`<${text}>`, 'utf16le').toString('base64'),
    'in hex': bytes.toString('hex'),
    'in hex of capitals': bytes.toString('hex').toUpperCase(),
    'in hex with hyphens': [...bytes].map((byte) => byte.toString(16).toUpperCase()).join('-'),
    'in decimal and hexadecimal references among plain characters': mixed(text),
    'in CDATA sections': [...text].map((character) => `<![CDATA[${character}]]>`).join(''),
    'cut by CDATA sections': cut(text, 3, ']]><![CDATA['),
    'cut by CDATA sections in URL encoding': encodeURIComponent(cut(text, 3, ']]><![CDATA[')),
    'cut by a comment': cut(text, 4, '<!-- cut -->'),
    'cut by lines': cut(text, 5, '\r\n'),
    'cut by indented lines': cut(text, 4, '\n      '),
    'cut by lines in JSON': cut(text, 5, '\\r\\n'),
    'cut by lines in a URL': cut(encodeURIComponent(text), 9, '%0D%0A'),
    'cut by lines in references': cut(text, 5, '&#xD;&#10;'),
    'in quoted-printable': quotedPrintable(text),
    'in quoted-printable throughout': quotedPrintable(text, /./gsu),
    'in quoted-printable cut by lines': cut(quotedPrintable(text), 4, '=\r\n', '=[\\dA-F]{2}|'),
    'in base64 cut by lines': cut(base64(''), 4, '\r\n'),
    'in base64 cut by indented lines': cut(base64('~'), 7, '\n    '),
    'in base64 cut by lines in JSON': cut(base64('~~'), 5, '\\n'),
    'in base64 as JSON of .NET': base64('').replaceAll('+', '\\u002B'),
    'in base32': base32(bytes),
    'in base32 of small letters': base32(bytes).toLowerCase(),
    'in base32 after one byte': base32(Buffer.from(`~${text}:x`)),
    'in base32 after two bytes': base32(Buffer.from(`~~${text}:x`)),
    'in base32 after three bytes': base32(Buffer.from(`~~~${text}:x`)),
    'in base32 after four bytes': base32(Buffer.from(`~~~~${text}:x`)),
    'in base32 cut by lines': cut(base32(bytes), 8, '\n'),
    'in hex cut by lines': cut(bytes.toString('hex'), 6, '\r\n'),
    'in UTF-16': Buffer.from(text, 'utf16le').toString('latin1'),
    'in UTF-16 of the other order': Buffer.from(text, 'utf16le').swap16().toString('latin1'),
    'in UTF-8 read as Latin-1': bytes.toString('latin1'),
  };
}

/** A text with something inserted after every `every` characters. @param whole - what is not divided (RFC 2045, 6.7) */
function cut(text: string, every: number, between: string, whole = ''): string {
  return (text.match(new RegExp(`(?:${whole}[^]){1,${every}}`, 'gu')) ?? []).join(between);
}

/** Characters in turn plain, in decimal and in hexadecimal. */
function mixed(text: string): string {
  const forms = [(code: number) => `&#${code};`, (code: number) => `&#x${code.toString(16)};`];
  return [...text].map((one, at) => (at % 3 === 2 ? one : forms[at % 3]?.(one.codePointAt(0) ?? 0))).join('');
}

function quotedPrintable(text: string, escaped = /[^!-<>-~ ]/gu): string {
  const bytesOf = (one: string): string =>
    [...Buffer.from(one)].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
  return text.replaceAll(escaped, bytesOf);
}

/** RFC 4648, section 6, with its padding. */
function base32(bytes: Uint8Array): string {
  let value = 0n;
  for (const byte of bytes) value = value * 256n + BigInt(byte);
  const padding = (5 - (bytes.length % 5)) % 5;
  const digits = (value << BigInt(8 * padding)).toString(32).padStart((8 * (bytes.length + padding)) / 5, '0');
  const letters = [...digits].map((digit) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.charAt(Number.parseInt(digit, 32)));
  const filled = Math.floor((padding * 8) / 5);
  return letters.join('').slice(0, letters.length - filled) + '='.repeat(filled);
}
