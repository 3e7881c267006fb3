import type { Located } from '../bindings/binding.ts';
import { bindings } from '../bindings/bindings.ts';
import { charsetOf } from '../bindings/media-type.ts';
import type { ParsedResponse } from '../bindings/parsed-response.ts';
import type { Cell, Operation } from '../contract/model.ts';
import { contentCoding } from '../exchange/content-coding.ts';
import { type Exchange, type HttpResponse, headerValue } from '../exchange/exchange.ts';
import { decodeXmlBytes, type TextDecode } from '../xml/decode.ts';
import { parseXml } from '../xml/parse.ts';
import type { XmlParse } from '../xml/xml-parse.ts';
import { createBodyCache } from './body-cache.ts';

const nothing: Located = { envelope: null, fault: null, payload: null, result: null, nullResult: false };

/**
 * Takes an exchange of a cell apart. An answer other than 200 counts as a success when its body holds what a successful
 * one does: a wrong status hides nothing. What an error's body looks like the document does not show.
 */
export function readExchange(exchange: Exchange, cell: Cell): ParsedResponse {
  const response = exchange.outcome.kind === 'response' ? exchange.outcome.response : null;
  if (response === null) {
    return { cell, exchange, response, coding: null, text: null, xml: null, located: nothing, success: false };
  }
  const coding = contentCoding(response.headers);
  if (coding !== null) {
    const success = response.status === 200;
    return { cell, exchange, response, coding, text: null, xml: null, located: nothing, success };
  }
  const parts = (): BodyRead => readBody(response, cell);
  const success = response.status === 200 || parts().located.payload !== null;
  return {
    cell,
    exchange,
    response,
    coding,
    success,
    get text() {
      return parts().text;
    },
    get xml() {
      return parts().xml;
    },
    get located() {
      return parts().located;
    },
  };
}

/** What a body says, as an answer to an operation. */
interface BodyRead {
  readonly text: TextDecode;
  readonly xml: XmlParse;
  readonly located: Located;
}

/** Bytes of bodies whose reading is remembered, at most. */
const MOST_KNOWN = 1024 * 1024;
const known = createBodyCache<BodyRead>(MOST_KNOWN);
/** What was read last, whatever its size: all rules judge it before the next one is read. */
let last: {
  readonly body: Uint8Array;
  readonly kind: string;
  readonly operation: Operation;
  readonly made: BodyRead;
} | null = null;

/**
 * Most calls of a cell are answered with the same bytes, and reading is pure: equal bytes are read once. Another contract
 * may have an operation of that name.
 */
function readBody({ body, headers }: HttpResponse, { operation, binding }: Cell): BodyRead {
  const charset = charsetOf(headerValue(headers, 'content-type'));
  const kind = `${binding} ${charset}`;
  if (last?.kind === kind && last.operation === operation && Buffer.compare(last.body, body) === 0) return last.made;
  // Two of the largest at one time would not fit into memory.
  last = null;
  const made = known.made(body, kind, operation, () => {
    const text = decodeXmlBytes(body, charset);
    const xml = parseXml(text.text);
    const located = xml.kind === 'document' ? bindings[binding].locate(xml.document.root, operation) : nothing;
    return { text, xml, located };
  });
  last = { body, kind, operation, made };
  return made;
}
