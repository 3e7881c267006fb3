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

/** An aside, an end tag, a start tag, or a text. */
const PIECE =
  /(<!--.*?-->|<\?.*?\?>|<!DOCTYPE[^>]*>)|<\/[^\s<>]+(\s*)>|<([^\s<>/=:!?]+)(?::([^\s<>/=]+))?((?:\s+[^\s=<>/]+\s*=\s*(?:"[^"]*"|'[^']*'))*)(\s*)(\/?)>|(?:<!\[CDATA\[.*?\]\]>|[^<]+)/gs;
const ATTRIBUTE = /(\s+)([^\s=<>/:]+)(?::([^\s=<>/]+))?(\s*=\s*)(?:(")([^"]*)"|(')([^']*)')/gy;

/** Reads how a document is written. @param text - well-formed, without a byte order mark; null if it is not */
export function readWritten(text: string): WrittenDocument | null {
  const open: Draft[] = [];
  const asides: string[] = [];
  const outside = ['', ''];
  let declaration = '';
  let root: Draft | null = null;
  let read = 0;
  for (const [raw, aside, endTail, first, second, attributes = '', tail = '', slash] of text.matchAll(PIECE)) {
    const at = read;
    read += raw.length;
    const parent = open.at(-1);
    if (aside !== undefined) {
      if (at === 0 && /^<\?xml\s/.test(aside)) declaration = aside;
      else asides.push(aside);
    } else if (endTail !== undefined) {
      if (parent === undefined) return null;
      parent.endTail = endTail;
      open.pop();
    } else if (first !== undefined) {
      const outer: DeclaredScope | null = parent?.scope ?? null;
      const [prefix, name] = second === undefined ? ['', first] : [first, second];
      const parts = { at, prefix, name, ...attributesIn(attributes, outer), tail, elements: [], gaps: [''] };
      const element: Draft = { ...parts, endTail: slash === '/' ? null : '' };
      parent?.elements.push(element);
      parent?.gaps.push('');
      root ??= element;
      if (slash !== '/') open.push(element);
    } else if (parent === undefined) outside[root === null ? 0 : 1] += raw;
    else parent.gaps[parent.gaps.length - 1] += raw;
  }
  const [before = '', after = ''] = outside;
  const isWhole = read === text.length && open.length === 0;
  return root === null || !isWhole ? null : { declaration, before, after, asides, root };
}

function attributesIn(text: string, outer: DeclaredScope | null) {
  const attributes = [...text.matchAll(ATTRIBUTE)].map(
    ([
      ,
      space = '',
      first = '',
      second,
      equals = '',
      double,
      inDouble,
      single = '',
      inSingle = '',
    ]): WrittenAttribute => {
      const [prefix, name] = second === undefined ? ['', first] : [first, second];
      return { space, prefix, name, equals, quote: double ?? single, raw: inDouble ?? inSingle };
    },
  );
  const declared = attributes.filter(isDeclaration).map(({ prefix, name, raw }) => {
    return [prefix === '' ? '' : name, meantBy(raw, true)] as const;
  });
  return { attributes, scope: { own: new Map(declared), outer } };
}

/** The namespace that a prefix has in an element; '' if none. */
export function namespaceOf(prefix: string, { scope }: Pick<WrittenElement, 'scope'>): string {
  for (let here: DeclaredScope | null = scope; here !== null; here = here.outer) {
    const found = here.own.get(prefix);
    if (found !== undefined) return found;
  }
  return '';
}
