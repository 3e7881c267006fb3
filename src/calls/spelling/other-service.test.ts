import { expect, test } from 'vitest';
import { withReads } from '../../contract/wsdl/read-wsdl.ts';
import { described, element, typed, wsdlOf } from '../../contract/wsdl/wsdl.fixture.ts';
import { sentCall } from '../../proof/stacks/sent-call.fixture.ts';
import { probingOf } from '../../rules/check.ts';
import { rulesFor } from '../../rules/rules.ts';
import { decodeRequest } from '../../wire/soap/decode-request.ts';
import { drawnNames } from '../values.ts';
import { spelledRequest } from './trait.ts';

const request = element('User', 's:string') + element('at', 's:dateTime') + element('id', 's:int');
const contract = withReads(described(wsdlOf(request, element('FindResult', 's:string'))).contract, ['Find']);
const [operation] = contract.operations;
if (operation === undefined) throw new Error('no operation is taken');
const cell = { operation, binding: 'soap11' } as const;
const traits = rulesFor(cell, contract)
  .flatMap((rule) => probingOf(rule)?.dimensions ?? [])
  .flatMap((one) => one.choices);
const ofSoap = traits.filter(({ bindings }) => bindings === undefined || bindings.includes('soap11'));

test.each(ofSoap)('a request of a service without a header, with $variant, says what the plain one says', (trait) => {
  const values = { User: 'A1', at: '2024-01-31T12:00:00', id: '7' };
  const call = { operation: 'Find', values, header: null };
  const context = { contract, basePath: '/app', credentials: {}, ...drawnNames(1) };
  const sent = spelledRequest([trait], cell, call, context);
  const decoded = decodeRequest({ ...sent, path: '' }, contract);
  expect(decoded.kind === 'call' ? { ...decoded.call.values, id: Number(decoded.call.values.id) } : decoded).toEqual({
    ...values,
    id: 7,
  });
});

test.each(ofSoap)('a request with nested parameters and a list, with $variant, says the same', (trait) => {
  const inside = element('page', 'tns:P') + element('tag', 's:string', 'maxOccurs="unbounded"');
  const wsdl = wsdlOf(inside, element('FindResult', 's:string'), typed('P', element('number', 's:int')), 'unqualified');
  const nested = withReads(described(wsdl).contract, ['Find']);
  const [find] = nested.operations;
  if (find === undefined) throw new Error('no operation is taken');
  const values = { 'page.number': '7', 'tag[1]': 'a', 'tag[2]': 'b' };
  const context = { contract: nested, basePath: '/app', credentials: {}, ...drawnNames(1) };
  const at = { operation: find, binding: 'soap11' } as const;
  const sent = spelledRequest([trait], at, { operation: 'Find', values, header: null }, context);
  const read = sentCall(sent, at, nested)?.values;
  expect(read && { ...read, 'page.number': `${Number(read['page.number'])}` }).toEqual(values);
});
