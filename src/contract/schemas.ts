import { escapeAttribute } from '../xml/escape.ts';
import { childElements, XMLNS_NAMESPACE, type XmlAttribute, type XmlElement } from '../xml/tree.ts';
import { NamespaceError } from './error.ts';
import type { ContractFiles } from './files.ts';
import type { BindingName, BindingSpec, Cell, Contract } from './model.ts';
import { type SchemaReader, writtenName } from './read-xsd.ts';
import { operationFile, type ServiceSpec } from './specs.ts';
import { attributeOf } from './wsdl/names.ts';

const envelopeFiles: Readonly<Partial<Record<BindingName, string>>> = {
  soap11: 'soap-1.1-envelope.xsd',
  soap12: 'soap-1.2-envelope.xsd',
};

const ANY_NAME =
  /(<xs:element name=")[^"]*("[^>]*>\s*<xs:annotation>\s*<xs:appinfo source="urn:getdata-conformance:any-name"\/>)/g;

/** Characters beyond those of a header field (RFC 9110, section 5.5). */
const BEYOND_HEADERS = /[^\x21-\x7e\x80-\xff]/;

/**
 * Every XSD by its path below xsd/, with the namespace, and the drivers that link an envelope to an operation.
 * @throws NamespaceError for a namespace that XML Schema or a header field can't have
 */
export function schemasFor(
  files: ContractFiles,
  { namespacePlaceholder, operations }: ServiceSpec,
  bindings: Contract['bindings'],
  namespace: string,
): ReadonlyMap<string, string> {
  const envelopes = Object.values(bindings).filter(({ envelopeNamespace }) => envelopeNamespace !== null);
  checkNamespace(namespace, bindings);
  const schemas = new Map<string, string>();
  for (const [path, text] of files) {
    if (!path.startsWith('xsd/')) continue;
    const named = text.replaceAll(namespacePlaceholder, () => escapeAttribute(namespace));
    schemas.set(path.slice('xsd/'.length), named);
  }
  for (const operation of operations)
    for (const binding of envelopes)
      schemas.set(driverPath(operation, binding.name), driver(operation, binding, namespace));
  return schemas;
}

/** @throws NamespaceError for a namespace that XML Schema or a header field can't have */
export function checkNamespace(namespace: string, bindings: Contract['bindings']): void {
  const said = namespace === '' ? 'empty, as an unset variable makes it' : `'${namespace}'`;
  if (namespace === '' || /\s/.test(namespace))
    throw new NamespaceError(`the namespace is ${said}; expected a URI without white space`);
  if (BEYOND_HEADERS.test(namespace)) {
    const why = "which the header SOAPAction can't carry; expected a URI, with %-escapes";
    throw new NamespaceError(`the namespace is ${said}, ${why}`);
  }
  if (Object.values(bindings).some(({ envelopeNamespace }) => envelopeNamespace === namespace))
    throw new NamespaceError(`the namespace is '${namespace}', which is a SOAP envelope's; expected the service's own`);
}

/** For each operation a schema with its records in one file; `schemasFor` adds it to the contract's files. */
export function wholeSchemas(read: SchemaReader, operations: readonly string[]): ContractFiles {
  const records = read('xsd/records.xsd', 'every contract');
  const whole = (name: string): string =>
    withInlineRecordTypes(read(`xsd/operations/${name}.xsd`, operationFile(name)), records);
  return new Map(operations.map((name) => [`xsd/${wholePath(name)}`, whole(name)]));
}

const INCLUDED = '../records.xsd';

/**
 * An operation's schema with the records that it uses in place of the include: libxmljs2 compiles all it gets each
 * time.
 */
function withInlineRecordTypes(schema: XmlElement, records: XmlElement): string {
  const types = new Map(childElements(records).map((type) => [attributeOf(type, 'name'), type]));
  const used = new Set<XmlElement>();
  const use = (element: XmlElement): void => {
    for (const name of [attributeOf(element, 'type'), attributeOf(element, 'base')]) {
      const type = name === null ? undefined : types.get(name);
      if (type === undefined || used.has(type)) continue;
      used.add(type);
      use(type);
    }
    childElements(element).forEach(use);
  };
  use(schema);
  const own = childElements(schema).filter((child) => attributeOf(child, 'schemaLocation') !== INCLUDED);
  return written({ ...schema, children: [...own, ...used] });
}

/** Without the text of annotations, which is for readers of the file. */
function written(element: XmlElement): string {
  const attributes = element.attributes.map((one) => ` ${attributeName(one)}="${escapeAttribute(one.value)}"`);
  const open = `<${writtenName(element)}${attributes.join('')}`;
  const children = childElements(element);
  return children.length === 0 ? `${open}/>` : `${open}>${children.map(written).join('')}</${writtenName(element)}>`;
}

/** Only declarations have a prefix in these schemas. */
function attributeName({ namespace, name }: XmlAttribute): string {
  return namespace === XMLNS_NAMESPACE && name !== 'xmlns' ? `xmlns:${name}` : name;
}

function wholePath(operation: string): string {
  return `whole/${operation}.xsd`;
}

function driverPath(operation: string, binding: BindingName): string {
  return `drivers/${operation}.${binding}.xsd`;
}

// A schema with no namespace, since a validator starts from one document and there are two namespaces.
function driver(operation: string, { name, envelopeNamespace }: BindingSpec, namespace: string): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">',
    `  <xs:import namespace="${escapeAttribute(envelopeNamespace ?? '')}" schemaLocation="../${envelopeFiles[name]}"/>`,
    `  <xs:import namespace="${escapeAttribute(namespace)}" schemaLocation="../${wholePath(operation)}"/>`,
    '</xs:schema>',
    '',
  ].join('\n');
}

/** The key in `contract.schemas` of the schema for a whole body of this cell; over GET and POST for responses only. */
export function schemaEntry({ operation, binding }: Cell, { by }: Pick<Contract, 'by'>): string {
  if (by === 'wsdl') return `${binding}.xsd`;
  return envelopeFiles[binding] === undefined ? wholePath(operation.name) : driverPath(operation.name, binding);
}

/** The contract's schemas in which list items that the document leaves unnamed have this local name. */
export function withItemName(contract: Contract, name: string): ReadonlyMap<string, string> {
  const renamed = (text: string): string =>
    text.replace(ANY_NAME, (_all, before: string, after: string) => `${before}${name}${after}`);
  return new Map([...contract.schemas].map(([path, text]) => [path, renamed(text)]));
}
