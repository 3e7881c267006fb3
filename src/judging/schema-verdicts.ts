import type { ParsedResponse } from '../bindings/parsed-response.ts';
import { cellName } from '../contract/cell-name.ts';
import type { Content, Contract } from '../contract/model.ts';
import { schemaEntry, withItemName } from '../contract/schemas.ts';
import type { SchemaValidator, SchemaVerdict } from '../xml/schema.ts';
import { childElements, textOf, type XmlElement } from '../xml/tree.ts';
import { trimmed } from '../xml/white-space.ts';

/** The list whose items the document leaves unnamed. */
const UNNAMED_ITEMS = 'recid_images_URL';

/** Most characters of cached shapes: bounded whatever a target answers. */
const MOST_KEPT = 4_000_000;

/**
 * Says what the XML Schema validator finds in a response.
 * @param oncePerShape - a response of the shape of a valid one of its cell is not validated
 */
export function schemaVerdicts(
  contract: Contract,
  validator: SchemaValidator,
  oncePerShape: boolean,
): (reading: ParsedResponse) => SchemaVerdict {
  const strings = stringNames(contract);
  const valid = new Set<string>();
  let kept = 0;
  const keep = (shape: string): void => {
    if (kept + shape.length > MOST_KEPT) {
      valid.clear();
      kept = 0;
    }
    kept += shape.length;
    valid.add(shape);
  };
  const schemasFor = renamedSchemas(contract);
  return ({ cell, response, text, xml }) => {
    if (xml?.kind !== 'document' || response === null) return { kind: 'valid' };
    const { root } = xml.document;
    // With a type named by the element (xsi:type), more of its text counts than its shape shows.
    const hasShape = oncePerShape && text?.text.includes(':type') !== true;
    const shape = hasShape ? `${cellName(cell)} ${shapeOf(root, strings)}` : null;
    if (shape !== null && valid.has(shape)) return { kind: 'valid' };
    const verdict = validator.validate(response.body, schemasFor(itemName(root)), schemaEntry(contract, cell));
    // The place of an objection is only right for this document.
    if (shape !== null && verdict.kind === 'valid') keep(shape);
    return verdict;
  };
}

/** The schemas for documents whose unnamed items have a name; made once each: a validator knows them by identity. */
function renamedSchemas(contract: Contract): (name: string | null) => ReadonlyMap<string, string> {
  const renamed = new Map<string, ReadonlyMap<string, string>>();
  return (name) => {
    if (name === null || name === UNNAMED_ITEMS) return contract.schemas;
    const schemas = renamed.get(name) ?? withItemName(contract, name);
    renamed.set(name, schemas);
    return schemas;
  };
}

function itemName(element: XmlElement): string | null {
  for (const child of childElements(element)) {
    const [item] = child.name === UNNAMED_ITEMS ? childElements(child) : [];
    const name = item?.name ?? itemName(child);
    if (name !== null) return name;
  }
  return null;
}

/** Names of elements that hold a string of any text wherever the contract has them. */
export function stringNames(contract: Contract): ReadonlySet<string> {
  const strings = new Set<string>();
  const others = new Set<string>();
  const note = (name: string, content: Content): void => {
    const isString = content.kind === 'simple' && content.type === 'string' && content.enumeration.length === 0;
    (isString ? strings : others).add(name);
    if (content.kind === 'list') note(content.item.name, content.item.content);
  };
  for (const type of contract.records.values()) {
    others.add(type.name);
    for (const { name, content } of type.fields) note(name, content);
  }
  return new Set([...strings].filter((name) => !others.has(name)));
}

/**
 * Names, attributes and typed-looking texts of a document: what decides whether it is valid. They are separated by
 * control characters, which no document holds, so that documents of different shapes have different texts.
 * @param strings - elements of these names may hold any text
 */
export function shapeOf(root: XmlElement, strings: ReadonlySet<string>): string {
  return shapeBelow(root, null, strings);
}

function shapeBelow(element: XmlElement, parent: XmlElement | null, strings: ReadonlySet<string>): string {
  const { name, namespace, attributes } = element;
  let shape = namespace === parent?.namespace ? `\u0001${name}` : `\u0001${name}\u0002${namespace}`;
  for (const attribute of attributes)
    shape += `\u0003${attribute.name}\u0002${attribute.namespace}\u0004${attribute.value}`;
  const children = childElements(element);
  if (children.length > 0) return `${shape}${shapeOfChildren(element, children, strings)}\u0005`;
  const free = attributes.length === 0 && strings.has(name);
  return `${shape}\u0006${free ? 'text' : lexicalShape(textOf(element))}`;
}

/**
 * Items of a list count once each, in any order: the schemas allow an element at most once or without limit, so two of
 * a name are allowed where three are.
 */
function shapeOfChildren(element: XmlElement, children: readonly XmlElement[], strings: ReadonlySet<string>): string {
  const shapes = children.map((child) => shapeBelow(child, element, strings));
  const [first] = children;
  const isList =
    children.length > 1 && children.every((one) => one.name === first?.name && one.namespace === first.namespace);
  const between = trimmed(textOf(element)) === '' ? '' : '\u0008';
  return `${between}${isList ? `\u0007${[...new Set(shapes)].toSorted().join('')}` : shapes.join('')}`;
}

/** Texts that only a string can be are equal, as are numbers that any integer type allows; '0' and '1' are booleans. */
function lexicalShape(text: string): string {
  if (/^[+-]?\d{1,9}$/.test(text)) return text === '0' || text === '1' ? text : '#';
  return /^[\s\d+-]*$|^\s*(true|false)\s*$/i.test(text) ? text : 'text';
}
