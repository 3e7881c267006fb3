import { member } from '../../base/json.ts';
import { headerValue } from '../../wire/http/exchange.ts';
import { lenientPairs } from './entry.ts';

/**
 * The address of an entry, before the rest of it is read; null if it has none. Some proxies write only the path of the
 * request line: then the host is that of the Host header (RFC 9112, section 3.3), and the scheme http where nothing says
 * another. What can't be completed stays as it is.
 */
export function addressOf(entry: unknown): string | null {
  const request = member(entry, 'request');
  const url = member(request, 'url');
  if (typeof url !== 'string' || /^[a-z][a-z\d+.-]*:\/\//i.test(url)) return typeof url === 'string' ? url : null;
  const lines = lenientPairs(member(request, 'headers'));
  const host = (headerValue(lines, ':authority') || headerValue(lines, 'host') || '').trim();
  const isSecure = /^https$/i.test(headerValue(lines, ':scheme') ?? '') || host.endsWith(':443');
  const scheme = isSecure || /(?:^h|\/)[23]\b/i.test(String(member(request, 'httpVersion'))) ? 'https:' : 'http:';
  if (url.startsWith('//')) return `${scheme}${url}`;
  if (/^[\w.-]+(?::\d+)?\//.test(url)) return `${scheme}//${url}`;
  return url.startsWith('/') && /^[\w.:[\]-]+$/.test(host) ? `${scheme}//${host}${url}` : url;
}
