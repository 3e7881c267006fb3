import { isNil, textOf, type XmlElement, XSI_NAMESPACE } from '../../../xml/tree.ts';
import type { ElementPlace, Walk } from './inspection.ts';
import { DATA_CONTRACT, isOfDataContract } from './mistakes.ts';

const XML_WHITE_SPACE = /^[ \t\r\n]*$/;

/** True for XML white space only, allowed between elements. */
export function isBlank(text: string): boolean {
  return text === '' || XML_WHITE_SPACE.test(text);
}

/** The namespace of one element. A wrong one is reported where it begins, not at every child. */
function checkNamespace(walk: Walk, place: ElementPlace, path: string): void {
  const { element, parent } = place;
  const { namespace } = walk.contract;
  if (parent !== null && element.namespace !== parent.element.namespace && element.namespace !== namespace) {
    const mistake = isOfDataContract(element.namespace) ? DATA_CONTRACT : undefined;
    walk.object('record.namespace', path, place, named(namespace), named(element.namespace), mistake);
  }
}

/** Namespace and attributes of one element. */
export function checkElement(walk: Walk, place: ElementPlace, path: string): void {
  checkNamespace(walk, place, path);
  checkAttributes(walk, place, path);
}

/** No attributes but those of XML Schema instance. */
export function checkAttributes(walk: Walk, place: ElementPlace, path: string): void {
  for (const attribute of place.element.attributes) {
    // soap.encoding-style judges encodingStyle.
    if (attribute.namespace === XSI_NAMESPACE || attribute.name === 'encodingStyle') continue;
    walk.object('record.attribute', path, place, 'no attributes except xsi: ones', `attribute ${attribute.name}`);
  }
}

/** The attributes of XML Schema instance (XML Schema Part 1, section 2.6). */
export const OF_XSI: ReadonlySet<string> = new Set(['type', 'nil', 'schemaLocation', 'noNamespaceSchemaLocation']);

/** An element whose content is not shown: its namespace, and only XML Schema instance's own four attributes. */
export function checkOpen(walk: Walk, place: ElementPlace, path: string): void {
  checkNamespace(walk, place, path);
  for (const { name, namespace } of place.element.attributes)
    if (namespace === XSI_NAMESPACE && !OF_XSI.has(name))
      walk.object('record.attribute', path, place, 'an attribute that XML Schema instance has', `attribute ${name}`);
}

/** XML Schema's own types that a simple value of this service, its base types or derived types can have. */
const OF_SCHEMA = /^(?:any(?:Simple)?Type|(?:normalized)?string|token|boolean|decimal)$/i;
const OF_INTEGERS = /^(?:(?:unsigned)?(?:long|int|short|byte)|(?:(?:non)?(?:positive|negative))?integer)$/i;

/** The xsi:type of a simple value is one of XML Schema's; the document names no other, which a record may have. */
function checkType(walk: Walk, place: ElementPlace, path: string): void {
  const type = place.element.attributes.find(({ name, namespace }) => name === 'type' && namespace === XSI_NAMESPACE);
  const name = type?.value.trim().replace(/^.*:/, '') ?? '';
  if (type === undefined || OF_SCHEMA.test(name) || OF_INTEGERS.test(name)) return;
  walk.object('record.attribute', path, place, "an xsi:type of XML Schema's", `xsi:type="${excerpt(type.value)}"`);
}

/** Judges xsi:type and xsi:nil (XML Schema Part 1, section 2.6.2). @param type - simple; else null @returns nil */
export function checkNil(walk: Walk, place: ElementPlace, path: string, type: string | null): boolean {
  const { element } = place;
  if (element.attributes.length === 0) return false;
  if (type !== null) checkType(walk, place, path);
  const attribute = element.attributes.find(({ name, namespace }) => name === 'nil' && namespace === XSI_NAMESPACE);
  if (attribute === undefined) return false;
  if (!['true', 'false', '1', '0'].includes(attribute.value.trim())) {
    walk.object('record.nil', path, place, 'xsi:nil of true or false', `xsi:nil="${attribute.value}"`);
    return false;
  }
  if (type !== null && type !== 'string') {
    // XML Schema has no xsi:nil, not even a false one, on an element that is not nillable (cvc-elt.3.1).
    walk.object('record.nil', path, place, `a value of type ${type}`, `xsi:nil="${attribute.value}"`);
  } else if (isNil(element) && hasContent(element)) {
    walk.object('record.nil', path, place, 'a nil element to be empty', 'xsi:nil="true" on an element with content');
  }
  return isNil(element);
}

function hasContent(element: XmlElement): boolean {
  return textOf(element) !== '' || element.children.some((node) => node.kind === 'element');
}

/** Text between the children of an element that holds only elements; true where there was some. */
export function checkNoText(walk: Walk, place: ElementPlace, path: string): boolean {
  const text = textOf(place.element);
  if (isBlank(text)) return false;
  walk.object('record.mixed-text', path, place, 'no text next to child elements', `text '${excerpt(text)}'`);
  return true;
}

/** The beginning of a target's text, for a message, in one line. @param most - characters */
export function excerpt(text: string, most = 60): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length <= most ? line : `${line.slice(0, most - 3)}...`;
}

function named(namespace: string): string {
  return namespace === '' ? 'no namespace' : `namespace ${namespace}`;
}
