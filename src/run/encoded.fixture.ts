/** A text in the forms a server may give it back in, by name; made without the code under test. */
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
    'in hexadecimal escapes': each((_, code) => `\\x${code.toString(16).padStart(2, '0')}`),
    'in base64': base64(''),
    'in base64 after one byte': base64('~'),
    'in base64 after two bytes': base64('~~'),
    'in base64 after a name': base64('user:'),
    'in base64url': base64('').replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
    'in base64 of UTF-16': Buffer.from(`<${text}>`, 'utf16le').toString('base64'),
    'in hex': bytes.toString('hex'),
    'in hex of capitals': bytes.toString('hex').toUpperCase(),
    'in hex with hyphens': [...bytes].map((byte) => byte.toString(16).toUpperCase()).join('-'),
    'in UTF-16': Buffer.from(text, 'utf16le').toString('latin1'),
    'in UTF-16 of the other order': Buffer.from(text, 'utf16le').swap16().toString('latin1'),
    'in UTF-8 read as Latin-1': bytes.toString('latin1'),
  };
}
