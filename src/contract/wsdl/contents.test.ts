import { expect, test } from 'vitest';
import { ANSWER, element, found, typed } from './wsdl.fixture.ts';

const CHOICE = `<s:choice>${element('a', 's:int')}${element('b', 's:int')}</s:choice>`;
const ROWS = `<s:sequence maxOccurs="9">${element('k', 's:int')}${element('v', 's:int')}</s:sequence>`;

test('of a choice the first branch is sent, any may come; a repeated group is sent once, and comes as lists', () => {
  const answer = element('FindResult', 'tns:A');
  const { operation, contract } = found(CHOICE + ROWS, answer, typed('A', CHOICE + ROWS));
  expect(operation.parameters.map(({ name }) => name)).toEqual(['a', 'k[1]', 'v[1]']);
  expect(contract.records.get('A')?.fields.map((one) => [one.name, one.optional, one.repeated === true])).toEqual([
    ['a', true, false],
    ['b', true, false],
    ['k', false, true],
    ['v', false, true],
  ]);
});

const ATTRIBUTED = `<s:complexType name="A"><s:sequence>${element('b', 's:int')}</s:sequence><s:attribute name="c" type="s:date"/></s:complexType>
<s:complexType name="P"><s:simpleContent><s:extension base="s:decimal"><s:attribute name="unit" type="s:string"/></s:extension></s:simpleContent></s:complexType>`;

test('attributes are parameters and fields, beside elements or a text', () => {
  const both = element('a', 'tns:A') + element('p', 'tns:P');
  const { operation, contract } = found(both, both, ATTRIBUTED);
  expect(operation.parameters.map(({ name, type, path }) => [name, type, path])).toEqual([
    ['a.@c', 'date', ['a', '@c']],
    ['a.b', 'int', ['a', 'b']],
    ['p', 'decimal', undefined],
    ['p.@unit', 'string', ['p', '@unit']],
  ]);
  expect(contract.records.get('A')?.attributes).toMatchObject([
    { name: 'c', content: { type: 'date' }, optional: true },
  ]);
  expect(contract.records.get('P')).toMatchObject({
    fields: [],
    text: { type: 'decimal' },
    attributes: [{ name: 'unit' }],
  });
});

test('a type that facets narrow has values within them', () => {
  const code =
    '<s:simpleType name="T"><s:restriction base="s:string"><s:pattern value="[A-Z]{2}\\d"/></s:restriction></s:simpleType>';
  const { samples = [], example } = found(element('a', 'tns:T'), ANSWER, code).operation.parameters[0] ?? {};
  expect(samples.filter((one) => !/^[A-Z]{2}\d$/.test(one))).toEqual([]);
  expect([samples.length > 3, samples[0]]).toEqual([true, example]);
});

test('a guid is known by its name and its namespace', () => {
  const guid =
    '<s:simpleType name="guid"><s:restriction base="s:string"><s:pattern value="[0-9a-fA-F]{8}.*"/></s:restriction></s:simpleType>';
  const types = `</s:schema><s:schema targetNamespace="http://microsoft.com/wsdl/types/">${guid}</s:schema><s:schema>`;
  const id = element('id', 'm:guid', 'xmlns:m="http://microsoft.com/wsdl/types/"');
  expect(found(id, ANSWER, types).operation.parameters).toMatchObject([{ type: 'guid' }]);
});

test('types that are derived from one in an answer have records, too', () => {
  const more = (name: string, base: string, field: string): string =>
    `<s:complexType name="${name}"><s:complexContent><s:extension base="tns:${base}"><s:sequence>${element(field, 's:int')}</s:sequence></s:extension></s:complexContent></s:complexType>`;
  const types =
    typed('Shape', element('Id', 's:int')) + more('Circle', 'Shape', 'Radius') + more('Ring', 'Circle', 'Hole');
  const { records } = found('', element('FindResult', 'tns:Shape'), types).contract;
  expect(records.get('Shape')?.derived).toEqual([
    ['Circle', 'Circle'],
    ['Ring', 'Ring'],
  ]);
  expect(records.get('Ring')?.fields.map(({ name }) => name)).toEqual(['Id', 'Radius', 'Hole']);
});

test('a type within itself is compared down to where it comes again, which is said', () => {
  const tree = typed('Node', `${element('Id', 's:int')}${element('Next', 'tns:Node')}`);
  const { contract, leftOut } = found('', element('FindResult', 'tns:Node'), tree);
  expect(contract.records.get('Node')?.fields.map(({ content }) => content.kind)).toEqual(['simple', 'open']);
  expect(leftOut).toEqual([
    { operation: 'Find', reason: 'a part of its answer may be anything: that part alone is left out' },
  ]);
});
