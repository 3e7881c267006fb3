import type { Header } from '../../wire/http/exchange.ts';
import { isTakenOut } from './body.ts';
import { formText } from './form-params.ts';

/** A query as it was sent, or why it is not known. */
type QueryRead = { readonly query: string } | { readonly leftOut: string };

const DIFFER = 'its request.url and request.queryString say different things';
const NOT_UTF8 = 'its query has escapes that are not UTF-8';
const DECODED = 'its request.url was decoded or escaped as HTML, so where its values end is not known';

/**
 * The query of a recorded request. Recorders write it into the address, which some decode or escape as HTML, and decoded
 * beside it (HAR 1.2, 'queryString').
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

const rawText = (pairs: readonly Header[]): string => pairs.map(([name, value]) => `${name}=${value}`).join('&');

const pairsIn = (query: string): readonly Header[] =>
  [...new URLSearchParams(query)].filter(([name, value]) => name !== '' || value !== '');

const isSame = (one: string, other: string): boolean => JSON.stringify(pairsIn(one)) === JSON.stringify(pairsIn(other));
