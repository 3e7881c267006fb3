import { createRequire } from 'node:module';
import type { XMLParser } from 'fast-xml-parser';
import { codePointName, illegalCharacterAt, isXmlCharacter } from './characters.ts';
import { parseXml } from './parse.ts';

/** An element as fast-xml-parser reads it: names are qualified, the caller resolves namespaces. */
export interface FastElement {
  /** Qualified name as written. */
  readonly name: string;
  /** By qualified name, including namespace declarations, references replaced. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly FastElement[];
  /** All direct character data with CDATA, references replaced, not trimmed. */
  readonly text: string;
  /** True if the element directly contains a comment. */
  readonly hasComment: boolean;
}

/** The input is not XML this reader accepts; the message is one sentence. */
export class XmlReadError extends Error {
  override readonly name = 'XmlReadError';
}

type Ordered = Readonly<Record<string, unknown>>;

const OUTSIDE = 'there is character data outside the root element';
const TEXT = '#text';
const CDATA = '#cdata';
const COMMENT = '#comment';
const ATTRIBUTES = ':@';
const ATTRIBUTE_PREFIX = '@_';
const PREDEFINED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const options = {
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: ATTRIBUTE_PREFIX,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  // References are replaced here, so that only the predefined ones and numbers are ever expanded.
  processEntities: false,
  cdataPropName: CDATA,
  commentPropName: COMMENT,
  ignoreDeclaration: true,
  ignorePiTags: true,
  // The root is not counted.
  maxNestedTags: 99,
  jPath: false,
  onDangerousProperty: (name: string) => name,
} as const;

let loaded: { readonly library: typeof import('fast-xml-parser'); readonly parser: XMLParser } | null = null;

/** Loaded at first use: most commands never need the library, which is 40 modules. */
function fastXml() {
  if (loaded !== null) return loaded;
  const library: typeof import('fast-xml-parser') = createRequire(import.meta.url)('fast-xml-parser');
  loaded = { library, parser: new library.XMLParser(options) };
  return loaded;
}

/**
 * Reads the root element with fast-xml-parser, for the reference server; the judge has parse.ts.
 * @throws XmlReadError for text that is not well-formed, holds a DOCTYPE or is nested more than 100 deep
 */
export function readXml(text: string): FastElement {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  refuseBeforeParsing(source);
  const validation = fastXml().library.XMLValidator.validate(source);
  if (validation !== true) throw new XmlReadError(`line ${validation.err.line}: ${validation.err.msg}`);
  // The parser drops what follows the last tag.
  if (hasText(source.slice(source.lastIndexOf('>') + 1))) throw new XmlReadError(OUTSIDE);
  const root = rootOf(parse(source));
  // The library is lenient about names, namespaces, comments and declarations.
  const strict = parseXml(source);
  if (strict.kind === 'problem') throw new XmlReadError(`line ${strict.problem.line}: ${strict.problem.message}`);
  return root;
}

function refuseBeforeParsing(source: string): void {
  // Elsewhere '<!DOCTYPE' may only be in CDATA or a comment, which no document here needs.
  if (source.includes('<!DOCTYPE')) throw new XmlReadError('a document type declaration is not accepted');
  const bad = illegalCharacterAt(source);
  if (bad >= 0) throw new XmlReadError(`${codePointName(source.codePointAt(bad) ?? 0)} is not a character of XML`);
}

function parse(source: string): readonly Ordered[] {
  try {
    return fastXml().parser.parse(source) as readonly Ordered[];
  } catch (error) {
    throw new XmlReadError(error instanceof Error ? error.message : String(error));
  }
}

function rootOf(nodes: readonly Ordered[]): FastElement {
  const elements = nodes.filter((node) => !isSpecial(nameOf(node)));
  const [root] = elements;
  if (root === undefined || elements.length > 1)
    throw new XmlReadError(`${elements.length} root elements instead of one`);
  if (hasText(textIn(nodes)) || nodes.some((node) => CDATA in node)) {
    throw new XmlReadError(OUTSIDE);
  }
  return toElement(root);
}

function toElement(node: Ordered): FastElement {
  const name = nameOf(node);
  if (name.split(':').length > 2) throw new XmlReadError(`${name} is not a qualified name`);
  const content = node[name] as readonly Ordered[];
  return {
    name,
    attributes: attributesOf((node[ATTRIBUTES] ?? {}) as Readonly<Record<string, string>>),
    children: content.filter((child) => !isSpecial(nameOf(child))).map(toElement),
    text: textIn(content),
    hasComment: content.some((child) => COMMENT in child),
  };
}

function nameOf(node: Ordered): string {
  return Object.keys(node).find((key) => key !== ATTRIBUTES) ?? '';
}

function isSpecial(name: string): boolean {
  return name.startsWith('#') || name.startsWith('?');
}

function hasText(text: string): boolean {
  return /[^ \t\r\n]/.test(text);
}

function textIn(content: readonly Ordered[]): string {
  return content.map(characterData).join('');
}

function characterData(node: Ordered): string {
  if (TEXT in node) return replaceReferences(String(node[TEXT]));
  return CDATA in node ? (node[CDATA] as readonly Ordered[]).map((part) => String(part[TEXT])).join('') : '';
}

function attributesOf(raw: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const entries = Object.entries(raw).map(([key, value]) => {
    if (value.includes('<')) throw new XmlReadError(`there is "<" in attribute ${key.slice(ATTRIBUTE_PREFIX.length)}`);
    // XML 1.0, section 3.3.3: literal white space becomes a space, referenced white space stays.
    return [key.slice(ATTRIBUTE_PREFIX.length), replaceReferences(value.replace(/[\t\n]/g, ' '))] as const;
  });
  return Object.fromEntries(entries);
}

function replaceReferences(raw: string): string {
  if (!raw.includes('&')) return raw;
  return raw.replace(/&([^&;]*;?)/g, (whole, inner: string) => {
    const replaced = inner.endsWith(';') ? referenced(inner.slice(0, -1)) : undefined;
    if (replaced === undefined) throw new XmlReadError(`${whole.slice(0, 20)} is not a reference this reader knows`);
    return replaced;
  });
}

function referenced(name: string): string | undefined {
  const digits = /^#(?:x([0-9a-fA-F]{1,8})|([0-9]{1,10}))$/.exec(name);
  if (digits === null) return Object.hasOwn(PREDEFINED, name) ? PREDEFINED[name] : undefined;
  const codePoint = digits[1] === undefined ? Number(digits[2]) : Number.parseInt(digits[1], 16);
  return isXmlCharacter(codePoint) ? String.fromCodePoint(codePoint) : undefined;
}
