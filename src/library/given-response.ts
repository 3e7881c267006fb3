import type { Header, HttpResponse } from '../exchange/exchange.ts';

/** A response as a user of the library has it, from any client or from a handler called without one. */
export interface GivenResponse {
  readonly status: number;
  /** fetch's Headers, a Map, name-value pairs, or node:http's object; repeated lines count where they can be told. */
  readonly headers: GivenHeaders;
  /** The bytes as they came, before anything decoded them. */
  readonly body: Uint8Array;
}

export type GivenHeaders =
  | Iterable<readonly [name: string, value: string]>
  | Readonly<Record<string, string | number | readonly string[] | undefined>>;

/**
 * The response as rules look at it.
 * @throws TypeError where the body is no bytes: a text has lost its encoding, which is judged too
 */
export function httpResponse({ status, headers, body }: GivenResponse): HttpResponse {
  // Not instanceof: a test environment like jsdom has a Uint8Array of its own.
  if (!ArrayBuffer.isView(body)) throw new TypeError("the response's body is no Uint8Array; expected its bytes");
  const bytes = new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  const lines = headerLines(headers);
  return { status, reason: '', version: '1.1', headers: lines, body: bytes, complete: true, surplus: 0 };
}

function headerLines(headers: GivenHeaders): readonly Header[] {
  if (isIterable(headers)) return [...headers].map(([name, value]) => [name, value.trim()]);
  return Object.entries(headers).flatMap(([name, value]): readonly Header[] => {
    if (value === undefined) return [];
    const lines = typeof value === 'object' ? value : [String(value)];
    return lines.map((line) => [name, line.trim()]);
  });
}

function isIterable(headers: GivenHeaders): headers is Iterable<readonly [string, string]> {
  return Symbol.iterator in headers;
}
