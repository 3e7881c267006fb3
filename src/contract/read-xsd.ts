import { buildPlainTree } from '../xml/plain-tree.ts';
import { childElements, LIMITS, type XmlElement } from '../xml/tree.ts';
import { ContractError } from './error.ts';
import { type ContractFiles, fileText } from './files.ts';
import type { Content, Field, ListItem, RecordType, SimpleType } from './model.ts';
import { attributeOf, childrenOf, isXsd, NS } from './wsdl/names.ts';

/** The named types of one or more schema documents, by name. */
export type NamedTypes = ReadonlyMap<string, { readonly file: string; readonly declaration: XmlElement }>;

const ANY_NAME_SOURCE = 'urn:getdata-conformance:any-name';
const simpleTypes: Readonly<Record<string, SimpleType>> = {
  'xs:string': 'string',
  'xs:int': 'int',
  'xs:long': 'long',
  'xs:boolean': 'boolean',
};

/** Returns the root of a schema document of xsd/, which uses the prefix 'xs' for XML Schema. */
export type SchemaReader = (file: string, wantedBy: string) => XmlElement;

/** Reads the schema documents of these files, each once. @returns a reader; it throws ContractError for a wrong file */
export function schemaReader(files: ContractFiles): SchemaReader {
  const roots = new Map<string, XmlElement>();
  return (file, wantedBy) => {
    const root = roots.get(file) ?? readSchema(file, fileText(files, file, wantedBy));
    roots.set(file, root);
    return root;
  };
}

function readSchema(file: string, text: string): XmlElement {
  const document = buildPlainTree(text.replaceAll(COMMENT, ''), LIMITS, true);
  if (document === null)
    throw new ContractError(`${file} cannot be read; expected well-formed XML of tags, text and comments`);
  const { root } = document;
  if (!isXsd(root, 'schema')) throw new ContractError(`${file}: the root is ${writtenName(root)}; expected xs:schema`);
  return root;
}

const COMMENT = /<!--(?:(?!--)[\s\S])*-->/g;

/** The name of an element with its prefix: `xs:element`. */
export const writtenName = ({ prefix, name }: XmlElement): string => (prefix === '' ? name : `${prefix}:${name}`);

/** The global complexTypes and simpleTypes of these documents. @throws ContractError for a name declared twice */
export function namedTypes(schemas: readonly (readonly [file: string, root: XmlElement])[]): NamedTypes {
  const types = new Map<string, { file: string; declaration: XmlElement }>();
  for (const [file, root] of schemas) {
    for (const declaration of childElements(root)) {
      if (!isXsd(declaration, 'complexType', 'simpleType')) continue;
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
    if (type.file !== file || !isXsd(declaration, 'complexType')) return [];
    return listItemElement(declaration) === null ? [{ name, fields: fieldsOf(types, declaration, file) }] : [];
  });
}

/** The fields of a complexType. @throws ContractError if it is no sequence of elements of known types */
export function fieldsOf(types: NamedTypes, complexType: XmlElement, file: string): Field[] {
  return sequenceOf(complexType, file).map((element) => ({
    name: attribute(element, 'name', file),
    content: xsdContent(types, attribute(element, 'type', file), file),
    optional: attributeOf(element, 'minOccurs') === '0',
    nillable: attributeOf(element, 'nillable') === 'true',
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
  if (isXsd(declaration, 'simpleType')) return enumerationOf(declaration, type.file);
  const item = listItemElement(declaration);
  return item === null ? { kind: 'record', record: name } : { kind: 'list', item: listItem(types, item, type.file) };
}

function listItem(types: NamedTypes, element: XmlElement, file: string): ListItem {
  const appinfo = childElements(element).flatMap(childElements);
  return {
    name: attribute(element, 'name', file),
    anyName: appinfo.some((info) => attributeOf(info, 'source') === ANY_NAME_SOURCE),
    content: xsdContent(types, attribute(element, 'type', file), file),
  };
}

function enumerationOf(simpleType: XmlElement, file: string): Content {
  const [restriction] = childrenOf(simpleType, NS.xsd, 'restriction');
  const base = restriction === undefined ? undefined : simpleTypes[attribute(restriction, 'base', file)];
  if (restriction === undefined || base === undefined) {
    const name = attribute(simpleType, 'name', file);
    throw new ContractError(`${file}: simpleType ${name} restricts no known type; expected a restriction of xs:string`);
  }
  const values = childrenOf(restriction, NS.xsd, 'enumeration');
  return { kind: 'simple', type: base, enumeration: values.map((value) => attribute(value, 'value', file)) };
}

/** A list is a sequence of one element that may be repeated without end. */
function listItemElement(complexType: XmlElement): XmlElement | null {
  const [sequence] = childrenOf(complexType, NS.xsd, 'sequence');
  const elements = sequence === undefined ? [] : childElements(sequence);
  const [only] = elements;
  return only !== undefined && elements.length === 1 && attributeOf(only, 'maxOccurs') === 'unbounded' ? only : null;
}

function sequenceOf(complexType: XmlElement, file: string): readonly XmlElement[] {
  const [sequence] = childElements(complexType).filter((child) => !isXsd(child, 'annotation'));
  const elements = sequence !== undefined && isXsd(sequence, 'sequence') ? childElements(sequence) : [];
  const odd = elements.find((element) => !isXsd(element, 'element')) ?? sequence;
  if (elements.length > 0 && odd === sequence) return elements;
  const found = odd === undefined ? 'nothing' : writtenName(odd);
  const name = attributeOf(complexType, 'name') ?? 'of an element';
  throw new ContractError(`${file}: complexType ${name} holds ${found}; expected an xs:sequence of xs:element`);
}

/** An attribute that our schema documents always have. @throws ContractError if it is missing */
export function attribute(element: XmlElement, name: string, file: string): string {
  const value = attributeOf(element, name);
  if (value !== null) return value;
  const which = attributeOf(element, 'name') ?? 'without a name';
  throw new ContractError(`${file}: ${writtenName(element)} ${which} has no attribute ${name}; expected one`);
}
