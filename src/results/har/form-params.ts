import { isUtf8 } from 'node:buffer';
import { attempt } from '../../base/error.ts';
import { type Header, headerValue } from '../../wire/http/exchange.ts';
import { type BodyRead, fewer, MISREAD, REPLACED } from './body.ts';
import { byteCharacters } from './spelled-bytes.ts';

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

/** The form body of recorded parameters as `formText` has it, in UTF-8 again where its length shows how it was read. */
export function readParams(pairs: readonly Header[], headers: readonly Header[]): BodyRead {
  const form = formText(pairs, headers);
  const length = Number(headerValue(headers, 'content-length') ?? Number.NaN);
  if (pairs.flat().some((one) => one.includes('\uFFFD'))) return { leftOut: REPLACED };
  const again = pairs.map(([name, value]) => [readAgain(name), readAgain(value)] as const);
  const other = formText(again, headers);
  if (other !== form && !isAsLong(form, length)) return isAsLong(other, length) ? bytesOf(other) : { leftOut: MISREAD };
  // A '?' may stand for what the recorder could not write.
  const isShort = /%3F|\?/i.test(form) && Math.max(...lengthsOf(form)) < length;
  return isShort ? { leftOut: fewer(form.length, length) } : bytesOf(form);
}

const bytesOf = (form: string): BodyRead => ({ bytes: new TextEncoder().encode(form), exact: false });

/** With a space as '+' and as '%20'. */
const lengthsOf = (form: string): readonly number[] => [form.length, form.replaceAll('+', '%20').length];
const isAsLong = (form: string, length: number): boolean => lengthsOf(form).includes(length);

/** A text of UTF-8 that was read as Latin-1, in UTF-8; any other as it is. */
function readAgain(text: string): string {
  const bytes = byteCharacters(text);
  return bytes !== null && isUtf8(bytes) ? Buffer.from(bytes).toString() : text;
}

const isDecodable = (text: string): boolean => attempt(() => typeof decodeURIComponent(text) === 'string', false);
