import { member } from '../../base/json.ts';
import { beginning, plural } from '../../base/words.ts';
import type { Contract } from '../../contract/model.ts';
import { type Header, type HttpRequest, headerValue } from '../../wire/http/exchange.ts';
import { decodeRequest, servicePath } from '../../wire/soap/decode-request.ts';
import { recognisedRead } from '../../wire/soap/recognised-read.ts';
import { type Attached, lenientPairs, readEntry } from './entry.ts';
import { readQuery } from './form-params.ts';

export type HarReading = ReturnType<typeof readCall>;
export type HarCall = Extract<HarReading, { readonly kind: 'call' }>['call'];

/** Bytes of a body that are read. A longer request is no call; of a longer answer only the beginning is shown. */
export const MOST_READ = 1024 * 1024;

/** Characters of an address: reports show it whole. Servers take 8,000 to 16,000. */
const MOST_ADDRESS = 64 * 1024;

/**
 * Reads an entry as a call to the service; 'other': it is not one, which is no mistake.
 * @param number - from 1 @param own - this suite wrote the HAR: its texts are what was sent
 */
export function readCall(
  value: unknown,
  number: number,
  { contract, attached, own }: { readonly contract: Contract; readonly attached: Attached; readonly own: boolean },
) {
  const bad = (message: string) => ({ kind: 'bad', number, message }) as const;
  const why = member(value, '_leftOut');
  if (typeof why === 'string') return bad(beginning(why));
  const address = addressOf(value);
  if (address === null) return bad('it has no request.url');
  const place = placeOf(address);
  if (place === null && servicePath(address, contract) !== null)
    return bad('its request.url is no absolute address, and no Host header completes it');
  const service = place === null ? null : servicePath(place.path, contract);
  if (place === null || service === null) return { kind: 'other' } as const;
  if (address.length > MOST_ADDRESS)
    return bad(`its address has ${plural(address.length, 'character')}; expected ${MOST_ADDRESS} at most`);
  const entry = readEntry(value, attached, own);
  if (typeof entry === 'string') return bad(entry);
  const { method, headers, body, query: pairs } = entry.request;
  const called = contract.operations.find(({ name }) => name === service.operation);
  const names = called?.parameters.map(({ name }) => name) ?? [];
  const isQuery = !own && method === 'GET' && called !== undefined;
  const read = isQuery ? readQuery(service.query, pairs, names) : { query: service.query };
  if ('leftOut' in read) return bad(read.leftOut);
  const [head = ''] = place.path.split('?', 1);
  const path = read.query === service.query ? place.path : `${head}?${read.query}`;
  if (body !== null && 'leftOut' in body) return bad(`its request can't be read: ${body.leftOut}`);
  if (method === 'POST' && body === null) return bad('its request body was not recorded');
  if (body !== null && body.bytes.byteLength > MOST_READ)
    return bad(`its request body has ${plural(body.bytes.byteLength, 'byte')}; expected ${MOST_READ} at most`);
  const request: HttpRequest = { method, path, headers, body: body === null ? null : body.bytes };
  // IIS compares paths without case.
  const written = decodeRequest(request, contract);
  const decoded = written.kind === 'malformed' ? (recognisedRead(request, contract) ?? written) : written;
  if (decoded.kind === 'other' && isMultipart(headers))
    return bad('its body is a multipart form, which the document does not have');
  if (decoded.kind === 'other') return { kind: 'other' } as const;
  if (decoded.kind === 'malformed') return bad(decoded.message);
  // The document's {base_url}, without user name and password.
  const baseUrl = `${place.origin}${service.basePath}`;
  const url = path === place.path ? address : `${place.origin}${path}`;
  return { kind: 'call', call: { number, entry, baseUrl, url, request, decoded } } as const;
}

const isMultipart = (headers: readonly Header[]): boolean =>
  /^\s*multipart\//i.test(headerValue(headers, 'content-type') ?? '');

/**
 * The address of an entry, before the rest of it is read; null if it has none. Some proxies write only the path of the
 * request line: then the host is that of the Host header (RFC 9112, section 3.3), and the scheme http where nothing
 * says another. What can't be completed stays as it is.
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

/** Origin, and path with query unchanged; null if it is not an http address. */
function placeOf(address: string) {
  if (!URL.canParse(address)) return null;
  const { protocol, origin } = new URL(address);
  const [, path] = /^[a-z]+:\/\/[^/?#]*(\/[^#]*)/i.exec(address) ?? [];
  return /^https?:$/.test(protocol) && path !== undefined ? { origin, path } : null;
}
