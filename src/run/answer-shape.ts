import type { Content, Contract } from '../contract/model.ts';
import { textOf, type XmlElement } from '../xml/tree.ts';

/** Names of elements that can hold nothing but a string of any text, wherever the contract has them. */
export function stringNames(contract: Contract): ReadonlySet<string> {
  const strings = new Set<string>();
  const others = new Set<string>();
  const note = (name: string, content: Content): void => {
    (isString(content) ? strings : others).add(name);
    if (content.kind === 'list') note(content.item.name, content.item.content);
  };
  for (const type of contract.records.values()) {
    others.add(type.name);
    for (const { name, content } of type.fields) note(name, content);
  }
  return new Set([...strings].filter((name) => !others.has(name)));
}

function isString(content: Content): boolean {
  return content.kind === 'simple' && content.type === 'string' && content.enumeration.length === 0;
}

/**
 * Names, attributes and typed-looking texts of a document: what decides whether it is valid. Control characters part
 * them, which no document holds, so that no two documents of different shapes have one text.
 * @param strings - elements of these names hold what they like
 */
export function shapeOf(root: XmlElement, strings: ReadonlySet<string>): string {
  return shapeBelow(root, null, strings);
}

function shapeBelow(element: XmlElement, parent: XmlElement | null, strings: ReadonlySet<string>): string {
  const { name, namespace, attributes, children } = element;
  let shape = namespace === parent?.namespace ? `\u0001${name}` : `\u0001${name}\u0002${namespace}`;
  for (const attribute of attributes)
    shape += `\u0003${attribute.name}\u0002${attribute.namespace}\u0004${attribute.value}`;
  let leaf = true;
  for (const child of children) {
    if (child.kind !== 'element') continue;
    leaf = false;
    shape += shapeBelow(child, element, strings);
  }
  if (!leaf) return `${shape}\u0005`;
  const free = attributes.length === 0 && strings.has(name);
  return `${shape}\u0006${free ? 'text' : lexicalShape(textOf(element))}`;
}

/** Texts that only a string field can hold are alike; any other counts as it stands. */
function lexicalShape(text: string): string {
  return text.length <= 24 && /^[\s\d+-]*$|^(true|false)$/i.test(text) ? text : 'text';
}
