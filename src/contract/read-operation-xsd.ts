import type { FastElement } from '../xml/fast-xml.ts';
import type { Content, Field } from './model.ts';
import { attribute, contentOf, fieldsOf, type NamedTypes, readSchema } from './read-xsd.ts';

/** A global element: with fields of its own where its type is written inside it, otherwise with a named type's content. */
export interface GlobalElement {
  readonly name: string;
  readonly nillable: boolean;
  readonly fields: readonly Field[] | null;
  readonly content: Content | null;
}

/** What a file of xsd/operations/ declares. */
export interface OperationSchema {
  readonly file: string;
  readonly includes: readonly string[];
  readonly elements: readonly GlobalElement[];
}

/**
 * Reads a file of xsd/operations/.
 * @param types - the named types of the files it may include
 * @throws ContractError where it is not a schema of wrappers and roots
 */
export function readOperationSchema(types: NamedTypes, file: string, text: string): OperationSchema {
  const { children } = readSchema(file, text);
  const includes = children.filter((child) => child.name === 'xs:include');
  const elements = children.filter((child) => child.name === 'xs:element');
  return {
    file,
    includes: includes.map((include) => attribute(include, 'schemaLocation', file)),
    elements: elements.map((element) => globalElement(types, file, element)),
  };
}

function globalElement(types: NamedTypes, file: string, element: FastElement): GlobalElement {
  const complexType = element.children.find((child) => child.name === 'xs:complexType');
  return {
    name: attribute(element, 'name', file),
    nillable: element.attributes.nillable === 'true',
    fields: complexType === undefined ? null : fieldsOf(types, complexType, file),
    content: complexType === undefined ? contentOf(types, attribute(element, 'type', file), file) : null,
  };
}
