import { afterAll, expect, test } from 'vitest';
import { described, element, typed, wsdlOf } from '../contract/wsdl/wsdl.fixture.ts';
import { isBroken } from '../rules/judgement.ts';
import { ENVELOPE_NAMESPACES } from '../wire/soap/envelope.ts';
import { createSchemaValidator } from '../xml/schema.ts';
import { openJudge } from './judge.ts';

const validator = await createSchemaValidator();
afterAll(() => validator.dispose());

/** The rules that each of these answers breaks by a WSDL, judged one after the other by one judge. */
function judging(wsdl: string, ...bodies: readonly string[]) {
  const texts = bodies.map((inside) => {
    const body = inside.includes('<e:Body>') ? inside : `<e:Body>${inside}</e:Body>`;
    return `<e:Envelope xmlns:e="${ENVELOPE_NAMESPACES.soap11}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${body}</e:Envelope>`;
  });
  return judgingBytes(wsdl, ...texts.map((text) => ['text/xml', Buffer.from(text)] as const));
}

/** The same of bodies with their Content-Type. */
function judgingBytes(wsdl: string, ...answers: readonly (readonly [type: string, body: Uint8Array])[]) {
  const { contract } = described(wsdl);
  const [operation] = contract.operations;
  if (operation === undefined) throw new Error('no operation is taken');
  const judge = openJudge({ contract, validator });
  const cell = { operation, binding: 'soap11' } as const;
  return answers.map(([type, body]) => {
    const headers = [['Content-Type', type] as const];
    const response = { status: 200, reason: 'OK', version: '1.1', headers, body, complete: true, surplus: 0 };
    const request = { method: 'POST', path: '/', headers: [], body: null };
    const exchange = { request, outcome: { kind: 'response', response }, durationMs: 1 } as const;
    const call = { operation: 'Find', values: { id: '7' }, header: null };
    const evidence = judge.read({ call, expectation: 'generated', exchange }, cell, true);
    const judgements =
      'judgements' in evidence ? (evidence.judgements as ReadonlyMap<{ id: string }, never>) : new Map();
    return [...judgements].filter(([, judgement]) => isBroken(judgement)).map(([{ id }]) => id);
  });
}

const answer = (inside: string): string => `<FindResponse xmlns="urn:shop">${inside}</FindResponse>`;
const ID = element('id', 's:int');

test('values of every type are judged, also after a right answer of the same shape; neither a length nor a charset is wanted', () => {
  const day = (text: string): string => answer(`<FindResult>${text}</FindResult>`);
  const said = judging(
    wsdlOf(ID, element('FindResult', 's:date')),
    day('2024-01-31'),
    day('2024-02-31'),
    day('2024-03-31'),
  );
  expect(said).toEqual([[], ['xsd.valid'], []]);
});

test('a Content-Type that breaks the grammar is told, though no charset is wanted', () => {
  const body = Buffer.from(
    `<e:Envelope xmlns:e="${ENVELOPE_NAMESPACES.soap11}"><e:Body>${answer('')}</e:Body></e:Envelope>`,
  );
  const types = ['text/xml', 'text/xml;', 'text/xml; kind=a', 'text/xml; charset}utf-8', 'text/xml; charsetutf-8'];
  const optional = element('FindResult', 's:string', 'minOccurs="0"');
  const said = judgingBytes(wsdlOf(ID, optional), ...types.map((type) => [type, body] as const));
  expect(said).toEqual([[], [], [], ['http.content-type'], ['http.content-type']]);
});

const RECORD = typed('P', element('A', 's:string') + element('B', 's:int'));
const result = element('FindResult', 'tns:P');

test('a rule on records words what the schemas do not allow, and the validator does not say it again', () => {
  const wrong = answer('<FindResult><B>1</B><A>a</A></FindResult>');
  expect(judging(wsdlOf(ID, result, RECORD), wrong)).toEqual([['record.field-order']]);
});

test('what the schemas allow is not told either where they do not allow something else', () => {
  const fields = element('A', 's:int', 'nillable="true"') + element('B', 's:date');
  const wrong = answer('<FindResult><A xsi:nil="true"/><B>31.01.2024</B></FindResult>');
  expect(judging(wsdlOf(ID, result, typed('P', fields)), wrong)).toEqual([['xsd.valid']]);
  const nil = wrong.replace('31.01.2024', '2024-01-31');
  expect(judging(wsdlOf(ID, result, typed('P', fields.replace(/nillable="true"/, ''))), nil)).toEqual([['record.nil']]);
});

test('what the schemas allow breaks no rule: local elements in no namespace, derived types, attributes', () => {
  const local = '<FindResponse xmlns="urn:shop"><FindResult xmlns=""><A>a</A><B>1</B></FindResult></FindResponse>';
  expect(judging(wsdlOf(ID, result, RECORD, 'unqualified'), local)).toEqual([[]]);
  const more = `<s:complexType name="Q"><s:complexContent><s:extension base="tns:P"><s:sequence>${element('C', 's:string')}</s:sequence></s:extension></s:complexContent></s:complexType>`;
  const derived = answer('<FindResult xsi:type="Q"><A>a</A><B>1</B><C>c</C></FindResult>');
  expect(judging(wsdlOf(ID, result, RECORD + more), derived)).toEqual([[]]);
  expect(judging(wsdlOf(ID, result, RECORD), derived.replace('xsi:type="Q"', ''))).toEqual([['record.unknown-field']]);
});

test('a result that is nil, and an xsi:type, are as the schemas allow', () => {
  const nil = answer('<FindResult xsi:nil="true"/>');
  expect(judging(wsdlOf(ID, result, RECORD), nil)).toEqual([['xsd.valid']]);
  expect(judging(wsdlOf(ID, element('FindResult', 'tns:P', 'nillable="true"'), RECORD), nil)).toEqual([[]]);
  const typed = answer('<FindResult xsi:type="Q"><A>a</A><B>1</B></FindResult>');
  expect(judging(wsdlOf(ID, result, RECORD), typed)).toEqual([['xsd.valid']]);
});

test('values are judged too where the first schema of a WSDL has no namespace and only imports others', () => {
  const importing = '<types><s:schema><s:import namespace="urn:shop"/></s:schema>';
  const wsdl = wsdlOf(ID, element('FindResult', 's:date')).replace('<types>', importing);
  const said = judging(wsdl, ...['2024-01-31', '31.01.2024'].map((day) => answer(`<FindResult>${day}</FindResult>`)));
  expect(said).toEqual([[], ['xsd.valid']]);
});

test('a schema may refer to another one whose import it lacks, as stacks take it', () => {
  const day = '<s:simpleType name="Day"><s:restriction base="s:date"/></s:simpleType>';
  const wsdl = wsdlOf(ID, element('FindResult', 'd:Day', 'xmlns:d="urn:days"'));
  const both = wsdl.replace('</types>', `<s:schema targetNamespace="urn:days">${day}</s:schema></types>`);
  const said = judging(both, ...['2024-01-31', '31.01.2024'].map((text) => answer(`<FindResult>${text}</FindResult>`)));
  expect(said).toEqual([[], ['xsd.valid']]);
});

test('answers in RPC style are judged by the types of their parts, which are in no namespace', () => {
  const parts = '<part name="at" type="s:date"/><part name="item" type="tns:P"/>';
  const wsdl = wsdlOf(ID, '', RECORD)
    .replace('style="document"', 'style="rpc"')
    .replaceAll('use="literal"', 'use="literal" namespace="urn:rpc"')
    .replace('<part name="parameters" element="tns:Find"/>', '<part name="id" type="s:int"/>')
    .replace('<part name="parameters" element="tns:FindResponse"/>', parts);
  const rpc = (at: string, item: string): string =>
    `<r:FindResponse xmlns:r="urn:rpc"><at>${at}</at>${item}</r:FindResponse>`;
  const item = '<item><A xmlns="urn:shop">a</A><B xmlns="urn:shop">1</B></item>';
  const others = [rpc('31.01.2024', item), rpc('2024-01-31', ''), rpc('2024-01-31', item.replaceAll('item', 'r:item'))];
  const [right, ofValue, lacking, moved] = judging(wsdl, rpc('2024-01-31', item), ...others);
  expect([right, ofValue, lacking]).toEqual([[], ['xsd.valid'], ['record.missing-value']]);
  expect(moved).toEqual(['xsd.valid']);
});

test('an answer in another element than the WSDL names is told as that', () => {
  const [other] = judging(wsdlOf(ID, result, RECORD), answer('').replaceAll('FindResponse', 'Found'));
  expect(other).toEqual(['soap.response-element']);
});

test('a header block that must be understood is one that the WSDL declares', () => {
  const marked = (name: string): string =>
    `<e:Header><${name} xmlns="urn:shop" e:mustUnderstand="1"><id>1</id></${name}></e:Header><e:Body>${answer('')}</e:Body>`;
  const said = judging(wsdlOf(ID, element('FindResult', 's:date', 'minOccurs="0"')), marked('Find'), marked('Odd'));
  expect(said).toEqual([[], ['soap.envelope-structure']]);
});

const envelope = (text: string): string =>
  `<e:Envelope xmlns:e="${ENVELOPE_NAMESPACES.soap11}"><e:Body>${answer(`<FindResult>${text}</FindResult>`)}</e:Body></e:Envelope>`;
const declaring = (encoding: string, text = 'Söhne'): string =>
  `<?xml version="1.0" encoding="${encoding}"?>${envelope(text)}`;
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');

test.each([
  ['Latin-1 by its charset', 'text/xml; charset=iso-8859-1', latin(envelope('Söhne'))],
  ['Latin-1 by its declaration', 'text/xml', latin(declaring('ISO-8859-1'))],
  ['Latin-1 by both', 'text/xml; charset=ISO-8859-1', latin(declaring('iso-8859-1'))],
  ['ASCII that is declared as Latin-1', 'text/xml; charset=iso-8859-1', latin(declaring('iso-8859-1', 'a'))],
  ['UTF-16 by its mark', 'text/xml', utf16(declaring('utf-16'))],
  ['UTF-16 by its mark and its charset', 'text/xml; charset=utf-16', utf16(envelope('Söhne')).swap16()],
  ['UTF-16LE by its charset', 'text/xml; charset=utf-16le', Buffer.from(envelope('Söhne'), 'utf16le')],
])('an answer may be in an encoding that is declared: %s', (_, type, body) => {
  const wsdl = wsdlOf(ID, element('FindResult', 's:string'));
  expect(judgingBytes(wsdl, [type, body])).toEqual([[]]);
});

test.each([
  ['Latin-1 that nothing declares', 'text/xml', latin(envelope('Söhne')), ['xml.encoding']],
  ['Latin-1 as UTF-8', 'text/xml; charset=utf-8', latin(envelope('Söhne')), ['xml.encoding']],
  ['UTF-8 as Latin-1', 'text/xml; charset=iso-8859-1', Buffer.from(envelope('Söhne')), ['http.content-type']],
  ['UTF-16 as UTF-8', 'text/xml; charset=utf-8', utf16(envelope('Söhne')), ['xml.encoding']],
  ['UTF-16 with another declaration', 'text/xml', utf16(declaring('utf-8')), ['xml.encoding']],
  ['UTF-16 without a mark', 'text/xml', Buffer.from(envelope('Söhne'), 'utf16le'), ['xml.encoding']],
  ['two encodings', 'text/xml; charset=iso-8859-1', latin(declaring('utf-8')), ['xml.encoding']],
  ['no encoding that is known', 'text/xml; charset=none', Buffer.from(envelope('a')), ['http.content-type']],
])('an answer in another encoding than it declares is wrong: %s', (_, type, body, said) => {
  const wsdl = wsdlOf(ID, element('FindResult', 's:string'));
  expect(judgingBytes(wsdl, [type, body])).toEqual([said]);
});
