import { crc32 } from 'node:zlib';
import { collectGarbage } from '../base/garbage.ts';
import { cellName } from '../contract/cell-name.ts';
import type { Cell } from '../contract/model.ts';
import { contentCoding, type Exchange, type HttpResponse, headerValue } from '../wire/http/exchange.ts';
import { type Located, nothing } from '../wire/soap/binding.ts';
import { bindings } from '../wire/soap/bindings.ts';
import { charsetOf } from '../wire/soap/media-type.ts';
import type { ParsedResponse } from '../wire/soap/parsed-response.ts';
import { decodeXmlBytes, type TextDecode } from '../xml/decode.ts';
import { parseXml } from '../xml/parse.ts';
import type { XmlParse } from '../xml/tree.ts';

interface ParsedBody {
  readonly text: TextDecode;
  readonly xml: XmlParse;
  readonly located: Located;
}

type Tree = Pick<ParsedBody, 'xml' | 'located'>;

// Prototypes: an object with getters of its own is slow in V8, and outlives scavenges. Bench lines 'judged in full'.

const ofBody: ParsedBody & ThisType<{ body: () => ParsedBody }> = {
  get text() {
    return this.body().text;
  },
  get xml() {
    return this.body().xml;
  },
  get located() {
    return this.body().located;
  },
};

const ofTree: Tree & ThisType<{ tree: () => Tree }> = {
  get xml() {
    return this.tree().xml;
  },
  get located() {
    return this.tree().located;
  },
};

/**
 * Parses an exchange of a cell; the body of a success with a wrong status is a success too, so that no other fault is
 * hidden. @param bodyOf - parses the body; without one it is parsed once
 */
export function readExchange(exchange: Exchange, cell: Cell, bodyOf = parsingOnce()): ParsedResponse {
  const response = exchange.outcome.kind === 'response' ? exchange.outcome.response : null;
  const coding = response === null || response.codedBytes !== undefined ? null : contentCoding(response.headers);
  if (response === null || coding !== null) {
    const success = response?.status === 200;
    return { cell, exchange, response, coding, text: null, xml: null, located: nothing, success };
  }
  const body = (): ParsedBody => bodyOf(response, cell);
  const success = response.status === 200 || body().located.payload !== null;
  return Object.assign(Object.create(ofBody), { cell, exchange, response, coding, success, body });
}

function parseBody({ body, headers }: HttpResponse, { operation, binding }: Cell): ParsedBody {
  const text = decodeXmlBytes(body, charsetOf(headerValue(headers, 'content-type')));
  let known: Tree | null = null;
  // Made on first use: an answer of a known shape is judged without it.
  const tree = (): Tree => {
    if (known !== null) return known;
    const xml = parseXml(text.text);
    const located = xml.kind === 'document' ? bindings[binding].locate(xml.document.root, operation) : nothing;
    known = { xml, located };
    return known;
  };
  return Object.assign(Object.create(ofTree), { text, tree });
}

/** For one response, whose text, tree and records are read one after the other. */
function parsingOnce(): typeof parseBody {
  let parsed: ParsedBody | null = null;
  return (response, cell) => {
    parsed ??= parseBody(response, cell);
    return parsed;
  };
}

/** Most bytes of cached bodies: what is made from them takes thirty times that. */
const MOST_BYTES = 1024 * 1024;

/** Parses equal bodies of a cell once. The last one is kept whatever its size: all rules judge it before the next. */
export function rememberingParser(): typeof parseBody {
  const known = createBodyCache<ParsedBody>(MOST_BYTES);
  let last: { response: HttpResponse; cell: Cell; kind: string; made: ParsedBody } | null = null;
  return (response, cell) => {
    if (last?.response === response && last.cell === cell) return last.made;
    const { body, headers } = response;
    const kind = `${cellName(cell)} ${headerValue(headers, 'content-type')}`;
    const equal = last?.kind === kind && Buffer.compare(last.response.body, body) === 0 ? last.made : null;
    // Two of the largest at once would not fit into memory.
    last = null;
    if (body.byteLength > MOST_BYTES) collectGarbage();
    const made = equal ?? known.made(body, kind, () => parseBody(response, cell));
    last = { response, cell, kind, made };
    return made;
  };
}

interface Kept<T> {
  readonly body: Uint8Array;
  readonly made: T;
}

/**
 * Opens a cache of bodies (bench line 'judged in full, repeated bytes'). Of those with one checksum it has the last.
 * @param mostBytes - kept of all bodies
 */
export function createBodyCache<T>(mostBytes: number) {
  let recent = new Map<string, Kept<T>>();
  let older = new Map<string, Kept<T>>();
  let size = 0;
  return {
    /** What `make` makes from these bytes. */
    made(body: Uint8Array, kind: string, make: () => T): T {
      const { byteLength } = body;
      if (byteLength > mostBytes / 2) return make();
      const key = `${kind} ${byteLength} ${crc32(body)}`;
      const isEqual = (kept: Kept<T> | undefined): kept is Kept<T> =>
        kept !== undefined && Buffer.compare(kept.body, body) === 0;
      const known = recent.get(key);
      if (isEqual(known)) return known.made;
      const old = older.get(key);
      const made = isEqual(old) ? old.made : make();
      if (size + byteLength > mostBytes / 2) {
        older = recent;
        recent = new Map();
        size = 0;
      }
      size += byteLength;
      recent.set(key, { body, made });
      return made;
    },
  };
}
