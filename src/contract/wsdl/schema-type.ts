import { childElements, type XmlElement } from '../../xml/tree.ts';
import type { Components, QName, Reference } from './components.ts';
import { attributeOf, childrenOf, isXsd, NS } from './names.ts';

/** What an element of a schema holds: a built-in type of XML Schema, a type of the description, or an unknown one. */
export type ElementType =
  | { readonly kind: 'builtin'; readonly name: string }
  | { readonly kind: 'own'; readonly declaration: XmlElement }
  | { readonly kind: 'unknown'; readonly reference: Reference };

/** Maximum length of a chain of derived types: a cycle of them has no end. */
export const MOST_BASES = 32;

/** The type that an attribute names, or that is inside the element; xs:anyType where there is neither. */
export function typeOf(description: Components, element: XmlElement, attribute = 'type'): ElementType {
  const reference = description.refer(element, attribute, 'type');
  if (reference !== null) return typeNamed(reference);
  const inside = childElements(element).find((child) => isXsd(child, 'complexType', 'simpleType'));
  return inside === undefined ? { kind: 'builtin', name: 'anyType' } : { kind: 'own', declaration: inside };
}

function typeNamed(reference: Reference): ElementType {
  if (reference.found !== null) return { kind: 'own', declaration: reference.found };
  if (reference.namespace === NS.xsd) return { kind: 'builtin', name: reference.name };
  return { kind: 'unknown', reference };
}

/** The declaration of an element: a `ref` leads to a global one. Null if that is missing. */
export function declared(description: Components, element: XmlElement): (QName & { readonly in: XmlElement }) | null {
  const reference = description.refer(element, 'ref', 'element');
  if (reference !== null) return reference.found === null ? null : { ...reference, in: reference.found };
  const around = description.schemaOf(element);
  const byDefault = around === null ? null : attributeOf(around.schema, 'elementFormDefault');
  const isQualified = (attributeOf(element, 'form') ?? byDefault) === 'qualified';
  const namespace = (isQualified && around?.namespace) || '';
  return { name: attributeOf(element, 'name') ?? '', namespace, in: element };
}

/** The XML Schema type that a simple type restricts, with its enumerated values; null if it is not one. */
export function simpleTypeOf(description: Components, type: ElementType) {
  let current = type;
  const values: string[] = [];
  for (let steps = 0; steps < MOST_BASES; steps += 1) {
    if (current.kind === 'builtin') return { name: current.name, values };
    if (current.kind === 'unknown') return null;
    const { derived, isSimple } = derivationOf(current.declaration);
    if (derived === undefined || !isSimple) return null;
    if (values.length === 0) values.push(...valuesOf(derived, 'enumeration'));
    current = typeOf(description, derived, 'base');
  }
  return null;
}

/** The restriction or extension by which a type with simple content is made of its base. */
export function derivationOf(declaration: XmlElement) {
  const content = childElements(declaration).find((child) => isXsd(child, 'simpleContent')) ?? declaration;
  const derived = childElements(content).find((child) => isXsd(child, 'restriction', 'extension'));
  return { derived, isSimple: !isXsd(declaration, 'complexType') || content !== declaration };
}

/** The values of a facet, in their order. */
export function valuesOf(derived: XmlElement, facet: string): readonly string[] {
  return childrenOf(derived, NS.xsd, facet).map((one) => attributeOf(one, 'value') ?? '');
}

/** What a complexType holds: its elements in order, those of its base types first. */
interface Particles {
  readonly elements: readonly XmlElement[];
  /** False for xs:all. */
  readonly ordered: boolean;
  /** An xs:choice, or a repeated group: it does not say which elements come, or how many. */
  readonly open: boolean;
  /** Those in a group that may be left out, or in a choice. */
  readonly optional: ReadonlySet<XmlElement>;
  /** Those of a choice after its first branch. */
  readonly others: ReadonlySet<XmlElement>;
  /** Those in a repeated group. */
  readonly repeated: ReadonlySet<XmlElement>;
}

/** The elements of a complexType; null if it is not one, or a part is missing. */
export function particlesOf(description: Components, type: ElementType): Particles | null {
  if (type.kind !== 'own' || !isXsd(type.declaration, 'complexType')) return null;
  const elements: XmlElement[] = [];
  const [optional, others, repeated] = [new Set<XmlElement>(), new Set<XmlElement>(), new Set<XmlElement>()];
  let ordered = true;
  let open = false;
  let whole = true;
  let steps = 0;
  const add = (parent: XmlElement, depth: number, around: Around): void => {
    const isChoice = isXsd(parent, 'choice');
    let branches = 0;
    for (const child of childElements(parent)) {
      steps += 1;
      if (steps > MOST_STEPS) whole = false;
      if (!whole) return;
      const isBranch = isChoice && !isXsd(child, 'annotation');
      const here = isBranch ? { ...around, isFree: true, isOther: around.isOther || branches > 0 } : around;
      if (isBranch) branches += 1;
      if (isXsd(child, 'element')) {
        elements.push(child);
        if (here.isFree) optional.add(child);
        if (here.isOther) others.add(child);
        if (here.isMany) repeated.add(child);
        if (depth > 0) continue;
      }
      if (isXsd(child, 'all')) ordered = false;
      const isGroup = isXsd(child, 'sequence', 'all', 'choice', 'group');
      const isMany = isGroup && (attributeOf(child, 'maxOccurs') ?? '1') !== '1';
      if (isXsd(child, 'choice') || isMany) open = true;
      const base = isXsd(child, 'extension') ? typeOf(description, child, 'base') : null;
      const group = isXsd(child, 'group') ? (description.refer(child, 'ref', 'group')?.found ?? null) : null;
      if ((isXsd(child, 'group') && group === null) || base?.kind === 'unknown' || depth === 0) whole = false;
      else {
        const isFree = here.isFree || (isGroup && attributeOf(child, 'minOccurs') === '0');
        const inside = { ...here, isFree, isMany: here.isMany || isMany };
        if (base?.kind === 'own') add(base.declaration, depth - 1, inside);
        if (group !== null) add(group, depth - 1, inside);
        if (isGroup || isXsd(child, 'complexContent', 'extension', 'restriction')) add(child, depth - 1, inside);
      }
    }
  };
  add(type.declaration, MOST_BASES, { isFree: false, isOther: false, isMany: false });
  return whole ? { elements, ordered, open, optional, others, repeated } : null;
}

/** What is known of the groups around a particle. */
type Around = Readonly<Record<'isFree' | 'isOther' | 'isMany', boolean>>;

/** The attributes of a type by name, those of its bases and groups too; what is meant by a `ref` is not among them. */
export function attributesOf(description: Components, type: ElementType): ReadonlyMap<string, XmlElement> {
  const found = new Map<string, XmlElement>();
  let steps = 0;
  const add = (parent: XmlElement, depth: number): void => {
    if (depth === 0) return;
    for (const child of childElements(parent)) {
      steps += 1;
      if (steps > MOST_STEPS) return;
      const name = isXsd(child, 'attribute') ? attributeOf(child, 'name') : null;
      if (name !== null && attributeOf(child, 'use') !== 'prohibited') found.set(name, child);
      const group = isXsd(child, 'attributeGroup') ? description.refer(child, 'ref', 'attributeGroup')?.found : null;
      if (group) add(group, depth - 1);
      const base = isXsd(child, 'extension', 'restriction') ? typeOf(description, child, 'base') : null;
      if (base?.kind === 'own') add(base.declaration, depth - 1);
      if (isXsd(child, 'simpleContent', 'complexContent', 'extension', 'restriction')) add(child, depth - 1);
    }
  };
  if (type.kind === 'own' && isXsd(type.declaration, 'complexType')) add(type.declaration, MOST_BASES);
  return found;
}

/** Maximum steps for one type: nested groups could multiply without end. */
const MOST_STEPS = 10_000;
