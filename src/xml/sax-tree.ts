import { SaxesParser, type SaxesTagNS } from 'saxes';
import { ParseStop } from './parse-stop.ts';
import { findBadReference } from './references.ts';
import type { XmlAttribute, XmlDocument } from './tree.ts';
import { createTreeBuilder } from './tree-builder.ts';
import type { XmlLimits } from './xml-parse.ts';

type Parser = SaxesParser<{ xmlns: true }>;

/** saxes reports these at the end of a tag: where the tag begins tells more. */
const OF_THE_TAG = /^(?:unbound namespace prefix|duplicate attribute|malformed name|documents may contain)/;

/**
 * Parses a text with saxes and builds its tree.
 * @throws ParseStop at the first error or limit
 */
export function buildTree(text: string, limits: XmlLimits): XmlDocument {
  const parser: Parser = new SaxesParser({
    xmlns: true,
    position: false,
    defaultXMLVersion: '1.0',
    forceXMLVersion: true,
  });
  const builder = createTreeBuilder(text, limits);
  let declaration: XmlDocument['declaration'] = null;
  /** Where what is now read begins: every event ends one piece of text or markup and begins the next. saxes has no event for blanks before the root. */
  let mark = afterSpace(text, 0);
  let atEnd = false;
  parser.on('error', (error) => {
    throw stopFor(error.message.replace(/\.$/, ''), { text, mark, position: parser.position, atEnd });
  });
  parser.on('xmldecl', ({ version, encoding }) => {
    declaration = { version: version ?? '1.0', encoding: encoding ?? null };
    mark = parser.position;
  });
  parser.on('text', (value) => {
    builder.text(value, mark);
    mark = parser.position - 1;
  });
  parser.on('cdata', (value) => {
    builder.text(value, mark);
    mark = parser.position;
  });
  parser.on('comment', (value) => {
    builder.other('comment', value, mark);
    // The event comes before the last '>'.
    mark = parser.position + 1;
  });
  parser.on('processinginstruction', ({ target, body }) => {
    builder.other('processing-instruction', body === '' ? target : `${target} ${body}`, mark);
    mark = parser.position;
  });
  parser.on('opentagstart', ({ name }) => builder.name(name, mark));
  parser.on('attribute', ({ name }) => builder.attribute(name, mark));
  parser.on('opentag', (tag) => {
    keepNamespaceNames(parser, tag);
    const { local: name, prefix, uri: namespace } = tag;
    builder.open({ name, prefix, namespace, attributes: attributesOf(tag) }, mark);
    mark = parser.position;
  });
  parser.on('closetag', () => {
    builder.close();
    mark = parser.position;
  });
  parser.write(text);
  atEnd = true;
  parser.close();
  const { root, outside, instructions } = builder.result();
  if (root === undefined) throw new ParseStop('malformed', 'document must contain a root element', text.length, true);
  return { declaration, root, outside, instructions };
}

interface Failure {
  readonly text: string;
  readonly mark: number;
  readonly position: number;
  readonly atEnd: boolean;
}

function stopFor(message: string, { text, mark, position, atEnd }: Failure): ParseStop {
  if (message.includes('doctype')) return new ParseStop('doctype', 'a document type declaration', mark);
  const bad = atEnd || message.includes('entity') ? findBadReference(text, mark) : null;
  if (bad !== null) return new ParseStop(bad.kind, bad.message, bad.offset);
  if (atEnd) return new ParseStop('malformed', message, text.length, true);
  if (OF_THE_TAG.test(message)) return new ParseStop('malformed', message, mark);
  if (message.startsWith('text data outside')) return new ParseStop('malformed', message, afterSpace(text, mark));
  return new ParseStop('malformed', message, Math.max(0, position - 1));
}

function afterSpace(text: string, from: number): number {
  const found = text.slice(from).search(/[^ \t\r\n\uFEFF]/);
  return found < 0 ? from : from + found;
}

/** saxes trims namespace names, Namespaces in XML (section 2.3) compares them character for character. */
function keepNamespaceNames(parser: Parser, tag: SaxesTagNS): void {
  const attributes = Object.values(tag.attributes);
  const trimmed = attributes.filter((a) => isDeclaration(a) && a.value !== a.value.trim());
  if (trimmed.length === 0) return;
  for (const { prefix, local, value } of trimmed) tag.ns[prefix === '' ? '' : local] = value;
  tag.uri = parser.resolve(tag.prefix) ?? '';
  for (const attribute of attributes) {
    if (attribute.prefix !== '') attribute.uri = parser.resolve(attribute.prefix) ?? '';
  }
}

function isDeclaration({ prefix, name }: { readonly prefix: string; readonly name: string }): boolean {
  return prefix === 'xmlns' || name === 'xmlns';
}

function attributesOf(tag: SaxesTagNS): XmlAttribute[] {
  return Object.values(tag.attributes)
    .filter((attribute) => !isDeclaration(attribute))
    .map(({ local, uri, value }) => ({ name: local, namespace: uri, value }));
}
