import { createRequire } from 'node:module';
import type { XMLParser } from 'fast-xml-parser';
import { parseXml } from './parse.ts';
import { LIMITS } from './tree.ts';
import { meantBy } from './written-text.ts';

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

const TEXT = '#text';
const CDATA = '#cdata';
const COMMENT = '#comment';
const ATTRIBUTES = ':@';
const ATTRIBUTE_PREFIX = '@_';
const STRICT = { ...LIMITS, maxDepth: 100 };

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

let parser: XMLParser | null = null;

/** Loaded at first use: most commands never need the library, which is 40 modules. */
function fastParser(): XMLParser {
  const load: () => typeof import('fast-xml-parser') = () => createRequire(import.meta.url)('fast-xml-parser');
  parser ??= new (load().XMLParser)(options);
  return parser;
}

/**
 * Reads the root element with fast-xml-parser, for the reference server; the judge has parse.ts.
 * @throws XmlReadError for text that is not well-formed, holds a DOCTYPE or is nested more than 100 deep
 */
export function readXml(text: string): FastElement {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  // Elsewhere '<!DOCTYPE' may only be in CDATA or a comment, which no document here needs.
  if (source.includes('<!DOCTYPE')) throw new XmlReadError('a document type declaration is not accepted');
  // The library is lenient.
  const strict = parseXml(source, STRICT);
  if (strict.kind === 'problem') throw new XmlReadError(`line ${strict.problem.line}: ${strict.problem.message}`);
  const root = parse(source).find((node) => !isSpecial(nameOf(node)));
  if (root === undefined) throw new XmlReadError('there is no root element');
  return toElement(root);
}

function parse(source: string): readonly Ordered[] {
  try {
    return fastParser().parse(source) as readonly Ordered[];
  } catch (error) {
    throw new XmlReadError(error instanceof Error ? error.message : String(error));
  }
}

function toElement(node: Ordered): FastElement {
  const name = nameOf(node);
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

function textIn(content: readonly Ordered[]): string {
  return content.map(characterData).join('');
}

function characterData(node: Ordered): string {
  if (TEXT in node) return meantBy(String(node[TEXT]), false);
  return CDATA in node ? (node[CDATA] as readonly Ordered[]).map((part) => String(part[TEXT])).join('') : '';
}

function attributesOf(raw: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const entries = Object.entries(raw).map(([key, value]) => [key.slice(ATTRIBUTE_PREFIX.length), meantBy(value, true)]);
  return Object.fromEntries(entries);
}
