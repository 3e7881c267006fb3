import { attempt } from '../../base/error.ts';

/** The text of a body by its start, charset, XML declaration, else UTF-8 (RFC 7303, section 3). Null if not valid. */
export function decodeBody(body: Uint8Array, charset: string | undefined): string | null {
  const known = decoderFor(byStart(body)) ?? decoderFor(charset) ?? decoderFor(byDeclaration(body));
  return attempt(() => (known ?? utf8).decode(body), null);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decoderFor(label: string | undefined): TextDecoder | null {
  if (label === 'utf-8') return utf8;
  return label === undefined ? null : attempt(() => new TextDecoder(label.trim(), { fatal: true }), null);
}

/** By a mark, or by the null byte next to a '<'. */
function byStart({ 0: first, 1: second, 2: third }: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c) ? 'utf-16be' : undefined;
}

function byDeclaration(body: Uint8Array): string | undefined {
  const start = new TextDecoder('latin1').decode(body.subarray(0, 200));
  const label = /^<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)["']/.exec(start)?.[1];
  // A declaration that can be read byte by byte is not UTF-16, even if it says so.
  return label?.toLowerCase().startsWith('utf-16') ? undefined : label;
}
