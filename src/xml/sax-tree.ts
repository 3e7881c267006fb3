import { createRequire } from 'node:module';
import type { SaxesParser, SaxesTagNS } from 'saxes';
import { createLocator } from './locate.ts';
import { isDeclaration } from './plain-tag.ts';
import { findBadReference } from './references.ts';
import {
  type Stop,
  XMLNS_NAMESPACE,
  type XmlAttribute,
  type XmlDocument,
  type XmlElement,
  type XmlLimits,
  type XmlMistake,
  type XmlNode,
  type XmlOther,
} from './tree.ts';

// Loaded at the first text that is not plain.
const load = createRequire(import.meta.url);

type Parser = SaxesParser<{ xmlns: true }>;
type SaxDraft = XmlElement & { readonly children: XmlNode[] };

/** Ends saxes at the first error: otherwise it continues and guesses; caught by parseXml. */
export class ParseStop extends Error {
  readonly stop: Stop;
  constructor(stop: Stop) {
    super(stop.message);
    this.stop = stop;
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
  const stack: SaxDraft[] = [];
  let declaration: XmlDocument['declaration'] = null;
  let root: XmlElement | undefined;
  /** The element that an end tag closed last: saxes closes it before it compares the names. */
  let closed: XmlElement | undefined;
  let nodes = 0;
  let attributes = 0;
  /** Where the current piece begins, which an event ends; saxes has no event for blanks before the root. */
  let mark = afterSpace(text, 0);
  let atEnd = false;

  const passed = (message: string): ParseStop => new ParseStop({ kind: 'limit', message, offset: mark });

  function countNode(): void {
    nodes += 1;
    if (nodes <= limits.maxNodes) return;
    throw new ParseStop({ kind: 'size', message: `more than ${limits.maxNodes} nodes`, offset: mark });
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
    const stop = stopFor(message, { text, mark, position, atEnd });
    throw new ParseStop(open === undefined ? stop : { ...stop, ...wrongEnd(open, text, position) });
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
    const element: SaxDraft = {
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
  if (root !== undefined) return { declaration, root, instructions };
  const message = 'document must contain a root element';
  throw new ParseStop({ kind: 'malformed', message, offset: text.length, atEnd: true });
}

type SaxFailure = { readonly text: string; readonly atEnd: boolean } & Readonly<Record<'mark' | 'position', number>>;

/** What is written wrongly where saxes says this. */
const MISTAKES: readonly (readonly [message: RegExp, mistake: XmlMistake])[] = [
  [/\bentity\b/, 'ampersand'],
  [/^disallowed character in tag name/, 'less-than'],
  [/^unbound namespace prefix/, 'prefix'],
  [/^text data outside|only one root|at the start of the document/, 'outside'],
  [/^unclosed tag|(?:closing|close) tag/, 'tags'],
];

function stopFor(message: string, { text, mark, position, atEnd }: SaxFailure): Stop {
  if (message.includes('doctype')) return { kind: 'doctype', message: 'a document type declaration', offset: mark };
  const bad = atEnd || message.includes('entity') ? findBadReference(text, mark) : null;
  if (bad !== null && !(atEnd && bad.mayGoOn)) return bad.stop;
  const unnamed = message.replace(/: .*$/s, '');
  const mistake = MISTAKES.find(([said]) => said.test(unnamed))?.[1];
  const stop = {
    kind: 'malformed',
    message,
    ...(unnamed === message ? {} : { unnamed }),
    ...(mistake === undefined ? {} : { mistake }),
  } as const;
  if (atEnd) return { ...stop, offset: text.length, atEnd: true };
  if (OF_THE_TAG.test(message)) return { ...stop, offset: mark };
  if (message.startsWith('text data outside')) {
    // saxes tells of text before the root after it has read the `<` behind it.
    const first = afterSpace(text, 0);
    return { ...stop, offset: text[first] === '<' ? afterSpace(text, mark) : first };
  }
  return { ...stop, offset: Math.max(0, position - 1) };
}

/** Characters of a name that are shown. */
const MOST_NAME = 60;

/** An end tag that does not have the name of the open element. */
function wrongEnd({ prefix, name, line }: XmlElement, text: string, position: number): Partial<Stop> {
  const [, found = ''] = /^<\/([^\s>]*)/.exec(text.slice(text.lastIndexOf('</', position - 1))) ?? [];
  const open = prefix === '' ? name : `${prefix}:${name}`;
  const [ends, opened] = [found.slice(0, MOST_NAME), open.slice(0, MOST_NAME)];
  return {
    message: `the end tag </${ends}> comes while <${opened}> of line ${line} is open`,
    unnamed: 'an end tag comes while another element is open',
    mistake: 'tags',
  };
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

function attributesOf(tag: SaxesTagNS, declarations: boolean): XmlAttribute[] {
  return Object.values(tag.attributes)
    .filter((attribute) => declarations || !isDeclaration(attribute))
    .map((attribute) => {
      const { local: name, uri, value } = attribute;
      return { name, namespace: isDeclaration(attribute) ? XMLNS_NAMESPACE : uri, value };
    });
}
