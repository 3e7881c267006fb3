import { childElements, type XmlElement } from '../../xml/tree.ts';
import type { Content, Field, RecordType, SimpleType } from '../model.ts';
import type { Components } from './components.ts';
import { attributeOf, isXsd } from './names.ts';
import { declared, type ElementType, facetOf, MOST_BASES, particlesOf, simpleTypeOf, typeOf } from './schema-type.ts';
import { isName, shownName, untaken } from './untaken.ts';

/** The types that values are made and compared by. */
const TYPES = new Set<string>(
  (
    'string int long boolean byte short integer nonNegativeInteger positiveInteger nonPositiveInteger negativeInteger ' +
    'unsignedByte unsignedShort unsignedInt unsignedLong decimal float double dateTime date time base64Binary'
  ).split(' '),
);

/** Other types that any text is a value of, or nearly any. */
const TEXTS = ['normalizedString', 'token', 'anySimpleType'];

/** Records within records. */
const MOST_LEVELS = 40;

const isKnown = (name: string): name is SimpleType => TYPES.has(name);
const isWide = (name: string): boolean => isKnown(name) || TEXTS.includes(name);

/** An element of a sequence, as a request or an answer has it. */
export interface Element {
  readonly name: string;
  readonly namespace: string;
  readonly in: XmlElement;
  /** It may come this often: 1, more, or without end. */
  readonly isRepeated: boolean;
  readonly isOptional: boolean;
}

/** What the elements of a WSDL hold. */
export type Contents = ReturnType<typeof openContents>;

/** Reads the types of a WSDL, each once. What it holds grows with what is asked for. */
export function openContents(components: Components) {
  const records = new Map<string, RecordType>();
  const names = new Map<XmlElement, string>();
  const underWay = new Set<XmlElement>();

  const held = readOnce((declaration) => elementsIn(components, declaration));
  const simpleTypes = readOnce((declaration) => simpleTypeOf(components, { kind: 'own', declaration }));
  const facets = readOnce((declaration) => facetOf(components, { kind: 'own', declaration }, isWide));

  /** The elements that a type holds. Says why they can't be told. */
  function elementsOf(type: ElementType, what: string): readonly Element[] {
    const found = type.kind === 'own' ? held(type.declaration) : NO_RECORD;
    return typeof found === 'string' ? untaken(`${what} ${found}`) : found;
  }

  /** Says why not all values of a simple type can be made; null if they can. */
  function narrowedBy(element: XmlElement): string | null {
    const type = typeOf(components, element);
    return type.kind === 'own' ? facets(type.declaration) : facetOf(components, type, isWide);
  }

  /** What an element holds. @param path - names it where its type has no name */
  function contentOf(element: XmlElement, path: string): Content {
    const type = typeOf(components, element);
    const simple = type.kind === 'own' ? simpleTypes(type.declaration) : simpleTypeOf(components, type);
    if (simple !== null) {
      if (simple.name === 'anyType') return { kind: 'open' };
      if (hasAttributes(components, type)) return untaken(`${shownName(path)} has attributes`);
      // Of other types the text counts.
      return { kind: 'simple', type: isKnown(simple.name) ? simple.name : 'string', enumeration: simple.values };
    }
    if (type.kind === 'own' && isXsd(type.declaration, 'simpleType'))
      return { kind: 'simple', type: 'string', enumeration: [] };
    if (type.kind === 'own' && (underWay.has(type.declaration) || hasAny(type.declaration))) return { kind: 'open' };
    const known = type.kind === 'own' ? names.get(type.declaration) : undefined;
    if (known !== undefined) return { kind: 'record', record: known };
    const elements = elementsOf(type, shownName(path));
    // Nothing that the WSDL shows.
    if (elements.length === 0 || type.kind !== 'own') return { kind: 'open' };
    const { declaration } = type;
    if (underWay.size === MOST_LEVELS) return untaken(`its types are nested deeper than ${MOST_LEVELS} levels`);
    underWay.add(declaration);
    try {
      const content = recordOf(elements, attributeOf(declaration, 'name') ?? path);
      if (content.kind === 'record') names.set(declaration, content.record);
      return content;
    } finally {
      underWay.delete(declaration);
    }
  }

  /** A record of these elements, or the list that one of them is. */
  function recordOf(elements: readonly Element[], own: string): Content {
    const [only] = elements;
    if (only?.isRepeated === true && elements.length === 1) {
      const content = contentOf(only.in, `${own}.${only.name}`);
      return { kind: 'list', item: { name: only.name, anyName: false, content } };
    }
    const fields = elements.map((one) => fieldOf(one, own));
    const name = records.has(own) ? `${own}#${records.size}` : own;
    records.set(name, { name, fields });
    return { kind: 'record', record: name };
  }

  /** The elements in an element of a type that is no more than these; null if it is none. */
  function plainElements(element: XmlElement): readonly Element[] | null {
    const type = typeOf(components, element);
    const found = type.kind === 'own' ? held(type.declaration) : NO_RECORD;
    return typeof found === 'string' || (type.kind === 'own' && hasAny(type.declaration)) ? null : found;
  }

  function fieldOf({ name, in: declaration, isOptional, isRepeated }: Element, owner: string): Field {
    const content = contentOf(declaration, `${owner}.${name}`);
    const nillable = /^(?:true|1)$/.test(attributeOf(declaration, 'nillable') ?? '');
    return { name, content, optional: isOptional, nillable, ...(isRepeated ? { repeated: true } : {}) };
  }

  return { components, records, elementsOf, plainElements, contentOf, recordOf, fieldOf, narrowedBy };
}

const NO_RECORD = 'is of a type that the WSDL does not have, or that is no record';

/** The elements that a type holds; half a sentence saying why they can't be told. */
function elementsIn(components: Components, declaration: XmlElement): readonly Element[] | string {
  const type: ElementType = { kind: 'own', declaration };
  const particles = particlesOf(components, type);
  if (particles === null) return NO_RECORD;
  if (particles.open) return 'is a choice or a repeated group';
  if (hasAttributes(components, type)) return 'has attributes';
  const elements: Element[] = [];
  for (const local of particles.elements) {
    const found = declared(components, local);
    if (found === null) return 'refers to an element that the WSDL does not have';
    const { name, namespace, in: at } = found;
    if (!isName(name)) return `holds ${shownName(name)}, which is no name of an element`;
    const most = attributeOf(local, 'maxOccurs') ?? '1';
    const isOptional = attributeOf(local, 'minOccurs') === '0' || particles.optional.has(local);
    const isRepeated = most !== '0' && most !== '1';
    elements.push({ name, namespace, in: at, isRepeated, isOptional });
  }
  return elements;
}

/** Reads a declaration once: all operations may be of one type. */
function readOnce<Read>(read: (declaration: XmlElement) => Read): (declaration: XmlElement) => Read {
  const known = new Map<XmlElement, { readonly read: Read }>();
  return (declaration) => {
    const found = known.get(declaration) ?? { read: read(declaration) };
    known.set(declaration, found);
    return found.read;
  };
}

/** The complexType or a base of it has attributes, which answers are not read for. */
function hasAttributes(components: Components, type: ElementType): boolean {
  let current = type;
  for (let steps = 0; steps < MOST_BASES && current.kind === 'own'; steps += 1) {
    const { declaration } = current;
    if (!isXsd(declaration, 'complexType')) return false;
    const content = childElements(declaration).find((child) => isXsd(child, 'simpleContent', 'complexContent'));
    const derived = content && childElements(content).find((child) => isXsd(child, 'restriction', 'extension'));
    const all = [...childElements(declaration), ...(derived === undefined ? [] : childElements(derived))];
    if (all.some((child) => isXsd(child, 'attribute', 'attributeGroup'))) return true;
    if (derived === undefined) return false;
    current = typeOf(components, derived, 'base');
  }
  return false;
}

/** It holds elements that the WSDL does not name, as a DataSet does. */
function hasAny(declaration: XmlElement): boolean {
  const groups = childElements(declaration).filter((child) => isXsd(child, 'sequence', 'all', 'choice'));
  return groups.some((group) => childElements(group).some((child) => isXsd(child, 'any')));
}
