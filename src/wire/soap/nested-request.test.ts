import { expect, test } from 'vitest';
import { described, element, typed, wsdlOf } from '../../contract/wsdl/wsdl.fixture.ts';
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
