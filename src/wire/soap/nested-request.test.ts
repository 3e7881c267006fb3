import { expect, test } from 'vitest';
import { described, element, typed, wsdlOf } from '../../contract/wsdl/wsdl.fixture.ts';
import { parseXml } from '../../xml/parse.ts';
import { childElements, type XmlElement } from '../../xml/tree.ts';
import { type EnvelopeStyle, plainStyle, writeEnvelope } from './envelope.ts';
import { soap11, soap12 } from './soap.ts';

const filter = typed('F', `${element('From', 's:decimal')}${element('Ids', 'tns:L')}${element('To', 's:decimal')}`);
const list = typed('L', element('int', 's:int', 'maxOccurs="unbounded"'));
const { contract } = described(
  wsdlOf(element('filter', 'tns:F') + element('id', 's:int'), element('FindResult', 's:string'), filter + list),
);

test('a nested request has each element once, items in order, and the SOAPAction of the WSDL', () => {
  const names = ['filter.From', 'filter.Ids.int[1]', 'filter.Ids.int[2]', 'filter.To', 'id'];
  const values = Object.fromEntries(names.map((name, at) => [name, `${at}`]));
  const call = { operation: 'Find', values, header: null };
  const { path, headers, body } = soap11.encode(call, { contract, basePath: '/shop.asmx', credentials: {} });
  const nested = '<From>0</From><Ids><int>1</int><int>2</int></Ids><To>3</To>';
  expect(Buffer.from(body ?? []).toString()).toContain(
    `<Find xmlns="urn:shop"><filter>${nested}</filter><id>4</id></Find>`,
  );
  expect([path, headers[1]]).toEqual(['/shop.asmx', ['SOAPAction', '"urn:find"']]);
  const later = soap12.encode(call, { contract, basePath: '', credentials: {} });
  expect(later.headers).toEqual([['Content-Type', 'application/soap+xml; charset=utf-8; action="urn:find"']]);
});

const OTHERS = `</s:schema><s:schema targetNamespace="urn:types" elementFormDefault="qualified">${typed('O', element('Color', 's:string') + element('Sizes', 'o:L'))}
${typed('L', element('int', 's:int', 'maxOccurs="unbounded"'))}</s:schema><s:schema targetNamespace="urn:shop" elementFormDefault="qualified">`;
const wcf = wsdlOf(
  `${element('id', 's:int', 'form="unqualified"')}${element('by', 'o:O', 'xmlns:o="urn:types"')}${element('last', 's:int')}`,
  element('FindResult', 's:string'),
  OTHERS.replaceAll('"o:L"', '"o:L" xmlns:o="urn:types"'),
);

test.each<[string, Partial<EnvelopeStyle>]>([
  ['as the samples write it', {}],
  ['with a prefix', { servicePrefix: 'ns' }],
  ['with the envelope by default', { soapPrefix: null, servicePrefix: 'ns', declaredOn: 'Envelope' }],
  ['with a default that each parameter declares', { servicePrefix: 'ns', parameterPrefix: 'none' }],
  ['with a prefix for each parameter', { parameterPrefix: 'numbered' }],
])('elements are in the namespaces of their schemas, %s', (_what, style) => {
  const { contract: shop, leftOut } = described(wcf);
  expect(leftOut).toEqual([]);
  const [operation] = shop.operations;
  const values = Object.fromEntries((operation?.parameters ?? []).map(({ name }) => [name, '1']));
  const call = { operation: 'Find', values, header: null };
  const context = { contract: shop, basePath: '', credentials: {} };
  const parse = parseXml(writeEnvelope(call, context, 'urn:envelope', { ...plainStyle, ...style }));
  if (parse.kind === 'problem') throw new Error(parse.problem.message);
  const names = (one: XmlElement): readonly string[] => [
    `{${one.namespace}}${one.name}`,
    ...childElements(one).flatMap(names),
  ];
  expect(names(parse.document.root).slice(2).join(' ')).toBe(
    '{urn:shop}Find {}id {urn:shop}by {urn:types}Color {urn:types}Sizes {urn:types}int {urn:types}int {urn:shop}last',
  );
});
