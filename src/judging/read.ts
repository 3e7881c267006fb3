import type { Located } from '../bindings/binding.ts';
import { bindings } from '../bindings/bindings.ts';
import { charsetOf } from '../bindings/media-type.ts';
import type { ParsedResponse } from '../bindings/parsed-response.ts';
import { cellName } from '../contract/cell-name.ts';
import type { Cell } from '../contract/model.ts';
import { contentCoding } from '../exchange/content-coding.ts';
import { type Exchange, type HttpResponse, headerValue } from '../exchange/exchange.ts';
import { decodeXmlBytes, type TextDecode } from '../xml/decode.ts';
import { parseXml } from '../xml/parse.ts';
import type { XmlParse } from '../xml/xml-parse.ts';
import { createBodyCache } from './body-cache.ts';

const nothing: Located = { envelope: null, fault: null, payload: null, result: null, nullResult: false };

interface ParsedBody {
  readonly text: TextDecode;
  readonly xml: XmlParse;
  readonly located: Located;
}

/**
 * Takes an exchange of a cell apart. A status other than 200 with the body of a success counts as a success, so that a
 * wrong status hides no other fault. The document does not show the body of an error.
 * @param bodyOf - parses the body; a judge has one that remembers
 */
export function readExchange(exchange: Exchange, cell: Cell, bodyOf = parseBody): ParsedResponse {
  const response = exchange.outcome.kind === 'response' ? exchange.outcome.response : null;
  const coding = response === null ? null : contentCoding(response.headers);
  if (response === null || coding !== null) {
    const success = response?.status === 200;
    return { cell, exchange, response, coding, text: null, xml: null, located: nothing, success };
  }
  const body = bodyOf(response, cell);
  const success = response.status === 200 || body.located.payload !== null;
  return { cell, exchange, response, coding, ...body, success };
}

function parseBody({ body, headers }: HttpResponse, { operation, binding }: Cell): ParsedBody {
  const text = decodeXmlBytes(body, charsetOf(headerValue(headers, 'content-type')));
  const xml = parseXml(text.text);
  const located = xml.kind === 'document' ? bindings[binding].locate(xml.document.root, operation) : nothing;
  return { text, xml, located };
}

/** Bytes of bodies that are remembered, at most: what is made of them takes thirty times that. */
const MOST_BYTES = 1024 * 1024;

/** Most calls of a cell get the same bytes: a parser that parses equal bodies of a cell once. */
export function rememberingParser(): typeof parseBody {
  const known = createBodyCache<ParsedBody>(MOST_BYTES);
  return (response, cell) => {
    const charset = charsetOf(headerValue(response.headers, 'content-type'));
    return known.made(response.body, `${cellName(cell)} ${charset}`, () => parseBody(response, cell));
  };
}
