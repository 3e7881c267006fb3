import type { Contract } from '../../contract/model.ts';
import type { HttpRequest } from '../../wire/http/exchange.ts';
import { decodeRequest, servicePath } from '../../wire/soap/decode-request.ts';
import { addressOf } from './address.ts';
import { type Attached, readEntry } from './entry.ts';

export type HarReading = ReturnType<typeof readCall>;
export type HarCall = Extract<HarReading, { readonly kind: 'call' }>['call'];

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
  const address = addressOf(value);
  if (address === null) return bad('it has no request.url');
  const place = placeOf(address);
  if (place === null && servicePath(address, contract) !== null)
    return bad('its request.url is no absolute address, and no Host header completes it');
  if (place === null || servicePath(place.path, contract) === null) return { kind: 'other' } as const;
  const entry = readEntry(value, attached, own);
  if (typeof entry === 'string') return bad(entry);
  const { method, headers, body } = entry.request;
  if (body !== null && 'leftOut' in body) return bad(`its request can't be read: ${body.leftOut}`);
  if (method === 'POST' && body === null) return bad('its request body was not recorded');
  const request: HttpRequest = { method, path: place.path, headers, body: body === null ? null : body.bytes };
  const decoded = decodeRequest(request, contract);
  if (decoded.kind === 'other') return { kind: 'other' } as const;
  if (decoded.kind === 'malformed') return bad(decoded.message);
  // The document's {base_url}, without user name and password.
  const baseUrl = `${place.origin}${servicePath(place.path, contract)?.basePath ?? ''}`;
  return { kind: 'call', call: { number, entry, baseUrl, url: address, request, decoded } } as const;
}

/** Origin, and path with query unchanged; null if it is not an http address. */
function placeOf(address: string) {
  if (!URL.canParse(address)) return null;
  const { protocol, origin } = new URL(address);
  const [, path] = /^[a-z]+:\/\/[^/?#]*(\/[^#]*)/i.exec(address) ?? [];
  return /^https?:$/.test(protocol) && path !== undefined ? { origin, path } : null;
}
