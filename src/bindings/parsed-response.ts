import type { Cell } from '../contract/model.ts';
import type { Exchange, HttpResponse } from '../exchange/exchange.ts';
import type { TextDecode } from '../xml/decode.ts';
import { childElements } from '../xml/tree.ts';
import type { XmlParse } from '../xml/xml-parse.ts';
import type { Located } from './binding.ts';

/**
 * A response taken apart layer by layer, as far as each layer lets the next be read. It holds the body alone: what is made
 * of it takes thirty times that, so it is made again where it is no longer known.
 */
export interface ParsedResponse {
  readonly cell: Cell;
  readonly exchange: Exchange;
  readonly response: HttpResponse | null;
  /** The content codings that the body came in, unasked: then it is no text. Null where it came as it is. */
  readonly coding: string | null;
  readonly text: TextDecode | null;
  readonly xml: XmlParse | null;
  readonly located: Located;
  /** The document says what this answer looks like: status 200, or a success's body under another status. */
  readonly success: boolean;
}

/** True where the answer holds no record: none can be found, the result is null, or the array is empty. */
export function hasNoData({ located }: ParsedResponse): boolean {
  return located.result === null || childElements(located.result).length === 0;
}
