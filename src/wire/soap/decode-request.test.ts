import { describe, expect, test } from 'vitest';
import { drawCalls, edgeCalls } from '../../calls/calls.ts';
import { loadContract } from '../../contract/load.ts';
import { bindingNames, operationNamed } from '../../contract/operations.ts';
import type { Header } from '../http/exchange.ts';
import { isSoap } from './binding.ts';
import { bindings } from './bindings.ts';
import { decodeRequest, servicePath } from './decode-request.ts';
import { plainStyle, writeEnvelope } from './envelope.ts';

const contract = loadContract('http://dealer.example/webservices/');
const credentials = { DealerID: 'dealer & sons', APIKEY: 'k+y=1%', Password: '<pass> "word"' };
const context = { contract, basePath: '/app', credentials };
const pools = { values: {}, rows: [] };

describe.each(contract.operations.map((operation) => [operation.name, operation] as const))(
  '%s',
  (_name, operation) => {
    test.each(bindingNames)('%s: what is encoded is decoded, call by call', (binding) => {
      const source = { operation: isSoap(binding) ? operation : { ...operation, header: null }, contract, pools };
      const sent = Object.fromEntries(
        operation.parameters.flatMap(({ name, credential }) =>
          credential ? [[name, credentials[name as keyof typeof credentials]] as const] : [],
        ),
      );
      for (const call of [...edgeCalls(source, 11), ...drawCalls(source, 11, 60)]) {
        expect(decodeRequest(bindings[binding].encode(call, context), contract)).toEqual({
          kind: 'call',
          cell: { operation, binding },
          call,
          credentials: sent,
          namespace: isSoap(binding) ? contract.namespace : null,
        });
      }
    });
  },
);

const inventory = operationNamed(contract, 'Get_Inventory');
const values = Object.fromEntries(
  inventory.parameters.flatMap(({ name, credential, example }) => (credential ? [] : [[name, example] as const])),
);
const call = { operation: 'Get_Inventory', values, header: null };

function post(path: string, type: string | null, body: string, more: readonly Header[] = []) {
  const headers: readonly Header[] = type === null ? more : [['content-type', type], ...more];
  return decodeRequest({ method: 'POST', path, headers, body: new TextEncoder().encode(body) }, contract);
}

function get(path: string, method = 'GET') {
  return decodeRequest({ method, path, headers: [], body: null }, contract);
}

test('an envelope written in another spelling says the same', () => {
  const style = { ...plainStyle, servicePrefix: 'q', declaredOn: 'Envelope', quote: "'", between: '\n  ' } as const;
  const text = writeEnvelope(call, context, contract.bindings.soap12.envelopeNamespace ?? '', style);
  const decoded = post('/app/getdata.ASMX', 'application/soap+xml; charset="UTF-8"; action="x"', `\uFEFF${text}`);
  expect(decoded).toMatchObject({ kind: 'call', cell: { binding: 'soap12' }, call });
});

test.each([
  ['a wsdl', '/app/getData.asmx?wsdl'],
  ['the page of an operation', '/getData.asmx?op=Get_Inventory'],
  ['another service', '/getData2.asmx/Get_Inventory?DealerID=1'],
  ['no service at all', '/'],
])('%s is not a call', (_what, path) => {
  expect(get(path)).toEqual({ kind: 'other' });
});

test('a preflight and a call in JSON are not calls in one of the four bindings', () => {
  expect(get('/getData.asmx/Get_Inventory', 'OPTIONS')).toEqual({ kind: 'other' });
  expect(post('/getData.asmx/Get_Inventory', 'application/json', '{}')).toEqual({ kind: 'other' });
});

const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
const around = (inside: string) => `<s:Envelope xmlns:s="${soap}"><s:Body>${inside}</s:Body></s:Envelope>`;

test.each([
  ['/getData.asmx/Get_Inventry', '', "'Get_Inventry' is not an operation"],
  ['/getData.asmx/Get_Inventory/', '', "'Get_Inventory/' is not an operation"],
  ['/getData.asmx', 'not xml', /^its body is not XML: /],
  ['/getData.asmx', '<!DOCTYPE a><a/>', 'its body is not XML: a document type declaration'],
  ['/getData.asmx', '<Envelope/>', 'its body is not a SOAP 1.1 or 1.2 envelope'],
  ['/getData.asmx', around(''), "its envelope's Body does not hold one element"],
  ['/getData.asmx', around('<a/><a/>'), "its envelope's Body does not hold one element"],
  ['/getData.asmx', around(`<${'x'.repeat(500)}/>`), `its Body holds '${'x'.repeat(80)}…', which is not an operation`],
])('%s with %j is malformed', (path, body, message) => {
  expect(post(path, null, body)).toEqual({ kind: 'malformed', message: expect.stringMatching(message) });
});

test.each([
  ['text/xml; charset=utf-8', [['SOAPAction', '"http://dealer.example/webservices/McatCodes"']]],
  ['application/soap+xml; charset=utf-8; action="http://dealer.example/webservices/McatCodes"', []],
] as const)('an envelope whose action names another operation calls neither: %s', (type, headers) => {
  const soap = type.startsWith('text')
    ? 'http://schemas.xmlsoap.org/soap/envelope/'
    : 'http://www.w3.org/2003/05/soap-envelope';
  const body = `<e:Envelope xmlns:e="${soap}"><e:Body><Get_Inventory xmlns="http://dealer.example/webservices/"/></e:Body></e:Envelope>`;
  const said = post('/getData.asmx', type, body, headers);
  expect(said).toMatchObject({ kind: 'malformed', message: expect.stringContaining("its action names 'McatCodes'") });
});

test('the first value of a parameter that is sent twice counts, and nil or unknown ones do not', () => {
  const query = 'ItemNo=1&itemno=2&ItemNo=3&_=99';
  expect(get(`/getData.asmx/Get_Inventory?${query}`)).toMatchObject({ call: { values: { ItemNo: '1' } } });
  const nil = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"';
  const body = around(`<McatCodes xmlns="urn:x"><DealerID>1</DealerID><Password ${nil}/></McatCodes>`);
  const said = { namespace: 'urn:x', credentials: { DealerID: '1' } };
  expect(post('/getData.asmx', 'text/plain', body, [['SOAPAction', '"urn:xOther"']])).toMatchObject(said);
});

test('a path is taken apart at the endpoint', () => {
  expect(servicePath('/a/getData.asmx/b/getData.asmx/Op?x=1?y', contract)).toEqual({
    basePath: '/a/getData.asmx/b',
    operation: 'Op',
    query: 'x=1?y',
  });
  expect(servicePath('/getData.asmxx', contract)).toBeNull();
});
