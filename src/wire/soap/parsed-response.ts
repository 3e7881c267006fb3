import type { Cell } from '../../contract/model.ts';
import type { TextDecode } from '../../xml/decode.ts';
import { childElements, textOf, type XmlParse } from '../../xml/tree.ts';
import type { Exchange, HttpResponse } from '../http/exchange.ts';
import type { Located } from './binding.ts';

/** A response parsed layer by layer. It holds only the body: a tree takes thirty times that, and is parsed again. */
export interface ParsedResponse {
  readonly cell: Cell;
  readonly exchange: Exchange;
  readonly response: HttpResponse | null;
  /** The content codings of the body, unrequested: then it is not text. Null if it has none. */
  readonly coding: string | null;
  readonly text: TextDecode | null;
  readonly xml: XmlParse | null;
  readonly located: Located;
  /** The document describes this answer: status 200, or a success's body under another status. */
  readonly success: boolean;
}

/** True where the answer holds no record: none can be found, the result is null, or the array is empty. */
export function hasNoData({ located: { result }, cell }: ParsedResponse): boolean {
  const { content, empty } = cell.operation.result;
  if (empty === true) return false;
  if (result === null) return true;
  if (content?.kind === 'simple') return textOf(result) === '';
  if (childElements(result).length > 0) return false;
  // A record with attributes may hold a text, or nothing else.
  return (
    content?.kind !== 'record' ||
    (textOf(result) === '' && result.attributes.every(({ namespace }) => namespace !== ''))
  );
}
