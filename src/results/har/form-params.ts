import { attempt } from '../../base/error.ts';
import { type Header, headerValue } from '../../wire/http/exchange.ts';

/** Only what a form body has in it: names and values that are already percent-encoded. */
const ENCODED = /^(?:[A-Za-z0-9*._~!'()+-]|%[0-9A-Fa-f]{2})*$/;

/**
 * The form body of recorded parameters (HAR 1.2, 'params'), which some tools write as they were sent, some decoded.
 * @param headers - of the request: where Content-Length fits one of both, it decides
 */
export function formText(pairs: readonly Header[], headers: readonly Header[]): string {
  const written = pairs.map(([name, value]) => `${name}=${value}`).join('&');
  const encoded = new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString();
  const isForm = pairs.flat().every((text) => ENCODED.test(text) && isDecodable(text));
  if (!isForm || !/%[0-9A-Fa-f]{2}/.test(written)) return encoded;
  const length = headerValue(headers, 'content-length');
  return length === String(encoded.length) && length !== String(written.length) ? encoded : written;
}

const isDecodable = (text: string): boolean => attempt(() => typeof decodeURIComponent(text) === 'string', false);
