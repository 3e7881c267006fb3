import { createTagReader, type PlainTag } from './plain-tag.ts';
import { predefined } from './references.ts';
import type { XmlLimits } from './tree.ts';

/** What a scan of a plain document reports, in order; offsets are those of the text. */
interface PlainReader {
  /** A start tag. False stops the scan. */
  readonly start: (tag: PlainTag, at: number) => boolean;
  /** The text between two tags, never empty; its references are right. */
  readonly text: (at: number, end: number) => void;
  /** The end of the element that was started last and has not ended. */
  readonly end: () => unknown;
}

const DECLARATION = /^<\?xml version="1\.0"(?: encoding="([A-Za-z][\w.-]*)")?(?: standalone="(?:yes|no)")? ?\?>/;
const REFERENCE = /&(amp|lt|gt|quot|apos);/g;
const OTHER_REFERENCE = /&(?!(?:amp|lt|gt|quot|apos);)/;
/** Characters that are replaced at a time: the pieces of a text take many times its memory. */
const BLOCK_LENGTH = 65_536;
const LESS = 0x3c;
const SLASH = 0x2f;
const GREATER = 0x3e;

/** The XML declaration as servers nearly always write it, with its encoding; null where there is none. */
export function plainDeclaration(text: string): RegExpExecArray | null {
  return DECLARATION.exec(text);
}

/** The text as XML reads it: each line ends with a line feed (XML 1.0, section 2.11). Lines and columns stay. */
export function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/**
 * Scans a document of only tags and text; false where anything is unusual or may be wrong. Prefixes are not resolved.
 * @param text - of characters that XML can carry, with line feeds
 */
export function scanPlain(text: string, limits: XmlLimits, reader: PlainReader): boolean {
  let at = skipSpace(text, plainDeclaration(text)?.[0].length ?? 0);
  // Text may not hold the end of a CDATA section; a plain document has no markup except tags.
  if (text.charCodeAt(at) !== LESS || text.includes(']]>')) return false;
  const tagAt = createTagReader(text, limits);
  const open: string[] = [];
  let innermost = '';
  let nodes = 0;
  let reference = nextReference(text, at);
  while (nodes < limits.maxNodes) {
    if (open.length > 0 && isEnd(text, at, innermost)) {
      at += innermost.length + 3;
      open.pop();
      innermost = open.at(-1) ?? '';
      reader.end();
    } else {
      const tag = tagAt(at);
      if (tag === null || open.length >= limits.maxDepth || !reader.start(tag, at)) return false;
      nodes += 1 + tag.written.length;
      at += tag.raw.length + 2;
      if (tag.empty) reader.end();
      else {
        innermost = tag.qname;
        open.push(innermost);
      }
    }
    if (open.length === 0) return skipSpace(text, at) === text.length;
    const next = text.indexOf('<', at);
    if (next < 0) return false;
    if (next === at) continue;
    if (reference < next) {
      if (plainText(text.slice(at, next)) === null) return false;
      reference = nextReference(text, next);
    }
    reader.text(at, next);
    nodes += 1;
    at = next;
  }
  return false;
}

function isEnd(text: string, at: number, qname: string): boolean {
  return (
    text.charCodeAt(at + 1) === SLASH &&
    text.charCodeAt(at + 2 + qname.length) === GREATER &&
    text.startsWith(qname, at + 2)
  );
}

function nextReference(text: string, from: number): number {
  const found = text.indexOf('&', from);
  return found < 0 ? text.length : found;
}

/** A text with its predefined entities replaced; null if it has other references. */
export function plainText(raw: string): string | null {
  if (!raw.includes('&')) return raw;
  if (OTHER_REFERENCE.test(raw)) return null;
  let text = '';
  for (let at = 0; at < raw.length; ) {
    const reference = raw.indexOf('&', at + BLOCK_LENGTH);
    const end = reference < 0 ? raw.length : reference;
    text += raw.slice(at, end).replaceAll(REFERENCE, (_, name) => predefined[name] ?? '');
    at = end;
  }
  return text;
}

/** Where the white space ends that begins at an offset. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x0a || text.charCodeAt(at) === 0x09) at += 1;
  return at;
}
