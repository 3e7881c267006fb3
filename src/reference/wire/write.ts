import { isElement, NO_ATTRIBUTES, type OutAttributes, type OutElement, type OutNode } from './element.ts';

/** What an element inherits: namespace and prefix, and the declarations among the attributes around it. */
interface InheritedParts {
  readonly namespace: string;
  readonly prefix: string;
  readonly attributes: OutAttributes;
  readonly outer: InheritedParts | null;
}

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';
const ALWAYS = { xmlns: '', 'xmlns:xml': 'http://www.w3.org/XML/1998/namespace' };
const ROOT: InheritedParts = { namespace: '', prefix: '', attributes: ALWAYS, outer: null };

/** A document as ASMX writes it: SOAP on one line; `indented` for GET and POST, after a line with the declaration. */
export function writeDocument(root: OutElement, indented: boolean): string {
  return `${DECLARATION}${indented ? '\n' : ''}${elementText(root, ROOT, indented ? '' : null)}`;
}

/** @param indent - null: everything on one line */
function elementText(element: OutElement, place: InheritedParts, indent: string | null): string {
  const { children } = element;
  const inner = inside(element, place);
  const name = inner.prefix === '' ? element.name : `${inner.prefix}:${element.name}`;
  let open = name;
  if (inner !== place) for (const [key, value] of Object.entries(inner.attributes)) open += attributeText(key, value);
  return children.length === 0 ? `<${open} />` : `<${open}>${childrenText(children, inner, indent)}</${name}>`;
}

/** The place inside an element, with the declaration that it lacks; the same place if it declares nothing. */
function inside(element: OutElement, outer: InheritedParts): InheritedParts {
  const { attributes, namespace: own, prefix: ownPrefix } = element;
  if (attributes === NO_ATTRIBUTES && own === undefined && ownPrefix === undefined) return outer;
  const prefix = ownPrefix ?? (own === undefined ? outer.prefix : '');
  const namespace = own === undefined ? outer.namespace : (own ?? '');
  const place = { namespace, prefix, attributes, outer };
  const declaration = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
  if (declared(declaration, place) === namespace) return place;
  return { ...place, attributes: { ...attributes, [declaration]: namespace } };
}

function declared(name: string, { attributes, outer }: InheritedParts): string | undefined {
  return attributes[name] ?? (outer === null ? undefined : declared(name, outer));
}

function attributeText(name: string, value: string): string {
  const text = escaped(value).replaceAll('"', '&quot;').replaceAll('\n', '&#xA;').replaceAll('\t', '&#x9;');
  return ` ${name}="${text}"`;
}

/** White space may only be added inside elements that hold only elements. */
function childrenText(children: readonly OutNode[], place: InheritedParts, outer: string | null): string {
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
