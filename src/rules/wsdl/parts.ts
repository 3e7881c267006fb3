import { isSoap } from '../../bindings/binding.ts';
import type { Cell } from '../../contract/model.ts';
import { childElements, type XmlElement } from '../../xml/tree.ts';
import { attributeOf, childrenOf, type Description, isXsd, NS, type Placed, type Reference } from './description.ts';
import { type Described, extensionOf, follow } from './port.ts';
import { typeOf } from './schema-type.ts';

/** A part of a message: what it refers to, as an element or as a type. */
export interface Part {
  readonly part: XmlElement;
  readonly element: Reference | null;
}

export function partsOf(description: Description, message: XmlElement): readonly Part[] {
  return childrenOf(message, NS.wsdl, 'part').map((part) => ({
    part,
    element: description.refer(part, 'element', 'element'),
  }));
}

/** The parts that SOAP header blocks of a cell's requests are made of; what they refer to in vain is noted. */
export function headerParts(
  description: Description,
  { operation }: Described,
  { binding }: Cell,
  dangling: Placed[] = [],
): readonly Part[] {
  if (!isSoap(binding)) return [];
  const [input] = childrenOf(operation, NS.wsdl, 'input');
  const headers = input === undefined ? [] : childrenOf(input, extensionOf(binding), 'header');
  return headers.flatMap((header) => {
    const message = follow(description.refer(header, 'message', 'message'), header, 'message', dangling);
    const name = attributeOf(header, 'part');
    return message === null
      ? []
      : partsOf(description, message).filter(({ part }) => attributeOf(part, 'name') === name);
  });
}

/** References of a cell's messages, and of all that they reach in the schemas, that lead nowhere. */
export function danglingParts(description: Description, found: Described, cell: Cell): readonly Placed[] {
  const dangling: Placed[] = [];
  const messages = [found.input, found.output].flatMap((message) => message ?? []);
  const parts = messages.flatMap((message) => partsOf(description, message));
  const reached = new Set<XmlElement>();
  const queue: XmlElement[] = [];
  const reach = (one: XmlElement | null): void => {
    if (one === null || reached.has(one)) return;
    reached.add(one);
    queue.push(one);
  };
  for (const { part, element } of [...parts, ...headerParts(description, found, cell, dangling)]) {
    if (element !== null) reach(follow(element, part, 'element', dangling));
    else reachType(description, part, 'type', dangling, reach);
  }
  for (let one = queue.pop(); one !== undefined; one = queue.pop()) {
    if (isXsd(one, 'element') && attributeOf(one, 'ref') !== null)
      reach(follow(description.refer(one, 'ref', 'element'), one, 'ref', dangling));
    if (isXsd(one, 'group') && attributeOf(one, 'ref') !== null)
      reach(follow(description.refer(one, 'ref', 'group'), one, 'ref', dangling));
    if (isXsd(one, 'element')) reachType(description, one, 'type', dangling, reach);
    if (isXsd(one, 'extension', 'restriction')) reachType(description, one, 'base', dangling, reach);
    for (const child of childElements(one)) if (child.namespace === NS.xsd) reach(child);
  }
  return dangling;
}

/** Types that clients know without a schema. */
const KNOWN = new Set<string>([NS.xsd, 'http://schemas.xmlsoap.org/soap/encoding/']);

function reachType(
  description: Description,
  from: XmlElement,
  attribute: 'type' | 'base',
  dangling: Placed[],
  reach: (one: XmlElement) => void,
): void {
  const type = typeOf(description, from, attribute);
  if (type.kind === 'own') reach(type.declaration);
  if (type.kind === 'unknown' && !KNOWN.has(type.reference.namespace))
    follow(type.reference, from, attribute, dangling);
}
