import type { XmlElement } from '../../xml/tree.ts';

export interface QName {
  readonly namespace: string;
  readonly name: string;
}

/** What an attribute refers to: its name, and the component of that name where the description has it. */
export interface Reference extends QName {
  readonly found: XmlElement | null;
}

/** A component's kind; types share one symbol space (XML Schema Part 1, section 2.5). */
export type ComponentKind =
  | 'message'
  | 'portType'
  | 'binding'
  | 'element'
  | 'type'
  | 'group'
  | 'attribute'
  | 'attributeGroup';

/** The components of a WSDL 1.1 in one document or several, and how they refer to each other. */
export interface Components {
  /** The roots of all its documents, its own first. */
  readonly roots: readonly XmlElement[];
  readonly targetNamespace: string;
  /** Why a part of it, in another document, was not read; null if nothing is missing. */
  readonly gap: string | null;
  /** What the attribute of an element refers to; null where it has no such attribute. */
  readonly refer: (element: XmlElement, attribute: string, kind: ComponentKind) => Reference | null;
  /** The schema around an element, and its target namespace. */
  readonly schemaOf: (element: XmlElement) => { readonly schema: XmlElement; readonly namespace: string } | null;
}
