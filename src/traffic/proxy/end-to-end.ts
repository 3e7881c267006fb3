import type { Header } from '../../exchange/exchange.ts';

/** Fields of one connection (RFC 9110, section 7.6.1), and those between a client and a proxy (section 11.7). */
const HOP_BY_HOP = /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i;

/** A message needs these, even if its Connection names them. */
const NEEDED = /^(?:host|content-length)$/i;

/** The header lines for the other end, unchanged and in order. A chunked body is sent on chunked. */
export function endToEnd(lines: readonly Header[]): readonly Header[] {
  const connection = lines.flatMap(([name, value]) => (/^connection$/i.test(name) ? [value.toLowerCase()] : []));
  const named = new Set(connection.flatMap((value) => value.split(',')).map((name) => name.trim()));
  return lines.filter(([name, value]) => {
    if (/^transfer-encoding$/i.test(name)) return /^chunked$/i.test(value);
    return NEEDED.test(name) || !(HOP_BY_HOP.test(name) || named.has(name.toLowerCase()));
  });
}

/** The lines of a request with the Host of the target (RFC 9112, section 3.2), and those of `added` that it lacks. */
export function forTarget(lines: readonly Header[], host: string, added: readonly Header[]): readonly Header[] {
  const has = (name: string): boolean => lines.some(([own]) => own.toLowerCase() === name.toLowerCase());
  const hosted = lines.map(([name, value]): Header => [name, /^host$/i.test(name) ? host : value]);
  return [...(has('host') ? hosted : [['Host', host] as const, ...hosted]), ...added.filter(([name]) => !has(name))];
}
