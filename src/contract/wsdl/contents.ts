import type { XmlElement } from '../../xml/tree.ts';
import { deepFreeze } from '../load.ts';
import type { Content, Field, RecordType, SimpleType } from '../model.ts';
import type { Components } from './components.ts';
import { derivedTypes } from './derived-types.ts';
import { type Element, elementsIn, hasAny, NO_RECORD } from './elements.ts';
import { facetsOf } from './facets.ts';
import { attributeOf, isXsd, readOnce } from './names.ts';
import { samplesOf } from './samples.ts';
import { attributesOf, type ElementType, simpleTypeOf, typeOf } from './schema-type.ts';
import { orReason, shownName, untaken } from './untaken.ts';

/** The types that values are made and compared by. */
const TYPES = new Set<string>(
  (
    'string int long boolean byte short integer nonNegativeInteger positiveInteger nonPositiveInteger ' +
    'negativeInteger unsignedByte unsignedShort unsignedInt unsignedLong decimal float double dateTime date time ' +
    'duration base64Binary hexBinary anyURI QName'
  ).split(' '),
);

/** Other types that any text is a value of, or nearly any; an attribute without a type may be anything. */
const TEXTS = ['normalizedString', 'token', 'anySimpleType', 'anyType'];

/** Records within records. */
const MOST_LEVELS = 40;

const isKnown = (name: string): name is SimpleType => TYPES.has(name);

/** What the elements of a WSDL hold. */
export type Contents = ReturnType<typeof openContents>;

/** Reads the types of a WSDL, each once. What it holds grows with what is asked for. */
export function openContents(components: Components) {
  const records = new Map<string, RecordType>();
  const names = new Map<XmlElement, string>();
  const underWay = new Set<XmlElement>();

  const held = readOnce((declaration) => elementsIn(components, declaration));
  const simpleTypes = readOnce((declaration) => simpleTypeOf(components, { kind: 'own', declaration }));
  const samples = readOnce((declaration) => samplesIn(components, { kind: 'own', declaration }));
  const attributes = readOnce((declaration) => attributesOf(components, { kind: 'own', declaration }));
  const attributesIn = (type: ElementType) => (type.kind === 'own' ? attributes(type.declaration) : NO_ATTRIBUTES);

  /** The elements that a type holds. Says why they can't be told. */
  function elementsOf(type: ElementType, what: string): readonly Element[] {
    const found = type.kind === 'own' ? held(type.declaration) : NO_RECORD;
    return typeof found === 'string' ? untaken(`${what} ${found}`) : found;
  }

  /** Some values of a simple type; null where any value of its type in the contract is one. @throws Untaken */
  function samplesFor(element: XmlElement, what: string): readonly string[] | null {
    const type = typeOf(components, element);
    const found = type.kind === 'own' ? samples(type.declaration) : samplesIn(components, type);
    return typeof found === 'string' ? untaken(`${what} ${found}`) : found;
  }

  /** The attributes of an element, by name. */
  function attributesFor(element: XmlElement): ReadonlyMap<string, XmlElement> {
    return attributesIn(typeOf(components, element));
  }

  /** What an element holds. @param path - names it where its type has no name */
  function contentOf(element: XmlElement, path: string): Content {
    return contentOfType(typeOf(components, element), path);
  }

  function contentOfType(type: ElementType, path: string): Content {
    if (type.kind === 'builtin') return contentOfBuiltin(type.name);
    const simple = type.kind === 'own' ? simpleTypes(type.declaration) : null;
    if (simple !== null) {
      const { name, values } = simple;
      const content = contentOfBuiltin(name);
      if (content.kind === 'open' || type.kind !== 'own') return content;
      const text: Content = { ...content, ...(isGuid(components, type) ? { type: 'guid' } : {}), enumeration: values };
      if (attributesIn(type).size === 0) return text;
      return namedRecord(type.declaration, path, (own) => ({ fields: [], ...withAttributes(type, own), text }));
    }
    if (type.kind === 'own' && isXsd(type.declaration, 'simpleType'))
      return { kind: 'simple', type: 'string', enumeration: [] };
    if (type.kind === 'own' && (underWay.has(type.declaration) || hasAny(type.declaration))) return { kind: 'open' };
    const known = type.kind === 'own' ? names.get(type.declaration) : undefined;
    if (known !== undefined) return { kind: 'record', record: known };
    const elements = elementsOf(type, shownName(path));
    // Nothing that the WSDL shows.
    if (type.kind !== 'own' || (elements.length === 0 && attributesIn(type).size === 0)) return { kind: 'open' };
    const { declaration } = type;
    if (underWay.size === MOST_LEVELS) return untaken(`its types are nested deeper than ${MOST_LEVELS} levels`);
    underWay.add(declaration);
    try {
      const [only, another] = elements;
      if (attributesIn(type).size === 0 && only?.isRepeated === true && another === undefined) {
        const content = contentOf(only.in, `${attributeOf(declaration, 'name') ?? path}.${only.name}`);
        return { kind: 'list', item: { name: only.name, anyName: false, content } };
      }
      return namedRecord(declaration, path, (own) => {
        return { fields: elements.map((one) => fieldOf(one, own)), ...withAttributes(type, own) };
      });
    } finally {
      underWay.delete(declaration);
    }
  }

  /** A record of these elements. */
  function recordOf(elements: readonly Element[], own: string): Content {
    return addRecord(own, { fields: elements.map((one) => fieldOf(one, own)) });
  }

  function addRecord(own: string, parts: Omit<RecordType, 'name'>): Content & { readonly kind: 'record' } {
    const name = records.has(own) ? `${own}#${records.size}` : own;
    records.set(name, { name, ...parts });
    return { kind: 'record', record: name };
  }

  /** The record of a type, each made once. */
  function namedRecord(
    declaration: XmlElement,
    path: string,
    parts: (own: string) => Omit<RecordType, 'name'>,
  ): Content {
    const known = names.get(declaration);
    if (known !== undefined) return { kind: 'record', record: known };
    const own = attributeOf(declaration, 'name') ?? path;
    const content = addRecord(own, parts(own));
    names.set(declaration, content.record);
    return content;
  }

  function withAttributes(type: ElementType, own: string): Pick<RecordType, 'attributes'> {
    const all = [...attributesIn(type)].map(([name, declaration]): Field => {
      const content = contentOf(declaration, `${own}.${name}`);
      const text: Content = content.kind === 'simple' ? content : { kind: 'simple', type: 'string', enumeration: [] };
      return { name, content: text, optional: attributeOf(declaration, 'use') !== 'required', nillable: false };
    });
    return all.length === 0 ? {} : { attributes: all };
  }

  /** Adds the records of the types that are derived from those of the records, which an answer may name by xsi:type. */
  function addDerived(): void {
    const derived = derivedTypes(components);
    // Those that are added have derived ones, too.
    for (const [declaration, name] of names) {
      const others = (derived.get(declaration) ?? []).flatMap((one): readonly (readonly [string, string])[] => {
        const content = orReason(() => contentOfType({ kind: 'own', declaration: one }, ''));
        return typeof content !== 'string' && content.kind === 'record'
          ? [[attributeOf(one, 'name') ?? '', content.record]]
          : [];
      });
      const record = records.get(name);
      if (record !== undefined && others.length > 0) records.set(name, { ...record, derived: others });
    }
  }

  /** The elements in an element of a type that is no more than these; null if it is none. */
  function plainElements(element: XmlElement): readonly Element[] | null {
    const type = typeOf(components, element);
    const found = type.kind === 'own' ? held(type.declaration) : NO_RECORD;
    const isOpen = type.kind === 'own' && hasAny(type.declaration);
    return typeof found === 'string' || isOpen || attributesIn(type).size > 0 ? null : found;
  }

  function fieldOf({ name, in: declaration, isOptional, isRepeated }: Element, owner: string): Field {
    const content = contentOf(declaration, `${owner}.${name}`);
    const nillable = /^(?:true|1)$/.test(attributeOf(declaration, 'nillable') ?? '');
    return { name, content, optional: isOptional, nillable, ...(isRepeated ? { repeated: true } : {}) };
  }

  return {
    ...{ components, records, elementsOf, plainElements, contentOf, recordOf, fieldOf },
    ...{ samplesFor, attributesFor, addDerived },
  };
}

/** What a built-in type of XML Schema is in the contract; of other types than the known ones the text counts. */
function contentOfBuiltin(name: string): Extract<Content, { readonly kind: 'simple' | 'open' }> {
  if (name === 'anyType') return ANYTHING;
  return KNOWN.get(name) ?? TEXT;
}

const ANYTHING = { kind: 'open' } as const;

/** Each once, as a description has thousands of them. */
const simple = (type: SimpleType) => deepFreeze({ kind: 'simple', type, enumeration: [] } as const);
const TEXT = simple('string');
const KNOWN: ReadonlyMap<string, Content & { readonly kind: 'simple' }> = new Map(
  [...TYPES].flatMap((type) => (isKnown(type) ? [[type, simple(type)] as const] : [])),
);
const NO_ATTRIBUTES: ReadonlyMap<string, XmlElement> = new Map();

/** Some values of a simple type; null where any of its type in the contract is, half a sentence where none are made. */
function samplesIn(components: Components, type: ElementType): readonly string[] | null | string {
  const simple = simpleTypeOf(components, type);
  if (simple === null) return 'is a list or a union, for which no values are made';
  if (simple.values.length > 0 || isGuid(components, type)) return null;
  const facets = facetsOf(components, type);
  if (facets.length === 0 && (isKnown(simple.name) || TEXTS.includes(simple.name))) return null;
  const made = samplesOf(simple.name, facets);
  if (made.length > 0) return made;
  const names = [...new Set(facets.map(({ name }) => name))];
  const narrowed = names.length === 0 ? `of the type ${simple.name}` : `narrowed by the facet ${names.join()}`;
  return `is ${narrowed}, for which no values are made`;
}

/** The guid of ASP.NET and of WCF, a string with a pattern. */
function isGuid({ schemaOf }: Components, type: ElementType): boolean {
  if (type.kind !== 'own' || attributeOf(type.declaration, 'name') !== 'guid') return false;
  return /^http:\/\/(?:schemas\.)?microsoft\.com\//.test(schemaOf(type.declaration)?.namespace ?? '');
}
