import { describe, expect, test } from 'vitest';
import { documentHeader, documentOperations, documentRecords } from './document-tables.fixture.ts';
import { loadContract } from './load.ts';
import type { Content, Field, Operation } from './model.ts';
import { bindingNames } from './operations.ts';

const contract = loadContract('http://document.example/');

/** The fixture's name of a record: the document's, or its words for the one without a name. */
function inDocument(record: string): string {
  return record === 'recid_images_URL_item' ? 'recid_images_URL item' : record;
}

function words(content: Content): string {
  if (content.kind === 'open') return 'nested element';
  if (content.kind === 'list') return `list of ${words(content.item.content)}`;
  return content.kind === 'record' ? inDocument(content.record) : content.type;
}

function fieldRows(fields: readonly Field[]): (readonly [string, string])[] {
  return fields.map((field) => [field.name, words(field.content)]);
}

function operationRow(operation: Operation) {
  return {
    name: operation.name,
    parameters: operation.parameters.map(({ name, type }) => [name, type]),
    header: operation.header !== null,
    array: operation.result.kind === 'array',
    record: operation.result.record,
    httpRoot: operation.result.httpRoot,
    credentials: operation.parameters.filter(({ credential }) => credential).map(({ name }) => name),
  };
}

describe('the contract says what the tables of the document say', () => {
  test('it has 20 operations, in the order of the document', () => {
    expect(documentOperations).toHaveLength(20);
    expect(contract.operations.map(({ name }) => name)).toEqual(documentOperations.map(({ name }) => name));
  });

  test.each(documentOperations)('$name has the parameters, header, result and credentials of its row', (row) => {
    const operation = contract.operations.find(({ name }) => name === row.name);
    expect(operation && operationRow(operation)).toEqual({ ...row, credentials: expect.any(Array) });
    expect(operation && operationRow(operation).credentials.sort()).toEqual([...row.credentials].sort());
  });

  test('it has the records of the document and no others', () => {
    expect([...contract.records.keys()].map(inDocument).sort()).toEqual(Object.keys(documentRecords).sort());
  });

  test.each(Object.entries(documentRecords))('%s has the fields of its table, in order and by type', (name, rows) => {
    const record = [...contract.records.values()].find((candidate) => inDocument(candidate.name) === name);
    expect(record && fieldRows(record.fields)).toEqual(rows);
  });

  test('int, long and boolean fields are always there and never nil; all others may be absent or nil', () => {
    const wrong = [...contract.records.values()].flatMap(({ name, fields }) => {
      const isFree = ({ content }: Field) => content.kind !== 'simple' || content.type === 'string';
      return fields
        .filter((field) => field.optional !== isFree(field) || field.nillable !== isFree(field))
        .map((field) => `${name}.${field.name}`);
    });
    expect(wrong).toEqual([]);
  });

  test('items are named `string` or as their record, but for those the document leaves without a name', () => {
    const lists = [...contract.records.values()]
      .flatMap(({ fields }) => fields.map(({ content }) => content))
      .filter((content) => content.kind === 'list');
    expect(lists.length).toBeGreaterThan(10);
    for (const { item } of lists) {
      const named = item.content.kind === 'record' ? item.content.record : words(item.content);
      const expected = named === 'recid_images_URL_item' ? ['recid_images_URL', true] : [named, false];
      expect([item.name, item.anyName]).toEqual(expected);
    }
  });

  test('the VehicleTypeHeader has the fields, types and allowed values of its table', () => {
    expect(fieldRows(contract.header.fields)).toEqual(documentHeader.map(([field, type]) => [field, type]));
    const enumerations = contract.header.fields.map(({ content }) =>
      content.kind === 'simple' ? content.enumeration : [],
    );
    expect(enumerations).toEqual(documentHeader.map(([, type, allowed]) => (type === 'boolean' ? [] : allowed)));
  });

  test('the bindings are those of the table', () => {
    const rows = bindingNames.map((name) => {
      const { title, method, requestMediaType, responseMediaType, charset, envelopeNamespace, soapAction } =
        contract.bindings[name];
      return [title, method, requestMediaType, responseMediaType, charset, envelopeNamespace, soapAction];
    });
    expect(rows).toEqual([
      ['SOAP 1.1', 'POST', 'text/xml', 'text/xml', 'utf-8', 'http://schemas.xmlsoap.org/soap/envelope/', true],
      [
        'SOAP 1.2',
        'POST',
        'application/soap+xml',
        'application/soap+xml',
        'utf-8',
        'http://www.w3.org/2003/05/soap-envelope',
        false,
      ],
      ['HTTP GET', 'GET', null, 'text/xml', 'utf-8', null, false],
      ['HTTP POST', 'POST', 'application/x-www-form-urlencoded', 'text/xml', 'utf-8', null, false],
    ]);
    expect(contract.endpointPath).toBe('/getData.asmx');
  });

  test('only Add_toCart changes state', () => {
    expect(contract.operations.filter(({ effect }) => effect === 'write').map(({ name }) => name)).toEqual([
      'Add_toCart',
    ]);
  });
});
