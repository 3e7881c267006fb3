import { codePointName, illegalCharacterAt } from './characters.ts';
import { decodeXmlBytes } from './decode.ts';
import { doctypeAt, withoutDoctype } from './doctype.ts';
import type { Unreadable } from './schema-engine.ts';

/** libxml2's own limits are close to this; no answer of this service comes near. */
const MAX_CHARACTERS = 32 * 1024 * 1024;

/**
 * Makes a body safe for libxml2: no DOCTYPE that declares, bounded size, no XML declaration, no schema locations. White
 * space loses its CDATA sections. Lines keep their numbers.
 */
export function schemaInput(body: Uint8Array | string): { readonly kind: 'text'; readonly text: string } | Unreadable {
  const decoded = typeof body === 'string' ? body.replace(/^\uFEFF/, '') : decodeXmlBytes(body, null).text;
  if (decoded.length > MAX_CHARACTERS) return unreadable(`more than ${MAX_CHARACTERS} characters`);
  const doctype = doctypeAt(decoded);
  const plain = doctype === null ? decoded : withoutDoctype(decoded, doctype);
  if (plain === null) return unreadable('a document type declaration');
  const illegal = illegalCharacterAt(plain);
  if (illegal >= 0) return unreadable(`${codePointName(plain.charCodeAt(illegal))}, which XML 1.0 can't carry`);
  const text = plainWhiteSpace(plain.replace(/^<\?xml\s[^>]*\?>/, lineEndsOf));
  return { kind: 'text', text: withoutSchemaLocations(text) };
}

/** libxml2 refuses white space in a CDATA section between elements; XML Schema Part 1, section 3.4.4, allows it. */
function plainWhiteSpace(text: string): string {
  if (!text.includes('<![CDATA[')) return text;
  const unparsed = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>/g;
  return text.replace(unparsed, (found) => /^<!\[CDATA\[([ \t\r\n]*)\]\]>$/.exec(found)?.[1] ?? found);
}

function unreadable(message: string): Unreadable {
  return { kind: 'unreadable', message };
}

/** Blanks xsi:schemaLocation, under any prefix: libxml2 may load what it names. One pass, in linear time. */
function withoutSchemaLocations(text: string): string {
  const pieces: string[] = [];
  let done = 0;
  let seen = 0;
  let inTag = false;
  for (const { index } of text.matchAll(/(?<=:)(?:s|noNamespaceS)chemaLocation(?=[ \t\r\n]*=)/g)) {
    const between = text.slice(seen, index);
    const [opened, closed] = [between.lastIndexOf('<'), between.lastIndexOf('>')];
    if (opened !== closed) inTag = opened > closed;
    seen = index;
    if (!inTag || index < done) continue;
    const open = text.slice(index, index + 10_000).search(/["']/);
    const close = open < 0 ? -1 : text.indexOf(text.charAt(index + open), index + open + 1);
    if (close < 0) break;
    const start = nameStart(text, index);
    pieces.push(text.slice(done, start), blank(text.slice(start, close + 1)));
    done = close + 1;
  }
  return [...pieces, text.slice(done)].join('');
}

/** Where the prefixed name begins that ends at `index`; no prefix is this long. */
function nameStart(text: string, index: number): number {
  const before = text.slice(Math.max(0, index - 200), index);
  const gap = Math.max(...[' ', '\t', '\r', '\n'].map((space) => before.lastIndexOf(space)));
  return gap < 0 ? index : index - before.length + gap + 1;
}

function blank(found: string): string {
  return found.replace(/[^\r\n]/g, ' ');
}

function lineEndsOf(found: string): string {
  return found.replace(/[^\r\n]+/g, '');
}
