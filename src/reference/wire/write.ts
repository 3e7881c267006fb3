import type { OutAttribute, OutElement, OutNode } from './element.ts';
import { isElement } from './element.ts';

interface Place {
  readonly namespace: string;
  readonly prefix: string;
  /** Prefix → namespace; '' is the default namespace. */
  readonly scope: Readonly<Record<string, string>>;
  /** Null: everything on one line. */
  readonly indent: string | null;
}

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';
const XML_PREFIX = { xml: 'http://www.w3.org/XML/1998/namespace' };

/**
 * A document as ASMX writes it: SOAP on one line, HTTP indented by two spaces with the declaration on its own line.
 * @param indented - false for SOAP, true for HTTP GET and POST
 */
export function writeDocument(root: OutElement, indented: boolean): string {
  const place = { namespace: '', prefix: '', scope: { '': '', ...XML_PREFIX }, indent: indented ? '' : null };
  return `${DECLARATION}${indented ? '\n' : ''}${writeElement(root, place)}`;
}

function writeElement(element: OutElement, place: Place): string {
  const { namespace, prefix } = nameOf(element, place);
  const declared = declaredBy(element.attributes);
  const missing = { ...place.scope, ...declared }[prefix] !== namespace;
  const own = missing ? { [prefix]: namespace } : {};
  const attributes = [...element.attributes, ...Object.entries(own).map(declaration)];
  const qualified = prefix === '' ? element.name : `${prefix}:${element.name}`;
  const open = `${qualified}${attributes.map(writeAttribute).join('')}`;
  if (element.children.length === 0) return `<${open} />`;
  const inner = { namespace, prefix, scope: { ...place.scope, ...declared, ...own }, indent: deeper(element, place) };
  return `<${open}>${writeChildren(element.children, inner, place.indent)}</${qualified}>`;
}

function nameOf(element: OutElement, place: Place): { namespace: string; prefix: string } {
  if (element.namespace === undefined) return { namespace: place.namespace, prefix: element.prefix ?? place.prefix };
  return { namespace: element.namespace ?? '', prefix: element.prefix ?? '' };
}

function declaredBy(attributes: readonly OutAttribute[]): Record<string, string> {
  const declarations = attributes.filter(({ name }) => name === 'xmlns' || name.startsWith('xmlns:'));
  return Object.fromEntries(declarations.map(({ name, value }) => [name.slice('xmlns:'.length), value]));
}

function declaration([prefix, namespace]: readonly [string, string]): OutAttribute {
  return { name: prefix === '' ? 'xmlns' : `xmlns:${prefix}`, value: namespace };
}

function writeAttribute({ name, value }: OutAttribute): string {
  return ` ${name}="${escaped(value).replaceAll('"', '&quot;').replaceAll('\n', '&#xA;').replaceAll('\t', '&#x9;')}"`;
}

/** White space may only be added where an element holds nothing but elements. */
function deeper(element: OutElement, place: Place): string | null {
  return place.indent !== null && element.children.every(isElement) ? `${place.indent}  ` : null;
}

function writeChildren(children: readonly OutNode[], place: Place, outer: string | null): string {
  const written = children.map((child) => writeNode(child, place));
  if (place.indent === null) return written.join('');
  return `${written.map((child) => `\n${place.indent}${child}`).join('')}\n${outer ?? ''}`;
}

function writeNode(node: OutNode, place: Place): string {
  if (typeof node === 'string') return escaped(node);
  return isElement(node) ? writeElement(node, place) : node.raw;
}

/** ASMX leaves a carriage return raw and writes control characters as references; both would be lost or refused. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#xD;')
    .replace(NOT_XML, '\uFFFD');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0, section 2.2, forbids them
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;
