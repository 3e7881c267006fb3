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

test('an answer that holds nothing is there, or it is not', () => {
  const { answer } = opened(wsdlOf(REQUEST, ''));
  expect(answer('<FindResponse xmlns="urn:shop"/>')).toEqual([{}]);
  expect(answer('')).toBe(null);
});
