import { isUtf8 } from 'node:buffer';
import { attempt } from '../../base/error.ts';
import { type Header, headerValue } from '../../wire/http/exchange.ts';
import { type BodyRead, fewer, isTakenOut, MISREAD, REPLACED } from './body.ts';
import { byteCharacters } from './spelled-bytes.ts';

/** Only what a form body has in it: names and values that are already percent-encoded. */
const ENCODED = /^(?:[A-Za-z0-9*._~!'()+-]|%[0-9A-Fa-f]{2})*$/;

/**
 * The form body of recorded parameters (HAR 1.2, 'params'), which some tools write as they were sent, some decoded.
 * @param headers - of the request: where Content-Length fits one of both, it decides
 */
export function formText(pairs: readonly Header[], headers: readonly Header[]): string {
  const written = rawText(pairs);
  const encoded = new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString();
  const isForm = pairs.flat().every((text) => ENCODED.test(text) && isDecodable(text));
  if (!isForm || !/%[0-9A-Fa-f]{2}/.test(written)) return encoded;
  const length = headerValue(headers, 'content-length');
  return length === String(encoded.length) && length !== String(written.length) ? encoded : written;
}

const rawText = (pairs: readonly Header[]): string => pairs.map(([name, value]) => `${name}=${value}`).join('&');

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

/** A query as it was sent, or why it is not known. */
type QueryRead = { readonly query: string } | { readonly leftOut: string };

const DIFFER = 'its request.url and request.queryString say different things';
const NOT_UTF8 = 'its query has escapes that are not UTF-8';
const DECODED = 'its request.url was decoded or escaped as HTML, so where its values end is not known';

/**
 * The query of a recorded request. Recorders write it into the address, which some decode or escape as HTML, and
 * decoded beside it (HAR 1.2, 'queryString').
 * @param written - in the address @param names - the parameters of the operation
 */
export function readQuery(written: string, pairs: readonly Header[], names: readonly string[]): QueryRead {
  const beside = formText(pairs, []);
  const isWhole = (query: string): boolean =>
    pairsIn(query).every(([name, value]) => names.includes(name) && !value.includes('\uFFFD') && !isTakenOut(value));
  const isAddress = /^[!-~]*$/.test(written);
  // Some write what is beside it as it was sent, too.
  const isOne = isSame(written, beside) || (isAddress && isSame(written, rawText(pairs)));
  if (written !== '' && beside !== '' && !isOne) {
    const [own, other] = [isAddress && isWhole(written), isWhole(beside)];
    return own === other ? { leftOut: DIFFER } : { query: own ? written : beside };
  }
  const query = written === '' ? beside : written;
  const found = pairsIn(query);
  if (found.flat().some((text) => text.includes('\uFFFD'))) return { leftOut: NOT_UTF8 };
  const isEscaped = found.some(([name]) => name.startsWith('amp;') && names.includes(name.slice('amp;'.length)));
  const isOpen = !isAddress && found.some(([name]) => !names.includes(name));
  return isEscaped || isOpen ? { leftOut: DECODED } : { query };
}

const pairsIn = (query: string): readonly Header[] =>
  [...new URLSearchParams(query)].filter(([name, value]) => name !== '' || value !== '');

const isSame = (one: string, other: string): boolean => JSON.stringify(pairsIn(one)) === JSON.stringify(pairsIn(other));
