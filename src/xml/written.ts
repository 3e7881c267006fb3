import { isDeclaration } from './plain-tag.ts';
import { meantBy } from './written-text.ts';

/** An attribute or a namespace declaration, as it is written: `space name equals quote raw quote`. */
export interface WrittenAttribute {
  readonly space: string;
  readonly prefix: string;
  readonly name: string;
  readonly equals: string;
  readonly quote: string;
  /** The value with its references. */
  readonly raw: string;
}

/** An element as it is written; comments and instructions in it are in the document's list. */
export interface WrittenElement {
  readonly at: number;
  readonly prefix: string;
  readonly name: string;
  readonly scope: DeclaredScope;
  /** With namespace declarations, in order. */
  readonly attributes: readonly WrittenAttribute[];
  /** White space before the end of the start tag. */
  readonly tail: string;
  /** White space in the end tag; null where the element has none: `<a/>`. */
  readonly endTail: string | null;
  readonly elements: readonly WrittenElement[];
  /** The text before each child element and after the last: references and CDATA sections as written. */
  readonly gaps: readonly string[];
}

/** How a document is written: every character of it is in one of the parts. */
export interface WrittenDocument {
  /** The XML declaration; '' where there is none. */
  readonly declaration: string;
  /** White space between the declaration and the root, and after the root. */
  readonly before: string;
  readonly after: string;
  /** Comments, instructions and a document type declaration, in order. */
  readonly asides: readonly string[];
  readonly root: WrittenElement;
}

/** Namespace declarations of an element, and those around it. A list, since copies of all would cost too much. */
interface DeclaredScope {
  readonly own: ReadonlyMap<string, string>;
  readonly outer: DeclaredScope | null;
}

type Draft = Omit<WrittenElement, 'endTail'> & {
  endTail: string | null;
  readonly elements: WrittenElement[];
  readonly gaps: string[];
};

const NAME = /<([^\s<>/=:]+)(?::([^\s<>/=]+))?/y;
const ATTRIBUTE = /(\s+)([^\s=<>/:]+)(?::([^\s=<>/]+))?(\s*=\s*)(?:(")([^"]*)"|(')([^']*)')/y;
const TAIL = /(\s*)(\/?)>/y;
const END = /<\/[^\s<>]+(\s*)>/y;
const ASIDES = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<!DOCTYPE', '>'],
] as const;
const CDATA = '<![CDATA[';

/** Reads how a document is written. @param text - well-formed, without a byte order mark; null if it is not */
export function readWritten(text: string): WrittenDocument | null {
  const open: Draft[] = [];
  const asides: string[] = [];
  const outside = ['', ''];
  let declaration = '';
  let root: WrittenElement | null = null;
  let at = 0;

  const matched = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  const addText = (raw: string): void => {
    const gaps = open.at(-1)?.gaps ?? outside;
    const index = open.length > 0 ? gaps.length - 1 : root === null ? 0 : 1;
    gaps[index] += raw;
  };
  const addAside = (end: string): boolean => {
    const close = text.indexOf(end, at);
    if (close < 0) return false;
    const raw = text.slice(at, close + end.length);
    if (at === 0 && /^<\?xml\s/.test(raw)) declaration = raw;
    else asides.push(raw);
    at += raw.length;
    return true;
  };
  const startElement = (): boolean => {
    const element = startTag(matched, at, open.at(-1)?.scope ?? null);
    if (element === null) return false;
    const parent = open.at(-1);
    parent?.elements.push(element);
    parent?.gaps.push('');
    root ??= element;
    if (element.endTail !== null) open.push(element);
    return true;
  };

  while (at < text.length) {
    const aside = text[at] === '<' ? ASIDES.find(([begin]) => text.startsWith(begin, at)) : undefined;
    if (aside !== undefined) {
      if (!addAside(aside[1])) return null;
    } else if (text.startsWith('</', at)) {
      const element = open.pop();
      const found = matched(END);
      if (element === undefined || found === null) return null;
      element.endTail = found[1] ?? '';
    } else if (text[at] === '<' && !text.startsWith(CDATA, at)) {
      if (!startElement()) return null;
    } else {
      const end = text[at] === '<' ? text.indexOf(']]>', at) + 3 : text.indexOf('<', at);
      if (text[at] === '<' && end < 3) return null;
      const stop = end < 0 ? text.length : end;
      addText(text.slice(at, stop));
      at = stop;
    }
  }
  const [before = '', after = ''] = outside;
  return root === null || open.length > 0 ? null : { declaration, before, after, asides, root };
}

function startTag(
  matched: (pattern: RegExp) => RegExpExecArray | null,
  at: number,
  outer: DeclaredScope | null,
): Draft | null {
  const opening = matched(NAME);
  if (opening === null) return null;
  const attributes: WrittenAttribute[] = [];
  const own = new Map<string, string>();
  for (let found = matched(ATTRIBUTE); found !== null; found = matched(ATTRIBUTE)) {
    const [, space = '', first = '', second, equals = '', double, inDouble, single = '', inSingle = ''] = found;
    const [prefix, name] = second === undefined ? ['', first] : [first, second];
    const attribute = { space, prefix, name, equals, quote: double ?? single, raw: inDouble ?? inSingle };
    attributes.push(attribute);
    if (isDeclaration(attribute)) own.set(prefix === '' ? '' : name, meantBy(attribute.raw, true));
  }
  const closing = matched(TAIL);
  if (closing === null) return null;
  const [, first = '', second] = opening;
  return {
    at,
    prefix: second === undefined ? '' : first,
    name: second ?? first,
    scope: { own, outer },
    attributes,
    tail: closing[1] ?? '',
    endTail: closing[2] === '/' ? null : '',
    elements: [],
    gaps: [''],
  };
}

/** The namespace that a prefix has in an element; '' if none. */
export function namespaceOf(prefix: string, { scope }: Pick<WrittenElement, 'scope'>): string {
  for (let here: DeclaredScope | null = scope; here !== null; here = here.outer) {
    const found = here.own.get(prefix);
    if (found !== undefined) return found;
  }
  return '';
}
