import { isElement, type OutAttribute, type OutElement, type OutNode } from './element.ts';

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

/**
 * A document as ASMX writes it: SOAP on one line, HTTP indented by two spaces with the declaration on its own line.
 * @param indented - false for SOAP, true for HTTP GET and POST
 */
export function writeDocument(root: OutElement, indented: boolean): string {
  return `${DECLARATION}${indented ? '\n' : ''}${elementText(root, ROOT, indented ? '' : null)}`;
}

/** @param indent - null: everything on one line */
function elementText(element: OutElement, place: Place, indent: string | null): string {
  const { attributes, children } = element;
  if (attributes.length === 0 && element.namespace === undefined && element.prefix === undefined) {
    const name = place.prefix === '' ? element.name : `${place.prefix}:${element.name}`;
    return children.length === 0 ? `<${name} />` : `<${name}>${childrenText(children, place, indent)}</${name}>`;
  }
  const { namespace, prefix } = nameOf(element, place);
  const declared = declaredBy(element.attributes);
  const scope = declared === null ? place.scope : { ...place.scope, ...declared };
  const missing = scope[prefix] !== namespace;
  const own = missing ? attributeText(declaration(prefix, namespace)) : '';
  const qualified = prefix === '' ? element.name : `${prefix}:${element.name}`;
  const open = `${qualified}${element.attributes.map(attributeText).join('')}${own}`;
  if (element.children.length === 0) return `<${open} />`;
  const inner = { namespace, prefix, scope: missing ? { ...scope, [prefix]: namespace } : scope };
  return `<${open}>${childrenText(element.children, inner, indent)}</${qualified}>`;
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

function attributeText({ name, value }: OutAttribute): string {
  const text = escaped(value);
  if (!/["\n\t]/.test(text)) return ` ${name}="${text}"`;
  return ` ${name}="${text.replaceAll('"', '&quot;').replaceAll('\n', '&#xA;').replaceAll('\t', '&#x9;')}"`;
}

/** White space may only be added inside elements that hold only elements. */
function childrenText(children: readonly OutNode[], place: Place, outer: string | null): string {
  const indent = outer !== null && children.every(isElement) ? `${outer}  ` : null;
  const newLine = indent === null ? '' : `\n${indent}`;
  let text = '';
  for (const node of children) {
    if (typeof node === 'string') text += escaped(node);
    else text += isElement(node) ? newLine + elementText(node, place, indent) : node.raw;
  }
  return indent === null ? text : `${text}\n${outer}`;
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
