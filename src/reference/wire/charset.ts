/**
 * The text of a request body by its byte order mark, UTF-16's null bytes, charset, XML declaration, else UTF-8 (RFC
 * 7303, section 3). Null for bytes that are not valid.
 */
export function decodeBody(body: Uint8Array, charset: string | undefined): string | null {
  const decoder =
    decoderFor(byMark(body)) ??
    decoderFor(byLook(body)) ??
    decoderFor(charset) ??
    decoderFor(byDeclaration(body)) ??
    decoderFor('utf-8');
  try {
    return decoder?.decode(body) ?? null;
  } catch {
    return null;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decoderFor(label: string | undefined): TextDecoder | null {
  if (label === 'utf-8') return utf8;
  try {
    return label === undefined ? null : new TextDecoder(label.trim(), { fatal: true });
  } catch {
    return null;
  }
}

function byMark({ 0: first, 1: second, 2: third }: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

function byLook({ 0: first, 1: second }: Uint8Array): string | undefined {
  if (first === 0x3c && second === 0) return 'utf-16le';
  return first === 0 && second === 0x3c ? 'utf-16be' : undefined;
}

function byDeclaration(body: Uint8Array): string | undefined {
  const start = new TextDecoder('latin1').decode(body.subarray(0, 200));
  const label = /^<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)["']/.exec(start)?.[1];
  // A declaration that can be read byte by byte is not UTF-16, even if it says so.
  return label?.toLowerCase().startsWith('utf-16') ? undefined : label;
}
