import { expect, test } from 'vitest';
import { ANSWER, element, found, typed } from './wsdl.fixture.ts';

test('parameters have the types of the WSDL, with the values of an enumeration', () => {
  const color =
    '<s:simpleType name="C"><s:restriction base="s:string"><s:enumeration value="Red"/></s:restriction></s:simpleType>';
  const { operation } = found(
    [element('id', 's:unsignedShort'), element('at', 's:dateTime', 'minOccurs="0"'), element('c', 'tns:C')].join(''),
    ANSWER,
    color,
  );
  expect(
    operation.parameters.map(({ name, type, enumeration, example }) => [name, type, enumeration, example]),
  ).toEqual([
    ['id', 'unsignedShort', undefined, '1'],
    ['at', 'dateTime', undefined, '2024-01-31T12:00:00'],
    ['c', 'string', ['Red'], 'Red'],
  ]);
});

test('a nested request is flat parameters with the way to each, and a list has two items', () => {
  const filter = `${element('min', 's:decimal')}${element('ids', 'tns:L')}`;
  const list = element('int', 's:int', 'maxOccurs="unbounded"');
  const types = `${typed('F', filter)}${typed('L', list)}`;
  const { operation } = found(element('filter', 'tns:F'), ANSWER, types);
  expect(operation.parameters.map(({ name, path }) => [name, path])).toEqual([
    ['filter.min', ['filter', 'min']],
    ['filter.ids.int[1]', ['filter', 'ids', 'int[1]']],
    ['filter.ids.int[2]', ['filter', 'ids', 'int[2]']],
  ]);
});

test('the items of a list have other values of an enumeration, also within records', () => {
  const one = (name: string, type: string) => element(name, type, 'maxOccurs="unbounded"');
  const kind = ['card', 'paper', 'wood'].map((value) => `<s:enumeration value="${value}"/>`).join('');
  const types = [
    `<s:simpleType name="K"><s:restriction base="s:string">${kind}</s:restriction></s:simpleType>`,
    typed('L', `${element('kind', 'tns:K')}${one('part', 'tns:K')}`),
  ].join('');
  const { operation } = found(`${one('id', 's:int')}${one('line', 'tns:L')}`, ANSWER, types);
  expect(operation.parameters.map(({ name, example }) => `${name} ${example}`)).toEqual([
    ...['id[1] 1', 'id[2] 1'],
    ...['line[1].kind card', 'line[1].part[1] card', 'line[1].part[2] paper'],
    ...['line[2].kind paper', 'line[2].part[1] paper', 'line[2].part[2] wood'],
  ]);
});
