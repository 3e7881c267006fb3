import { expect, test } from 'vitest';
import { described, element, wsdlOf } from '../../contract/wsdl/wsdl.fixture.ts';
import { parseXml } from '../../xml/parse.ts';
import { decodeRequest } from './decode-request.ts';
import { ENVELOPE_NAMESPACES } from './envelope.ts';
import { decodeRecords } from './records.ts';
import { soap11 } from './soap.ts';

const REQUEST = element('id', 's:int');

/** The contract of a WSDL, its one operation, and the records that are in the Body of an answer. */
function opened(wsdl: string) {
  const { contract } = described(wsdl);
  const [operation] = contract.operations;
  if (operation === undefined) throw new Error('no operation is taken');
  const answer = (body: string) => {
    const text = `<e:Envelope xmlns:e="${ENVELOPE_NAMESPACES.soap11}"><e:Body>${body}</e:Body></e:Envelope>`;
    const parse = parseXml(text);
    if (parse.kind === 'problem') throw new Error(parse.problem.message);
    const { result } = soap11.locate(parse.document.root, operation);
    return result === null ? null : decodeRecords(result, { operation, binding: 'soap11' }, contract);
  };
  return { contract, operation, answer };
}

const other = wsdlOf(REQUEST, element('Total', 's:int') + element('Rows', 's:string', 'maxOccurs="9"'))
  .replaceAll('name="Find"><s:', 'name="Ask"><s:')
  .replace('"tns:Find"', '"tns:Ask"')
  .replaceAll('FindResponse', 'Told');

test('a request has the element that the WSDL names, and is read again', () => {
  const { contract, operation } = opened(other);
  const call = { operation: 'Find', values: { id: '7' }, header: null };
  const request = soap11.encode(call, { contract, basePath: '/a', credentials: {} });
  expect(Buffer.from(request.body ?? []).toString()).toContain('<Ask xmlns="urn:shop"><id>7</id></Ask>');
  expect(decodeRequest({ ...request, path: '' }, contract)).toMatchObject({ kind: 'call', call });
  const twin = { ...contract, operations: [{ ...operation, name: 'Other', soapAction: 'urn:o' }, operation] };
  expect(decodeRequest({ ...request, path: '' }, twin)).toMatchObject({ kind: 'call', call });
});

test('an answer of several elements is one record, whatever its element is named', () => {
  const { answer } = opened(other);
  expect(answer('<Told xmlns="urn:shop"><Total>+2</Total><Rows>a</Rows><Rows>b</Rows></Told>')).toEqual([
    { Total: '2', Rows: ['a', 'b'] },
  ]);
  expect(answer('<FindResponse xmlns="urn:shop"/>')).toBe(null);
});

const A = `<s:complexType name="A"><s:sequence>${element('b', 's:int')}</s:sequence><s:attribute name="c" type="s:date"/></s:complexType>
<s:complexType name="B"><s:complexContent><s:extension base="tns:A"><s:sequence>${element('d', 's:boolean')}</s:sequence></s:extension></s:complexContent></s:complexType>
<s:complexType name="P"><s:simpleContent><s:extension base="s:decimal"><s:attribute name="unit"/></s:extension></s:simpleContent></s:complexType>`;
const attributed = element('a', 'tns:A') + element('p', 'tns:P');

test('attributes are written, beside elements and beside a text', () => {
  const { contract } = opened(wsdlOf(attributed, attributed, A));
  const values = { 'a.@c': '2024-01-31', 'a.b': '1', p: '2.50', 'p.@unit': '<"kg">' };
  const call = { operation: 'Find', values, header: null };
  const { body } = soap11.encode(call, { contract, basePath: '/a', credentials: {} });
  expect(Buffer.from(body ?? []).toString()).toContain(
    '<a c="2024-01-31"><b>1</b></a><p unit="&lt;&quot;kg&quot;&gt;">2.50</p></Find>',
  );
});

test('attributes and texts are read by their types, and a record by the type that it names', () => {
  const { answer } = opened(wsdlOf('', attributed, A));
  const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="urn:shop" xmlns:t="urn:shop"';
  const told = (a: string, p: string) => answer(`<FindResponse ${xsi}>${a}${p}</FindResponse>`);
  expect(told('<a c=" 2024-01-31 "><b>01</b></a>', '<p unit="kg">2.50</p>')).toEqual([
    { a: { '@c': '2024-01-31', b: '1' }, p: { '@unit': 'kg', value: '2.5' } },
  ]);
  expect(told('<a xsi:type="t:B"><b>1</b><d>1</d></a>', '<p>x</p>')).toEqual([
    { a: { 'xsi:type': 'B', b: '1', d: 'true' }, p: { value: 'x' } },
  ]);
  expect(told('<a xsi:type="t:A"><b>1</b><d>1</d></a>', '<p/>')).toEqual([{ a: { b: '1' }, p: { value: '' } }]);
});

test('an answer that holds nothing is there, or it is not', () => {
  const { answer } = opened(wsdlOf(REQUEST, ''));
  expect(answer('<FindResponse xmlns="urn:shop"/>')).toEqual([{}]);
  expect(answer('')).toBe(null);
});
