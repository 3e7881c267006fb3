import { isDeepStrictEqual } from 'node:util';
import { type SchemaName, valid } from '../base/schemas/validate.ts';
import type { XmlElement } from '../xml/tree.ts';
import { ContractError } from './error.ts';
import type { ContractFiles } from './files.ts';
import type { Content, Contract, Field, Operation, Parameter, Requirement } from './model.ts';
import { httpRootContent } from './operations.ts';
import { attribute, fieldsOf, type NamedTypes, namedTypes, recordsOf, schemaReader, xsdContent } from './read-xsd.ts';
import { operationFile, readSpecs } from './specs.ts';
import { attributeOf, childrenOf, NS } from './wsdl/names.ts';

/**
 * What is wrong in the files of a contract that can be read: a sentence each. Only tests ask: a package does not change.
 */
export function contractFaults(files: ContractFiles): string[] {
  const bySchema = [...files].flatMap(([file, text]) => {
    const schema = schemaOf(file);
    return schema === null ? [] : schemaFaults(schema, file, text);
  });
  if (bySchema.length > 0) return bySchema;
  const { operations, requirements } = readSpecs(files);
  const read = schemaReader(files);
  const types = namedTypes(['xsd/records.xsd', 'xsd/headers.xsd'].map((file) => [file, read(file, 'every contract')]));
  const records = new Map(recordsOf(types, 'xsd/records.xsd').map((record) => [record.name, record]));
  return [
    ...requirementFaults(requirements),
    ...operations.flatMap((operation) => {
      const file = `xsd/operations/${operation.name}.xsd`;
      const schema = operationSchema(types, file, read(file, operationFile(operation.name)));
      return [
        ...disagreements(operation, schema, records),
        ...brokenReferences(operation, { records, operations, requirements }),
      ];
    }),
  ];
}

function schemaOf(file: string): SchemaName | null {
  if (/^specs\/operations\/[^/]+\.json$/.test(file)) return 'operation';
  const [, name] = /^specs\/(service|requirements)\.json$/.exec(file) ?? [];
  return (name as SchemaName | undefined) ?? null;
}

function schemaFaults(schema: SchemaName, file: string, text: string): string[] {
  try {
    valid(schema, JSON.parse(text), ({ sentence }) => new ContractError(`${file}: ${sentence}`));
    return [];
  } catch (error) {
    if (error instanceof ContractError) return [error.message];
    throw error;
  }
}

/** A global element: with its own fields if its type is declared inside it, otherwise with a named type's content. */
type GlobalElement = ReturnType<typeof globalElement>;

type OperationSchema = ReturnType<typeof operationSchema>;

/**
 * What a file of xsd/operations/ says. @param types - of the files it may include @throws ContractError if it is not a
 * schema of wrappers and roots
 */
function operationSchema(types: NamedTypes, file: string, schema: XmlElement) {
  const includes = childrenOf(schema, NS.xsd, 'include');
  const elements = childrenOf(schema, NS.xsd, 'element');
  return {
    file,
    includes: includes.map((include) => attribute(include, 'schemaLocation', file)),
    elements: elements.map((element) => globalElement(types, file, element)),
  };
}

function globalElement(types: NamedTypes, file: string, element: XmlElement) {
  const [complexType] = childrenOf(element, NS.xsd, 'complexType');
  return {
    name: attribute(element, 'name', file),
    nillable: attributeOf(element, 'nillable') === 'true',
    fields: complexType === undefined ? null : fieldsOf(types, complexType, file),
    content: complexType === undefined ? xsdContent(types, attribute(element, 'type', file), file) : null,
  };
}

/** Where a spec and its XSD disagree: a sentence each with both files, the entry and what each has. */
function disagreements(operation: Operation, schema: OperationSchema, records: Contract['records']): string[] {
  const spec = operationFile(operation.name);
  return [
    ...resultIsNamed(operation, records),
    ...parametersAgree(operation, schema),
    ...resultAgrees(operation, schema),
    ...rootAgrees(operation, schema),
    ...includesAgree(operation, schema),
    ...elementsAreWanted(operation, schema),
  ].map((sentence) => `${spec} and ${schema.file} disagree: ${sentence}`);
}

function unless(isRight: boolean, sentence: string): string[] {
  return isRight ? [] : [sentence];
}

function resultIsNamed({ result: { kind, record, httpRoot } }: Operation, records: Contract['records']): string[] {
  const root = kind === 'array' ? `ArrayOf${record}` : record;
  return [
    ...unless(
      records.has(record),
      `result.record is '${record}' in the spec; expected a record of xsd/records.xsd, which the XSD includes`,
    ),
    ...unless(
      httpRoot === root,
      `result.httpRoot is '${httpRoot}' in the spec; expected '${root}' for the XSD's root (binding rule 4)`,
    ),
  ];
}

function parametersAgree(operation: Operation, schema: OperationSchema): string[] {
  const element = elementNamed(schema, operation.name);
  if (element === undefined) return [`the XSD has no element ${operation.name}; expected the spec's parameters in it`];
  const fields = element.fields ?? [];
  const places = Math.max(fields.length, operation.parameters.length);
  return Array.from({ length: places }, (_, place) => {
    const inSpec = parameterWords(operation.parameters[place]);
    const inXsd = fieldWords(fields[place]);
    const expected = `expected ${inXsd} as in the XSD's element ${operation.name}`;
    return unless(inSpec === inXsd, `parameters.${place} is ${inSpec} in the spec; ${expected}`);
  }).flat();
}

function parameterWords(parameter: Parameter | undefined): string {
  return parameter === undefined ? 'nothing' : `'${parameter.name}' (${parameter.type}, always there)`;
}

function fieldWords(field: Field | undefined): string {
  if (field === undefined) return 'nothing';
  const occurrence = `${field.optional ? 'may be absent' : 'always there'}${field.nillable ? ', may be nil' : ''}`;
  return `'${field.name}' (${contentWords(field.content)}, ${occurrence})`;
}

function resultAgrees(operation: Operation, schema: OperationSchema): string[] {
  const wrapper = elementNamed(schema, `${operation.name}Response`);
  const expected: Field = {
    name: `${operation.name}Result`,
    content: httpRootContent(operation),
    optional: true,
    nillable: true,
  };
  const found = wrapper?.fields ?? [];
  if (isDeepStrictEqual(found, [expected])) return [];
  const inXsd = found.map(fieldWords).join(' and ') || 'nothing';
  return [`result needs ${fieldWords(expected)} in ${operation.name}Response; the XSD has ${inXsd} there`];
}

function rootAgrees(operation: Operation, schema: OperationSchema): string[] {
  const { httpRoot } = operation.result;
  const root = elementNamed(schema, httpRoot);
  const expected = httpRootContent(operation);
  if (root === undefined) return [`result.httpRoot is '${httpRoot}' in the spec; the XSD has no element of that name`];
  if (!root.nillable)
    return [`result.httpRoot is '${httpRoot}' in the spec; expected the XSD's element to be nillable`];
  if (isDeepStrictEqual(root.content, expected)) return [];
  const inXsd = root.content === null ? 'a type of its own' : contentWords(root.content);
  return [`result needs ${contentWords(expected)} in the root ${httpRoot}; the XSD has ${inXsd} there`];
}

function includesAgree(operation: Operation, schema: OperationSchema): string[] {
  const expected = ['../records.xsd', ...(operation.header === null ? [] : ['../headers.xsd'])];
  if (isDeepStrictEqual(schema.includes, expected)) return [];
  const [inSpec, inXsd] = [expected.join(', '), schema.includes.join(', ')];
  return [`header is ${operation.header} in the spec, so the XSD includes ${inSpec}; found ${inXsd}`];
}

function elementsAreWanted(operation: Operation, schema: OperationSchema): string[] {
  const wanted = [operation.name, `${operation.name}Response`, operation.result.httpRoot];
  const names = schema.elements.map((element) => element.name);
  const surplus = names.filter((name, place) => !wanted.includes(name) || names.indexOf(name) !== place);
  return surplus.map((name) => `the XSD has an element ${name}; expected only ${wanted.join(', ')} from the spec`);
}

function elementNamed(schema: OperationSchema, name: string): GlobalElement | undefined {
  return schema.elements.find((element) => element.name === name);
}

function contentWords(content: Content): string {
  switch (content.kind) {
    case 'simple':
      return content.type;
    case 'record':
      return `the fields of ${content.record}`;
    case 'list':
      return `a list of ${content.item.name} (${contentWords(content.item.content)})`;
    case 'open':
      return 'anything';
  }
}

type Referable = Pick<Contract, 'records' | 'operations' | 'requirements'>;

/** Unknown fields, parameters and requirements, and examples that are not of their type: a sentence each. */
function brokenReferences(operation: Operation, known: Referable): string[] {
  const sentences = [
    ...feedSentences(operation, known),
    ...requirementSentences(operation, known.requirements),
    ...operation.parameters.flatMap(exampleSentences),
  ];
  return sentences.map((sentence) => `${operationFile(operation.name)}: ${sentence}`);
}

function feedSentences(operation: Operation, known: Referable): string[] {
  const parameters = new Set(known.operations.flatMap((each) => each.parameters.map((parameter) => parameter.name)));
  return Object.entries(operation.feeds).flatMap(([path, targets]) => {
    const trouble = fieldTrouble(known.records, operation.result.record, path.split('.'));
    if (trouble !== null) return [`feeds has the field '${path}'; ${trouble}`];
    const unknown = targets.filter((name) => !parameters.has(name));
    return unknown.map((name) => `feeds.${path} has '${name}'; expected a parameter of some operation`);
  });
}

/** Null where the path ends at a text or number, or a list of those. */
function fieldTrouble(records: Contract['records'], record: string, path: readonly string[]) {
  const [name, ...rest] = path;
  const field = records.get(record)?.fields.find((candidate) => candidate.name === name);
  if (field === undefined) return `expected a field of ${record} in xsd/records.xsd`;
  const content = field.content.kind === 'list' ? field.content.item.content : field.content;
  if (content.kind === 'record' && rest.length > 0) return fieldTrouble(records, content.record, rest);
  if (content.kind === 'simple' && rest.length === 0) return null;
  return `expected a path that ends at a simple type in xsd/records.xsd, where ${record}.${name} is of kind ${field.content.kind}`;
}

function requirementSentences(operation: Operation, requirements: readonly Requirement[]): string[] {
  const ids = new Set(requirements.map((requirement) => requirement.id));
  const unknown = operation.requirements.filter((id) => !ids.has(id));
  return unknown.map((id) => `requirements has '${id}'; expected an id of specs/requirements.json`);
}

function exampleSentences({ name, type, example }: Parameter): string[] {
  if (type === 'string' || /^-?[0-9]{1,10}$/.test(example)) return [];
  return [`the example of ${name} is '${example}'; expected ${type}`];
}

/** Ids that specs/requirements.json gives twice, and gaps with neither a probe nor a reason, one sentence each. */
function requirementFaults(requirements: readonly Requirement[]): string[] {
  const ids = requirements.map((requirement) => requirement.id);
  const twice = ids.filter((id, place) => ids.indexOf(id) !== place);
  const idle = requirements.filter(
    ({ kind, probe, untestable }) => kind === 'gap' && (probe === null) === (untestable === null),
  );
  return [
    ...twice.map((id) => `specs/requirements.json: the id '${id}' is there twice; expected once`),
    ...idle.map(
      ({ id }) => `specs/requirements.json: the gap '${id}' has both or neither of probe and untestable; expected one`,
    ),
  ];
}
