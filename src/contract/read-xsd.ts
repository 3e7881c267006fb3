import { thrownText } from '../base/error.ts';
import { type FastElement, readXml } from '../xml/fast-xml.ts';
import { readPlainXml } from '../xml/plain-xml.ts';
import { ContractError } from './error.ts';
import { type ContractFiles, fileText } from './files.ts';
import type { Content, Field, ListItem, RecordType, SimpleType } from './model.ts';

/** The named types of one or more schema documents, by name. */
export type NamedTypes = ReadonlyMap<string, { readonly file: string; readonly declaration: FastElement }>;

const ANY_NAME_SOURCE = 'urn:getdata-conformance:any-name';
const simpleTypes: Readonly<Record<string, SimpleType>> = {
  'xs:string': 'string',
  'xs:int': 'int',
  'xs:long': 'long',
  'xs:boolean': 'boolean',
};

/** Returns the root of a schema document of xsd/, which uses the prefix 'xs' for XML Schema. */
export type SchemaReader = (file: string, wantedBy: string) => FastElement;

/** Reads the schema documents of these files, each once. @returns a reader; it throws ContractError for a wrong file */
export function schemaReader(files: ContractFiles): SchemaReader {
  const roots = new Map<string, FastElement>();
  return (file, wantedBy) => {
    const root = roots.get(file) ?? readSchema(file, fileText(files, file, wantedBy));
    roots.set(file, root);
    return root;
  };
}

function readSchema(file: string, text: string): FastElement {
  const root = parse(file, text);
  if (root.name !== 'xs:schema') throw new ContractError(`${file}: the root is ${root.name}; expected xs:schema`);
  return root;
}

const COMMENT = /<!--(?:(?!--)[\s\S])*-->/g;

function parse(file: string, text: string): FastElement {
  try {
    return readPlainXml(text.replaceAll(COMMENT, '')) ?? readXml(text);
  } catch (error) {
    throw new ContractError(`${file} cannot be read (${thrownText(error)}); expected well-formed XML`);
  }
}

/** The global complexTypes and simpleTypes of these documents. @throws ContractError for a name declared twice */
export function namedTypes(schemas: readonly (readonly [file: string, root: FastElement])[]): NamedTypes {
  const types = new Map<string, { file: string; declaration: FastElement }>();
  for (const [file, root] of schemas) {
    for (const declaration of root.children) {
      if (declaration.name !== 'xs:complexType' && declaration.name !== 'xs:simpleType') continue;
      const name = attribute(declaration, 'name', file);
      const other = types.get(name);
      if (other !== undefined)
        throw new ContractError(`${file}: type ${name} is declared in ${other.file} too; expected one`);
      types.set(name, { file, declaration });
    }
  }
  return types;
}

/** The types of one document that are records: sequences of fields, not lists. */
export function recordsOf(types: NamedTypes, file: string): RecordType[] {
  return [...types].flatMap(([name, type]) => {
    const { declaration } = type;
    if (type.file !== file || declaration.name !== 'xs:complexType') return [];
    return listItemElement(declaration) === null ? [{ name, fields: fieldsOf(types, declaration, file) }] : [];
  });
}

/** The fields of a complexType. @throws ContractError if it is no sequence of elements of known types */
export function fieldsOf(types: NamedTypes, complexType: FastElement, file: string): Field[] {
  return sequenceOf(complexType, file).map((element) => ({
    name: attribute(element, 'name', file),
    content: xsdContent(types, attribute(element, 'type', file), file),
    optional: element.attributes.minOccurs === '0',
    nillable: element.attributes.nillable === 'true',
  }));
}

/** What an element of this type holds. @throws ContractError if no document declares the type */
export function xsdContent(types: NamedTypes, name: string, file: string): Content {
  const simple = simpleTypes[name];
  if (simple !== undefined) return { kind: 'simple', type: simple, enumeration: [] };
  if (name === 'xs:anyType') return { kind: 'open' };
  const type = types.get(name);
  if (type === undefined)
    throw new ContractError(`${file}: type ${name} is declared nowhere; expected it in xsd/records.xsd`);
  const { declaration } = type;
  if (declaration.name === 'xs:simpleType') return enumerationOf(declaration, type.file);
  const item = listItemElement(declaration);
  return item === null ? { kind: 'record', record: name } : { kind: 'list', item: listItem(types, item, type.file) };
}

function listItem(types: NamedTypes, element: FastElement, file: string): ListItem {
  const appinfo = element.children.flatMap((annotation) => annotation.children);
  return {
    name: attribute(element, 'name', file),
    anyName: appinfo.some((info) => info.attributes.source === ANY_NAME_SOURCE),
    content: xsdContent(types, attribute(element, 'type', file), file),
  };
}

function enumerationOf(simpleType: FastElement, file: string): Content {
  const restriction = simpleType.children.find((child) => child.name === 'xs:restriction');
  const base = restriction === undefined ? undefined : simpleTypes[attribute(restriction, 'base', file)];
  if (restriction === undefined || base === undefined) {
    const name = attribute(simpleType, 'name', file);
    throw new ContractError(`${file}: simpleType ${name} restricts no known type; expected a restriction of xs:string`);
  }
  const values = restriction.children.filter((child) => child.name === 'xs:enumeration');
  return { kind: 'simple', type: base, enumeration: values.map((value) => attribute(value, 'value', file)) };
}

/** A list is a sequence of one element that may be repeated without end. */
function listItemElement(complexType: FastElement): FastElement | null {
  const elements = complexType.children.find((child) => child.name === 'xs:sequence')?.children ?? [];
  const [only] = elements;
  return only !== undefined && elements.length === 1 && only.attributes.maxOccurs === 'unbounded' ? only : null;
}

function sequenceOf(complexType: FastElement, file: string): readonly FastElement[] {
  const [sequence] = complexType.children.filter((child) => child.name !== 'xs:annotation');
  const elements = sequence?.name === 'xs:sequence' ? sequence.children : [];
  const odd = elements.find((element) => element.name !== 'xs:element');
  if (elements.length > 0 && odd === undefined) return elements;
  const found = odd?.name ?? sequence?.name ?? 'nothing';
  const name = complexType.attributes.name ?? 'of an element';
  throw new ContractError(`${file}: complexType ${name} holds ${found}; expected an xs:sequence of xs:element`);
}

/** An attribute that our schema documents always have. @throws ContractError if it is missing */
export function attribute(element: FastElement, name: string, file: string): string {
  const value = element.attributes[name];
  if (value !== undefined) return value;
  const which = element.attributes.name ?? 'without a name';
  throw new ContractError(`${file}: ${element.name} ${which} has no attribute ${name}; expected one`);
}
