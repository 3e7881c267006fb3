import { isDeepStrictEqual } from 'node:util';
import type { Content, Field, Operation, Parameter, RecordType } from './model.ts';
import { httpRootContent } from './operations.ts';
import type { GlobalElement, OperationSchema } from './read-xsd.ts';
import { operationFile } from './validate-specs.ts';

/**
 * Where a spec and its XSD disagree: one sentence each, with both files, the entry, what the spec has and what the XSD
 * has. Empty where they agree.
 */
export function disagreements(
  operation: Operation,
  schema: OperationSchema,
  records: ReadonlyMap<string, RecordType>,
): string[] {
  const spec = operationFile(operation.name);
  return [
    ...recordIsKnown(operation, records),
    ...rootIsNamedAfterRecord(operation),
    ...parametersAgree(operation, schema),
    ...resultAgrees(operation, schema),
    ...rootAgrees(operation, schema),
    ...includesAgree(operation, schema),
    ...elementsAreWanted(operation, schema),
  ].map((sentence) => `${spec} and ${schema.file} disagree: ${sentence}`);
}

function recordIsKnown({ result }: Operation, records: ReadonlyMap<string, RecordType>): string[] {
  return records.has(result.record)
    ? []
    : [`result.record is '${result.record}' in the spec; expected a record of xsd/records.xsd, which the XSD includes`];
}

/** Binding rule 4. */
function rootIsNamedAfterRecord({ result }: Operation): string[] {
  const expected = result.kind === 'array' ? `ArrayOf${result.record}` : result.record;
  if (result.httpRoot === expected) return [];
  return [
    `result.httpRoot is '${result.httpRoot}' in the spec; expected '${expected}' for the XSD's root (binding rule 4)`,
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
    if (inSpec === inXsd) return [];
    return [
      `parameters.${place} is ${inSpec} in the spec; expected ${inXsd} as in the XSD's element ${operation.name}`,
    ];
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
  const header = operation.header ?? 'null';
  return [
    `header is ${header} in the spec, so the XSD includes ${expected.join(', ')}; found ${schema.includes.join(', ')}`,
  ];
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

/** The content in the document's words. */
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
