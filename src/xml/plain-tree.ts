import { createLocator } from './locate.ts';
import { boundAttributes, createTagReader, type PlainTag, type Scope } from './plain-tag.ts';
import type { Position, XmlAttribute, XmlDocument, XmlElement, XmlNode, XmlText } from './tree.ts';
import type { XmlLimits } from './xml-parse.ts';

type Draft = XmlElement & { readonly children: XmlNode[] };

/** An open element: what its end tag must say, and the namespaces below it. */
type Open = Pick<PlainTag, 'qname'> & { readonly element: Draft; readonly scope: Scope };

const DECLARATION = /^<\?xml version="1\.0"(?: encoding="([A-Za-z][\w.-]*)")?(?: standalone="(?:yes|no)")? ?\?>/;
const PREDEFINED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);
/** Namespaces in scope: adding more is slow. */
const MOST_DECLARED = 64;
const NONE: readonly XmlAttribute[] = [];

/**
 * Reads a document as servers nearly always write it: only tags and text. Null where anything is unusual or may be
 * wrong: then saxes, which is strict and slower, decides. The result here is the same as that of saxes
 * (plain-tree.test.ts compares them). Bench line 'judging, 1,000 records: judged in full'.
 * @param text - of characters that XML can carry
 */
export function buildPlainTree(text: string, limits: XmlLimits): XmlDocument | null {
  const declaration = DECLARATION.exec(text);
  const from = skipSpace(text, declaration?.[0].length ?? 0);
  // Line ends to normalize, and what text may not hold; a plain tree has no markup except tags.
  if (text.charCodeAt(from) !== LESS || text.includes('\r') || text.includes(']]>')) return null;
  const root = buildRoot(text, from, limits);
  if (root === null) return null;
  return {
    declaration: declaration === null ? null : { version: '1.0', encoding: declaration[1] ?? null },
    root,
    instructions: [],
  };
}

const LESS = 0x3c;
const SLASH = 0x2f;
const GREATER = 0x3e;

/** The root, and so the whole document, from the start of its first tag. */
function buildRoot(text: string, from: number, limits: XmlLimits): XmlElement | null {
  const locate = createLocator(text);
  const tagAt = createTagReader(text, limits);
  const stack: Open[] = [];
  let scope: Scope = new Map();
  let nodes = 0;
  let at = from;
  const isEnd = (place: number, qname: string): boolean =>
    text.charCodeAt(place + 1) === SLASH &&
    text.charCodeAt(place + 2 + qname.length) === GREATER &&
    text.startsWith(qname, place + 2);
  while (nodes < limits.maxNodes) {
    const parent = stack.at(-1);
    if (parent !== undefined && isEnd(at, parent.qname)) {
      at += parent.qname.length + 3;
      stack.pop();
      const above = stack.at(-1);
      if (above === undefined) return isSpace(text, at) ? parent.element : null;
      scope = above.scope;
    } else {
      const tag = tagAt(at);
      if (tag === null || stack.length >= limits.maxDepth || scope.size > MOST_DECLARED) return null;
      const start = locate(at);
      at += tag.raw.length + 2;
      const next = tag.empty ? -1 : text.indexOf('<', at);
      // Most elements hold only a text.
      const inside = next > at && isEnd(next, tag.qname) ? textNode(text.slice(at, next), locate(at)) : null;
      const inner = tag.declared.length === 0 ? scope : new Map([...scope, ...tag.declared]);
      const element = elementOf(tag, inner, start, inside === null ? [] : [inside]);
      if (element === null) return null;
      nodes += 1 + tag.count + element.children.length;
      parent?.element.children.push(element);
      if (inside !== null) at = next + tag.qname.length + 3;
      else if (!tag.empty) {
        stack.push({ element, qname: tag.qname, scope: inner });
        scope = inner;
      }
      if (parent === undefined && (inside !== null || tag.empty)) return isSpace(text, at) ? element : null;
    }
    const next = text.indexOf('<', at);
    if (next < 0) return null;
    if (next > at) {
      const between = textNode(text.slice(at, next), locate(at));
      if (between === null) return null;
      nodes += 1;
      stack.at(-1)?.element.children.push(between);
      at = next;
    }
  }
  return null;
}

/** The element of a tag; null where a prefix is not bound. */
function elementOf(tag: PlainTag, scope: Scope, { line, column }: Position, children: XmlNode[]): Draft | null {
  const { name, prefix } = tag;
  const namespace = scope.get(prefix) ?? (prefix === '' ? '' : null);
  const attributes = tag.attributes.length === 0 ? NONE : boundAttributes(tag, scope);
  if (namespace === null || attributes === null) return null;
  return { kind: 'element', name, prefix, namespace, attributes, children, line, column };
}

function textNode(raw: string, { line, column }: Position): XmlText | null {
  const text = plainText(raw);
  return text === null ? null : { kind: 'text', text, line, column };
}

/** A text with its predefined entities replaced; null if it has other references. */
function plainText(raw: string): string | null {
  let text = '';
  let done = 0;
  for (let at = raw.indexOf('&'); at >= 0; at = raw.indexOf('&', done)) {
    const end = raw.indexOf(';', at);
    const character = end < 0 ? undefined : PREDEFINED.get(raw.slice(at + 1, end));
    if (character === undefined) return null;
    text += raw.slice(done, at) + character;
    done = end + 1;
  }
  return done === 0 ? raw : text + raw.slice(done);
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x0a || text.charCodeAt(at) === 0x09) at += 1;
  return at;
}

function isSpace(text: string, from: number): boolean {
  return skipSpace(text, from) === text.length;
}
