import type { Cell } from '../../contract/model.ts';
import { attributeOf, childrenOf, extensionOf, isXsd, NS } from '../../contract/wsdl/names.ts';
import { type MessagePart, partsOf } from '../../contract/wsdl/ports.ts';
import { typeOf } from '../../contract/wsdl/schema-type.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import { childElements, type XmlElement } from '../../xml/tree.ts';
import { type Description, type Placed, problemAt } from './description.ts';
import { type Described, follow } from './port.ts';

/** The parts that SOAP header blocks of a cell's requests consist of; references that fail are noted. */
export function headerParts(
  description: Description,
  { operation }: Described,
  { binding }: Cell,
  dangling: Placed[] = [],
): readonly MessagePart[] {
  const [input] = isSoap(binding) ? childrenOf(operation, NS.wsdl, 'input') : [];
  const headers = input === undefined ? [] : childrenOf(input, extensionOf(binding), 'header');
  return headers.flatMap((header) => {
    const message = follow(description, header, 'message', 'message', dangling);
    return message === null ? [] : namedBy(header, partsOf(description, message), dangling);
  });
}

/** The part of a message that an extension of a binding names; a missing one is noted. */
function namedBy(
  extension: XmlElement,
  parts: readonly MessagePart[],
  dangling: Placed[],
  name = attributeOf(extension, 'part'),
): readonly MessagePart[] {
  const own = parts.filter(({ part }) => attributeOf(part, 'name') === name);
  if (own.length === 0)
    dangling.push(problemAt(extension, 'part', 'The message has no such part', 'one of its parts', `'${name}'`));
  return own;
}

/** Types that clients know without a schema. */
const KNOWN = new Set<string>([NS.xsd, 'http://schemas.xmlsoap.org/soap/encoding/']);

/** References that lead nowhere, in a cell's messages and all that they reach in the schemas. */
export function danglingParts(description: Description, found: Described, cell: Cell): readonly Placed[] {
  const dangling: Placed[] = [];
  const parts = (['input', 'output'] as const).flatMap((direction) => {
    const own = found[direction] === null ? [] : partsOf(description, found[direction]);
    for (const one of childrenOf(found.operation, NS.wsdl, direction).flatMap(childElements)) {
      const names = attributeOf(one, 'part') ?? attributeOf(one, 'parts');
      if (own.length > 0 && one.name !== 'header' && names !== null)
        for (const name of names.split(/\s+/)) namedBy(one, own, dangling, name);
    }
    return own;
  });
  // Iterating over a set includes later additions.
  const reached = new Set<XmlElement>();
  const reach = (one: XmlElement | null): void => void (one === null || reached.add(one));
  const reachType = (from: XmlElement, attribute: 'type' | 'base'): void => {
    const type = typeOf(description, from, attribute);
    if (type.kind === 'own') reach(type.declaration);
    if (type.kind === 'unknown' && !KNOWN.has(type.reference.namespace))
      follow(description, from, attribute, 'type', dangling);
  };
  for (const { part, element } of [...parts, ...headerParts(description, found, cell, dangling)]) {
    if (element === null) reachType(part, 'type');
    else reach(follow(description, part, 'element', 'element', dangling));
  }
  for (const one of reached) {
    const kind = isXsd(one, 'element') ? 'element' : isXsd(one, 'group') ? 'group' : null;
    if (kind !== null && attributeOf(one, 'ref') !== null) reach(follow(description, one, 'ref', kind, dangling));
    if (kind === 'element') reachType(one, 'type');
    if (isXsd(one, 'extension', 'restriction')) reachType(one, 'base');
    for (const child of childElements(one)) if (child.namespace === NS.xsd) reach(child);
  }
  return dangling;
}
