import { createRequire } from 'node:module';
import type { SaxesParser, SaxesTagNS } from 'saxes';
import { createLocator } from './locate.ts';
import { findBadReference } from './references.ts';
import {
  XMLNS_NAMESPACE,
  type XmlAttribute,
  type XmlDocument,
  type XmlElement,
  type XmlLimits,
  type XmlNode,
  type XmlOther,
  type XmlProblem,
} from './tree.ts';

// Loaded at the first text that is not plain.
const load = createRequire(import.meta.url);

type Parser = SaxesParser<{ xmlns: true }>;
type Draft = XmlElement & { readonly children: XmlNode[] };

/** Ends saxes at the first error: otherwise it continues and guesses; caught by parseXml. */
export class ParseStop extends Error {
  readonly kind: XmlProblem['kind'];
  readonly offset: number;
  /** True if the text ended too early, false if something in it was wrong. */
  readonly atEnd: boolean;
  constructor(kind: XmlProblem['kind'], message: string, offset: number, atEnd = false) {
    super(message);
    this.kind = kind;
    this.offset = offset;
    this.atEnd = atEnd;
  }
}

/** saxes reports these at the end of a tag: the tag's start is more useful. */
const OF_THE_TAG = /^(?:unbound namespace prefix|duplicate attribute|malformed name|documents may contain)/;

/** Builds the tree of a text with saxes. @throws ParseStop at the first error or limit */
export function buildTree(text: string, limits: XmlLimits, declarations = false): XmlDocument {
  const saxes: typeof import('saxes') = load('saxes');
  const parser: Parser = new saxes.SaxesParser({
    xmlns: true,
    position: false,
    defaultXMLVersion: '1.0',
    forceXMLVersion: true,
  });
  const locate = createLocator(text);
  const instructions: XmlOther[] = [];
  const stack: Draft[] = [];
  let declaration: XmlDocument['declaration'] = null;
  let root: XmlElement | undefined;
  /** The element that an end tag closed last: saxes closes it before it compares the names. */
  let closed: XmlElement | undefined;
  let nodes = 0;
  let attributes = 0;
  /** Where the current piece begins, which an event ends; saxes has no event for blanks before the root. */
  let mark = afterSpace(text, 0);
  let atEnd = false;

  const passed = (what: string): ParseStop => new ParseStop('limit', what, mark);

  function countNode(): void {
    nodes += 1;
    if (nodes > limits.maxNodes) throw new ParseStop('size', `more than ${limits.maxNodes} nodes`, mark);
  }

  function checkName({ length }: string): void {
    if (length > limits.maxName) throw passed(`a name of more than ${limits.maxName} characters`);
  }

  /** Adjacent texts become one; text outside the root is dropped (saxes refuses all but white space there). */
  function addText(value: string): void {
    const children = stack.at(-1)?.children;
    if (children === undefined || value === '') return;
    const last = children.at(-1);
    if (last?.kind === 'text') {
      const { line, column } = last;
      children[children.length - 1] = { kind: 'text', text: last.text + value, line, column };
      return;
    }
    countNode();
    const { line, column } = locate(mark);
    children.push({ kind: 'text', text: value, line, column });
  }

  function addOther(kind: XmlOther['kind'], value: string): void {
    countNode();
    const { line, column } = locate(mark);
    const node = { kind, text: value, line, column };
    stack.at(-1)?.children.push(node);
    if (kind === 'processing-instruction') instructions.push(node);
  }

  parser.on('error', (error) => {
    const { position } = parser;
    const message = error.message.replace(/\.$/, '');
    const open = message.startsWith('unexpected close tag') ? closed : undefined;
    const said = open === undefined ? message : wrongEnd(open, text, position);
    throw stopFor(said, { text, mark, position, atEnd });
  });
  parser.on('xmldecl', ({ version, encoding }) => {
    declaration = { version: version ?? '1.0', encoding: encoding ?? null };
    mark = parser.position;
  });
  parser.on('text', (value) => {
    addText(value);
    mark = parser.position - 1;
  });
  parser.on('cdata', (value) => {
    addText(value);
    mark = parser.position;
  });
  parser.on('comment', (value) => {
    addOther('comment', value);
    // The event comes before the last '>'.
    mark = parser.position + 1;
  });
  parser.on('processinginstruction', ({ target, body }) => {
    addOther('processing-instruction', body === '' ? target : `${target} ${body}`);
    mark = parser.position;
  });
  // Names and attributes are counted before the tag ends, so that no limit is far exceeded.
  parser.on('opentagstart', ({ name }) => {
    attributes = 0;
    checkName(name);
  });
  parser.on('attribute', ({ name }) => {
    countNode();
    checkName(name);
    attributes += 1;
    if (attributes <= limits.maxAttributes) return;
    throw passed(`more than ${limits.maxAttributes} attributes of one element`);
  });
  parser.on('opentag', (tag) => {
    keepNamespaceNames(parser, tag);
    countNode();
    if (stack.length >= limits.maxDepth) throw passed(`more than ${limits.maxDepth} nested elements`);
    const { local: name, prefix, uri: namespace } = tag;
    const { line, column } = locate(mark);
    const element: Draft = {
      kind: 'element',
      name,
      prefix,
      namespace,
      attributes: attributesOf(tag, declarations),
      children: [],
      line,
      column,
    };
    if (stack.length === 0) root = element;
    stack.at(-1)?.children.push(element);
    stack.push(element);
    mark = parser.position;
  });
  parser.on('closetag', () => {
    closed = stack.pop();
    mark = parser.position;
  });
  parser.write(text);
  atEnd = true;
  parser.close();
  if (root === undefined) throw new ParseStop('malformed', 'document must contain a root element', text.length, true);
  return { declaration, root, instructions };
}

type Failure = { readonly text: string; readonly atEnd: boolean } & Readonly<Record<'mark' | 'position', number>>;

function stopFor(message: string, { text, mark, position, atEnd }: Failure): ParseStop {
  if (message.includes('doctype')) return new ParseStop('doctype', 'a document type declaration', mark);
  const bad = atEnd || message.includes('entity') ? findBadReference(text, mark) : null;
  if (bad !== null && !(atEnd && bad.atEnd)) return new ParseStop(bad.kind, bad.message, bad.offset);
  if (atEnd) return new ParseStop('malformed', message, text.length, true);
  if (OF_THE_TAG.test(message)) return new ParseStop('malformed', message, mark);
  if (message.startsWith('text data outside')) {
    // saxes tells of text before the root after it has read the `<` behind it.
    const first = afterSpace(text, 0);
    return new ParseStop('malformed', message, text[first] === '<' ? afterSpace(text, mark) : first);
  }
  return new ParseStop('malformed', message, Math.max(0, position - 1));
}

/** Characters of a name that are shown. */
const MOST_NAME = 60;

/** An end tag that does not have the name of the open element. */
function wrongEnd({ prefix, name, line }: XmlElement, text: string, position: number): string {
  const [, found = ''] = /^<\/([^\s>]*)/.exec(text.slice(text.lastIndexOf('</', position - 1))) ?? [];
  const open = prefix === '' ? name : `${prefix}:${name}`;
  return `the end tag </${found.slice(0, MOST_NAME)}> comes while <${open.slice(0, MOST_NAME)}> of line ${line} is open`;
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

function attributesOf(tag: SaxesTagNS, declarations: boolean): XmlAttribute[] {
  return Object.values(tag.attributes)
    .filter((attribute) => declarations || !isDeclaration(attribute))
    .map((attribute) => {
      const { local: name, uri, value } = attribute;
      return { name, namespace: isDeclaration(attribute) ? XMLNS_NAMESPACE : uri, value };
    });
}
