import { expect, test } from 'vitest';
import { withReads } from '../../contract/wsdl/read-wsdl.ts';
import { described, element, wsdlOf } from '../../contract/wsdl/wsdl.fixture.ts';
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
