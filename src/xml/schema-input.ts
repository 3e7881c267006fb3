import { codePointName, illegalCharacterAt } from './characters.ts';
import { decodeXmlBytes } from './decode.ts';
import { doctypeAt } from './doctype.ts';

/** libxml2's own limits end near this; nothing this service answers comes close. */
const MAX_CHARACTERS = 32 * 1024 * 1024;

/** A text that may be handed to libxml2, or why none may. */
export type SchemaInput =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'unreadable'; readonly message: string };

/**
 * Makes a body safe for libxml2: a DOCTYPE is refused, the size is bounded, the XML declaration goes (the text is decoded
 * already) and so does what names places to load schemas from; white space loses its CDATA sections. Lines keep their
 * numbers.
 */
export function schemaInput(body: Uint8Array | string): SchemaInput {
  const decoded = typeof body === 'string' ? body.replace(/^\uFEFF/, '') : decodeXmlBytes(body, null).text;
  if (decoded.length > MAX_CHARACTERS) return unreadable(`more than ${MAX_CHARACTERS} characters`);
  if (doctypeAt(decoded) !== null) return unreadable('a document type declaration');
  const illegal = illegalCharacterAt(decoded);
  if (illegal >= 0) return unreadable(`${codePointName(decoded.charCodeAt(illegal))}, which XML 1.0 can't carry`);
  const text = plainWhiteSpace(decoded.replace(/^<\?xml\s[^>]*\?>/, lineEndsOf));
  return { kind: 'text', text: withoutSchemaLocations(text) };
}

/**
 * libxml2 refuses a CDATA section where only elements may stand, even one of white space; XML Schema (Part 1, section
 * 3.4.4) asks for the characters alone, and these may be white space.
 */
function plainWhiteSpace(text: string): string {
  if (!text.includes('<![CDATA[')) return text;
  const unparsed = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>/g;
  return text.replace(unparsed, (found) => /^<!\[CDATA\[([ \t\r\n]*)\]\]>$/.exec(found)?.[1] ?? found);
}

function unreadable(message: string): SchemaInput {
  return { kind: 'unreadable', message };
}

/**
 * libxml2 may load what xsi:schemaLocation names, from any file or address, so these attributes are blanked;
 * by local name under any prefix, since the namespace's name may be written in many ways.
 */
function withoutSchemaLocations(text: string): string {
  if (!/chemaLocation/.test(text)) return text;
  const markup = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<[^!?/](?:[^"'>]|"[^"]*"|'[^']*')*>/g;
  return text.replace(markup, (found) => (/^<[!?]/.test(found) ? found : blankLocations(found)));
}

function blankLocations(tag: string): string {
  const attribute = /([^\s=]+)(\s*=\s*)("[^"]*"|'[^']*')/g;
  return tag.replace(attribute, (found, name: string) => (isSchemaLocation(name) ? blank(found) : found));
}

function isSchemaLocation(name: string): boolean {
  return /^[^:]+:(?:schemaLocation|noNamespaceSchemaLocation)$/.test(name);
}

function blank(found: string): string {
  return found.replace(/[^\r\n]/g, ' ');
}

function lineEndsOf(found: string): string {
  return found.replace(/[^\r\n]+/g, '');
}
