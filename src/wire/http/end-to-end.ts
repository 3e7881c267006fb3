import { type Header, headerValue } from './exchange.ts';

/** Fields of one connection (RFC 9110, section 7.6.1), and those between a client and a proxy (section 11.7). */
const hopByHop = new Set(['connection', 'keep-alive', 'te', 'trailer', 'upgrade', 'http2-settings']);

/** A message needs these, even if its Connection names them. */
const needed = new Set(['host', 'content-length']);

/** The header lines for the other end, unchanged and in order. A chunked body is sent on chunked. */
export function endToEnd(lines: readonly Header[]): readonly Header[] {
  const named = new Set<string>();
  for (const [name, value] of lines)
    if (isNamed(name, 'connection')) for (const one of value.toLowerCase().split(',')) named.add(one.trim());
  return lines.filter(([name, value]) => {
    const field = name.toLowerCase();
    if (field === 'transfer-encoding') return isNamed(value, 'chunked');
    return needed.has(field) || !(hopByHop.has(field) || named.has(field) || field.startsWith('proxy-'));
  });
}

/** Lines that say where a message goes and where it ends: src/wire/http writes them for each request. */
const FRAMING = /^(?:host|content-length|transfer-encoding)$/i;

/** The header lines of a request that may go to another server too: not those of the connection, Host and framing. */
export function portableLines(lines: readonly Header[]): readonly Header[] {
  return endToEnd(lines).filter(([name]) => !FRAMING.test(name));
}

/** The lines, with an empty one for each that src/wire/http would add of its own. */
export function withoutOwnLines(lines: readonly Header[]): readonly Header[] {
  const missing = ['User-Agent', 'Accept-Encoding'].filter((name) => headerValue(lines, name) === undefined);
  return [...lines, ...missing.map((name): Header => [name, ''])];
}

/** The lines of a request with the Host of the target (RFC 9112, section 3.2), and those of `added` that it lacks. */
export function forTarget(lines: readonly Header[], host: string, added: readonly Header[]): readonly Header[] {
  const hosted = lines.map((line): Header => (isNamed(line[0], 'host') ? [line[0], host] : line));
  const missing = added.filter(([name]) => headerValue(lines, name) === undefined);
  const first: readonly Header[] = headerValue(lines, 'host') === undefined ? [['Host', host]] : [];
  return [...first, ...hosted, ...missing];
}

const isNamed = (text: string, name: string): boolean => text.length === name.length && text.toLowerCase() === name;
