import type { Cell } from '../contract/model.ts';
import { type Exchange, type HttpResponse, headerValue } from '../exchange/exchange.ts';
import { decodeXmlBytes, type TextDecode } from '../xml/decode.ts';
import { parseXml, type XmlParse } from '../xml/parse.ts';
import { childElements } from '../xml/tree.ts';
import type { Located } from './binding.ts';
import { bindings } from './bindings.ts';
import { charsetOf } from './media-type.ts';

/** A response taken apart layer by layer, as far as each layer lets the next be read. */
export interface Reading {
  readonly cell: Cell;
  readonly exchange: Exchange;
  readonly response: HttpResponse | null;
  readonly text: TextDecode | null;
  readonly xml: XmlParse | null;
  readonly located: Located;
  /** The document says what this answer looks like: status 200, or a success's body under another status. */
  readonly success: boolean;
}

const nothing: Located = { envelope: null, fault: null, payload: null, result: null, nullResult: false };

/**
 * Takes an exchange of a cell apart. An answer other than 200 counts as a success when its body holds what a successful
 * one does: a wrong status hides nothing. What an error's body looks like the document does not show.
 */
export function readExchange(exchange: Exchange, cell: Cell): Reading {
  const response = exchange.outcome.kind === 'response' ? exchange.outcome.response : null;
  if (response === null) {
    return { cell, exchange, response, text: null, xml: null, located: nothing, success: false };
  }
  const text = decodeXmlBytes(response.body, charsetOf(headerValue(response.headers, 'content-type')));
  const xml = parseXml(text.text);
  const located = xml.kind === 'document' ? bindings[cell.binding].locate(xml.document.root, cell.operation) : nothing;
  const success = response.status === 200 || located.payload !== null;
  return { cell, exchange, response, text, xml, located, success };
}

/** True where the answer holds no record: none can be found, the result is null, or the array is empty. */
export function hasNoData({ located }: Reading): boolean {
  return located.result === null || childElements(located.result).length === 0;
}
