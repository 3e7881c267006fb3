import { decodeHTMLStrict } from 'entities';

/** A tag, or the text between two tags; `at` and `end`: where a tag begins and ends. */
export type Markup =
  | { readonly kind: 'start'; readonly name: string; readonly end: number; readonly attributes: readonly Attribute[] }
  | { readonly kind: 'end'; readonly name: string; readonly at: number }
  | { readonly kind: 'text'; readonly text: string };

type Attribute = readonly [name: string, value: string];

/** It begins at the sign: there are fewer of them than of names. */
const ATTRIBUTE = /=(?<=([^\s=<>"'/]{1,200})\s{0,80}=)\s{0,80}(?:"([^"]*)"?|'([^']*)'?|([^\s>"']+))/g;

/**
 * Reads XML, well-formed or not, and HTML, with local names: CDATA and references as the texts they mean, comments and
 * instructions as nothing. What never ends takes the rest.
 */
export function* readMarkup(text: string): Generator<Markup> {
  let run = '';
  let at = 0;
  // Where a quote never ends, quotes mean nothing from there on.
  let hasQuotes = true;
  const after = (mark: string, from: number): number => {
    const found = text.indexOf(mark, from);
    return found < 0 ? text.length : found + mark.length;
  };
  while (at < text.length) {
    const open = text.indexOf('<', at);
    run += decodeHTMLStrict(text.slice(at, open < 0 ? text.length : open));
    if (open < 0) break;
    if (text.startsWith('<!--', open)) at = after('-->', open + 4);
    else if (text.startsWith('<![CDATA[', open)) {
      at = after(']]>', open + 9);
      run += text.slice(open + 9, at).replace(/\]\]>$/, '');
    } else if (/[?!]/.test(text.charAt(open + 1))) at = after('>', open);
    else if (/[\s<>=&"'\d]/.test(text.charAt(open + 1))) {
      run += '<';
      at = open + 1;
    } else {
      if (run !== '') yield { kind: 'text', text: run };
      run = '';
      const end: number | null = hasQuotes ? tagEnd(text, open + 1) : null;
      hasQuotes = end !== null;
      at = end ?? after('>', open);
      yield* readTag(text, open, at);
    }
  }
  if (run !== '') yield { kind: 'text', text: run };
}

/** Where a tag ends, with `>` in quotes a part of it; null if a quote or the tag never ends. */
function tagEnd(text: string, from: number): number | null {
  const signs = /["'>]/g;
  signs.lastIndex = from;
  for (let sign = signs.exec(text); sign !== null; sign = signs.exec(text)) {
    if (sign[0] === '>') return signs.lastIndex;
    const close = text.indexOf(sign[0], signs.lastIndex);
    if (close < 0) return null;
    signs.lastIndex = close + 1;
  }
  return null;
}

function* readTag(text: string, at: number, end: number): Generator<Markup> {
  const tag = text.slice(at + 1, end).replace(/>$/, '');
  const isEnd = tag.startsWith('/');
  const [written = ''] = /^[^\s/>]{0,200}/.exec(isEnd ? tag.slice(1) : tag) ?? [];
  const name = written.slice(written.lastIndexOf(':') + 1);
  if (isEnd) yield { kind: 'end', name, at };
  else {
    const attributes = [...tag.slice(written.length).matchAll(ATTRIBUTE)].map(
      ([, named = '', double, single, bare = '']): Attribute => [named, decodeHTMLStrict(double ?? single ?? bare)],
    );
    yield { kind: 'start', name, end, attributes };
    if (tag.endsWith('/')) yield { kind: 'end', name, at: end };
  }
}
