import { decodeRequest, servicePath } from '../bindings/decode-request.ts';
import type { Contract } from '../contract/model.ts';
import type { HttpRequest } from '../exchange/exchange.ts';
import { addressOf, readEntry } from './entry.ts';

export type HarReading = ReturnType<typeof readCall>;
export type HarCall = Extract<HarReading, { readonly kind: 'call' }>['call'];

/** Reads an entry as a call to the service; 'other': it is not one, which is no mistake. @param number - from 1 */
export function readCall(value: unknown, number: number, contract: Contract) {
  const bad = (message: string) => ({ kind: 'bad', number, message }) as const;
  const address = addressOf(value);
  if (address === null) return bad('it has no request.url');
  const place = placeOf(address);
  if (place === null || servicePath(place.path, contract) === null) return { kind: 'other' } as const;
  const entry = readEntry(value);
  if (typeof entry === 'string') return bad(entry);
  const { method, headers, body } = entry.request;
  if (method === 'POST' && body === null) return bad('its request body was not recorded');
  const sent = body === null ? null : new TextEncoder().encode(body);
  const request: HttpRequest = { method, path: place.path, headers, body: sent };
  const decoded = decodeRequest(request, contract);
  if (decoded.kind === 'other') return { kind: 'other' } as const;
  if (decoded.kind === 'malformed') return bad(decoded.message);
  // The document's {base_url}, without user name and password.
  const baseUrl = `${place.origin}${servicePath(place.path, contract)?.basePath ?? ''}`;
  return { kind: 'call', call: { number, entry, baseUrl, request, decoded } } as const;
}

/** Origin, and path with query unchanged; null if it is not an http address. */
function placeOf(address: string) {
  if (!URL.canParse(address)) return null;
  const { protocol, origin } = new URL(address);
  const [, path] = /^[a-z]+:\/\/[^/?#]*(\/[^#]*)/i.exec(address) ?? [];
  return /^https?:$/.test(protocol) && path !== undefined ? { origin, path } : null;
}
