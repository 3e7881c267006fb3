import type { OutAttribute, OutElement, OutNode } from './element.ts';
import { isElement } from './element.ts';

/** What an element inherits. */
interface Place {
  readonly namespace: string;
  readonly prefix: string;
  /** Prefix → namespace; '' is the default namespace. */
  readonly scope: Readonly<Record<string, string>>;
}

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';
const XML_PREFIX = { xml: 'http://www.w3.org/XML/1998/namespace' };
const ROOT: Place = { namespace: '', prefix: '', scope: { '': '', ...XML_PREFIX } };

/** Where the text goes; with `parts`, what is kept in bytes goes there as bytes. */
interface Out {
  text: string;
  readonly parts: Buffer[] | null;
}

/**
 * A document as ASMX writes it: SOAP on one line, HTTP indented by two spaces with the declaration on its own line.
 * @param indented - false for SOAP, true for HTTP GET and POST
 */
export function writeDocument(root: OutElement, indented: boolean): string {
  const out: Out = { text: `${DECLARATION}${indented ? '\n' : ''}`, parts: null };
  writeElement(root, ROOT, indented ? '' : null, out);
  return out.text;
}

/** The same in UTF-8, in less time. */
export function writeDocumentBytes(root: OutElement, indented: boolean): Buffer {
  const parts: Buffer[] = [];
  const out: Out = { text: `${DECLARATION}${indented ? '\n' : ''}`, parts };
  writeElement(root, ROOT, indented ? '' : null, out);
  const last = Buffer.from(out.text, 'utf8');
  return parts.length === 0 ? last : Buffer.concat([...parts, last]);
}

/** @param indent - null: everything on one line */
function writeElement(element: OutElement, place: Place, indent: string | null, out: Out): void {
  if (element.attributes.length > 0 || element.namespace !== undefined || element.prefix !== undefined)
    writeDeclaring(element, place, indent, out);
  else writeInheriting(element, place, indent, out);
}

function writeInheriting({ name, children }: OutElement, place: Place, indent: string | null, out: Out): void {
  const qualified = place.prefix === '' ? name : `${place.prefix}:${name}`;
  if (children.length === 0) {
    out.text += `<${qualified} />`;
    return;
  }
  out.text += `<${qualified}>`;
  writeChildren(children, place, indent, out);
  out.text += `</${qualified}>`;
}

function writeDeclaring(element: OutElement, place: Place, indent: string | null, out: Out): void {
  const { namespace, prefix } = nameOf(element, place);
  const declared = declaredBy(element.attributes);
  const scope = declared === null ? place.scope : { ...place.scope, ...declared };
  const missing = scope[prefix] !== namespace;
  const own = missing ? writeAttribute(declaration(prefix, namespace)) : '';
  const qualified = prefix === '' ? element.name : `${prefix}:${element.name}`;
  const open = `${qualified}${element.attributes.map(writeAttribute).join('')}${own}`;
  if (element.children.length === 0) {
    out.text += `<${open} />`;
    return;
  }
  out.text += `<${open}>`;
  const inner = { namespace, prefix, scope: missing ? { ...scope, [prefix]: namespace } : scope };
  writeChildren(element.children, inner, indent, out);
  out.text += `</${qualified}>`;
}

function nameOf(element: OutElement, place: Place): { namespace: string; prefix: string } {
  if (element.namespace === undefined) return { namespace: place.namespace, prefix: element.prefix ?? place.prefix };
  return { namespace: element.namespace ?? '', prefix: element.prefix ?? '' };
}

function declaredBy(attributes: readonly OutAttribute[]): Record<string, string> | null {
  const declarations = attributes.filter(({ name }) => name === 'xmlns' || name.startsWith('xmlns:'));
  if (declarations.length === 0) return null;
  return Object.fromEntries(declarations.map(({ name, value }) => [name.slice('xmlns:'.length), value]));
}

function declaration(prefix: string, namespace: string): OutAttribute {
  return { name: prefix === '' ? 'xmlns' : `xmlns:${prefix}`, value: namespace };
}

function writeAttribute({ name, value }: OutAttribute): string {
  return ` ${name}="${escaped(value).replaceAll('"', '&quot;').replaceAll('\n', '&#xA;').replaceAll('\t', '&#x9;')}"`;
}

/** White space may only be added where an element holds nothing but elements. */
function writeChildren(children: readonly OutNode[], place: Place, outer: string | null, out: Out): void {
  const indent = outer !== null && children.every(isElement) ? `${outer}  ` : null;
  for (const child of children) writeNode(child, place, indent, out);
  if (indent !== null) out.text += `\n${outer ?? ''}`;
}

function writeNode(node: OutNode, place: Place, indent: string | null, out: Out): void {
  if (typeof node !== 'string' && isElement(node)) {
    const texts = kept.get(node);
    if (texts !== undefined) {
      writeKept(texts, node, place, indent, out);
      return;
    }
  }
  if (indent !== null) out.text += `\n${indent}`;
  if (typeof node === 'string') out.text += escaped(node);
  else if (isElement(node)) writeElement(node, place, indent, out);
  else out.text += node.raw;
}

interface Kept {
  readonly text: string;
  readonly bytes: Buffer;
}

const kept = new WeakMap<OutElement, Map<string, Kept>>();

/** Keeps what is written of an element that comes again. Neither it nor anything in it may name a namespace. */
export function keepWritten(element: OutElement): void {
  kept.set(element, new Map());
}

/** Nothing in it declares anything, so it is written alike wherever prefix and indentation are. */
function writeKept(texts: Map<string, Kept>, node: OutElement, place: Place, indent: string | null, out: Out): void {
  const key = `${place.prefix}|${indent ?? '-'}`;
  let known = texts.get(key);
  if (known === undefined) {
    const own: Out = { text: indent === null ? '' : `\n${indent}`, parts: null };
    writeElement(node, place, indent, own);
    known = { text: own.text, bytes: Buffer.from(own.text, 'utf8') };
    texts.set(key, known);
  }
  if (out.parts === null) {
    out.text += known.text;
    return;
  }
  if (out.text !== '') out.parts.push(Buffer.from(out.text, 'utf8'));
  out.text = '';
  out.parts.push(known.bytes);
}

/** ASMX leaves a carriage return raw and writes control characters as references; both would be lost or refused. */
function escaped(text: string): string {
  if (!UNUSUAL.test(text)) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#xD;')
    .replace(NOT_XML, '\uFFFD');
}

/** All that `escaped` may change, and pairs of surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0, section 2.2, forbids them
const UNUSUAL = /[&<>\r\u0000-\u0008\u000B\u000C\u000E-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0, section 2.2, forbids them
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;
