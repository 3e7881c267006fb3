import { type DecodedRequest, decodeRequest, servicePath } from '../bindings/decode-request.ts';
import type { Contract } from '../contract/model.ts';
import type { HttpRequest } from '../exchange/exchange.ts';
import { addressOf, type HarEntry, readEntry } from './entry.ts';

export interface HarCall {
  readonly number: number;
  readonly entry: HarEntry;
  /** The document's {base_url}, without user name and password. */
  readonly baseUrl: string;
  readonly request: HttpRequest;
  readonly decoded: Extract<DecodedRequest, { readonly kind: 'call' }>;
}

/** What an entry is: a call, something outside the service, or one that can't be read. */
export type HarReading =
  | { readonly kind: 'call'; readonly call: HarCall }
  | { readonly kind: 'other' }
  | { readonly kind: 'bad'; readonly number: number; readonly message: string };

/** Reads an entry as a call to the service. Entries of other sites are no mistake. */
export function readCall(value: unknown, number: number, contract: Contract): HarReading {
  const bad = (message: string): HarReading => ({ kind: 'bad', number, message });
  const address = addressOf(value);
  if (address === null) return bad('it has no request.url');
  const place = placeOf(address);
  if (place === null || servicePath(place.path, contract) === null) return { kind: 'other' };
  const entry = readEntry(value);
  if (typeof entry === 'string') return bad(entry);
  const { method, headers, body } = entry.request;
  if (method === 'POST' && body === null) return bad('its request body was not recorded');
  const request = { method, path: place.path, headers, body: body === null ? null : new TextEncoder().encode(body) };
  const decoded = decodeRequest(request, contract);
  if (decoded.kind === 'other') return { kind: 'other' };
  if (decoded.kind === 'malformed') return bad(decoded.message);
  const baseUrl = `${place.origin}${servicePath(place.path, contract)?.basePath ?? ''}`;
  return { kind: 'call', call: { number, entry, baseUrl, request, decoded } };
}

/** Origin, and path with query unchanged; null if it is not an http address. */
function placeOf(address: string): { readonly origin: string; readonly path: string } | null {
  try {
    const { protocol, origin } = new URL(address);
    const [, path] = /^[a-z]+:\/\/[^/?#]*(\/[^#]*)/i.exec(address) ?? [];
    return /^https?:$/.test(protocol) && path !== undefined ? { origin, path } : null;
  } catch {
    return null;
  }
}
