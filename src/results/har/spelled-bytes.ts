/** The bytes of a text in base64 or base64url (RFC 4648), with or without line breaks and padding; else null. */
export function base64In(text: string): Uint8Array | null {
  const plain = text.replaceAll(/\s+/g, '');
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(plain)) return null;
  const digits = plain.replace(/(?<!=)=+$/, '').length;
  // Node reads both alphabets.
  return digits % 4 === 1 || (plain.endsWith('=') && plain.length % 4 !== 0) ? null : Buffer.from(plain, 'base64');
}

/** The bytes of a text in which Python kept those that are no UTF-8 as U+DC80 to U+DCFF (PEP 383); null if none is. */
export function escapedBytes(text: string): Uint8Array | null {
  const lone = /(?<![\uD800-\uDBFF])[\uDC80-\uDCFF]/;
  if (!lone.test(text)) return null;
  const parts = text.split(new RegExp(`(${lone.source})`));
  return Buffer.concat(
    parts.map((part) => (lone.test(part) ? Buffer.of(part.charCodeAt(0) - 0xdc00) : Buffer.from(part))),
  );
}

/** What Windows-1252 has from 0x80 on; bytes that it leaves undefined are controls, as in a browser. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

/** The bytes of a text whose characters each stand for one, as in Latin-1 or Windows-1252; null if one does not. */
export function byteCharacters(text: string): Uint8Array | null {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const byte = code <= 0xff ? code : WINDOWS_1252.indexOf(text.charAt(at)) + 0x80;
    if (byte < 0x80 && code > 0xff) return null;
    bytes[at] = byte;
  }
  return bytes;
}
