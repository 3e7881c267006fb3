import { childElements, type XmlElement } from '../../xml/tree.ts';
import type { Components } from './components.ts';
import { attributeOf, isXsd } from './names.ts';
import { declared, type ElementType, particlesOf } from './schema-type.ts';
import { isName, shownName } from './untaken.ts';

/** An element of a sequence, as a request or an answer has it. */
export interface Element {
  readonly name: string;
  readonly namespace: string;
  readonly in: XmlElement;
  /** It may come this often: 1, more, or without end. */
  readonly isRepeated: boolean;
  /** With others: what comes again is a group. */
  readonly isOfGroup?: boolean;
  readonly isOptional: boolean;
  /** It takes the place of others in a choice, of which the first is sent. */
  readonly isOther?: boolean;
}

export const NO_RECORD = 'is of a type that the WSDL does not have, or that is no record';

/** The elements that a type holds; half a sentence saying why they can't be told. */
export function elementsIn(components: Components, declaration: XmlElement): readonly Element[] | string {
  const type: ElementType = { kind: 'own', declaration };
  const particles = particlesOf(components, type);
  if (particles === null) return NO_RECORD;
  const elements: Element[] = [];
  for (const local of particles.elements) {
    const found = declared(components, local);
    if (found === null) return 'refers to an element that the WSDL does not have';
    const { name, namespace, in: at } = found;
    if (!isName(name)) return `holds ${shownName(name)}, which is no name of an element`;
    const most = attributeOf(local, 'maxOccurs') ?? '1';
    const isOptional = attributeOf(local, 'minOccurs') === '0' || particles.optional.has(local);
    const isOfGroup = particles.repeated.has(local);
    const isRepeated = (most !== '0' && most !== '1') || isOfGroup;
    const isOther = particles.others.has(local);
    elements.push({ name, namespace, in: at, isRepeated, isOfGroup, isOptional, isOther });
  }
  return elements;
}

/** It holds elements that the WSDL does not name, as a DataSet does. */
export function hasAny(declaration: XmlElement): boolean {
  const groups = childElements(declaration).filter((child) => isXsd(child, 'sequence', 'all', 'choice'));
  return groups.some((group) => childElements(group).some((child) => isXsd(child, 'any')));
}
