import { expect, test } from 'vitest';
import { loadContract } from '../contract/load.ts';
import { bindingNames } from '../contract/operations.ts';
import { decodeRequest } from '../wire/soap/decode-request.ts';
import { buildRequest } from './bindings.ts';

const contract = loadContract('http://dealer.example/webservices/');
const credentials = { DealerID: 'D1001', APIKEY: 'key-1001' };
const values = { Make: "O'Brien & <Söhne>" };

test.each(bindingNames)('what is built over %s is read as that call', (binding) => {
  const place = { baseUrl: 'https://dealer.example:8443/app/', credentials };
  const request = buildRequest(contract, binding, { operation: 'Get_Video_Links_by_Make', values }, place);
  const { origin, pathname, search } = new URL(request.url);
  expect(origin).toBe('https://dealer.example:8443');
  expect(pathname).toBe(`/app/getData.asmx${binding.startsWith('http') ? '/Get_Video_Links_by_Make' : ''}`);
  const body = request.body === null ? null : new TextEncoder().encode(request.body);
  const headers = Object.entries(request.headers);
  const decoded = decodeRequest({ method: request.method, path: pathname + search, headers, body }, contract);
  expect(decoded).toMatchObject({
    kind: 'call',
    cell: { binding },
    call: { operation: 'Get_Video_Links_by_Make', values },
    credentials,
  });
});

test('credentials may be among the values', () => {
  const call = { operation: 'Get_Video_Links', values: { DealerID: 'D1' } };
  const { url } = buildRequest(contract, 'http-get', call, { baseUrl: 'http://a', credentials });
  expect(url).toBe('http://a/getData.asmx/Get_Video_Links?DealerID=D1&APIKEY=key-1001');
});

test('a header is sent where the operation takes one', () => {
  const [operation] = contract.operations.filter(({ header }) => header !== null);
  const [field] = contract.header.fields;
  if (operation === undefined || field === undefined) throw new Error('no operation with a header');
  const call = { operation: operation.name, header: { [field.name]: ['2020'] } };
  const { body } = buildRequest(contract, 'soap11', call, { baseUrl: 'http://a', credentials });
  expect(body).toContain(`<${field.name}><string>2020</string></${field.name}>`);
});

test('no content coding is requested, since a client may hide the bytes behind one', () => {
  const { headers } = buildRequest(contract, 'http-get', { operation: 'McatCodes' }, { baseUrl: 'http://a' });
  expect(headers).toEqual({ 'Accept-Encoding': 'identity' });
});

test('an address without http is refused, whatever URL makes of it', () => {
  const build = (baseUrl: string) => () => buildRequest(contract, 'soap11', { operation: 'McatCodes' }, { baseUrl });
  expect(build('localhost:8080')).toThrow("baseUrl is 'localhost:8080'; expected an address that begins with http://");
});

test('names that the contract lacks are refused', () => {
  const build = (call: Parameters<typeof buildRequest>[2]) => () =>
    buildRequest(contract, 'http-get', call, { baseUrl: 'http://a' });
  expect(build({ operation: 'Get_Inventry' })).toThrow(RangeError);
  expect(build({ operation: 'Get_Inventory', values: { itemno: '' } })).toThrow("did you mean 'ItemNo'?");
  expect(() => buildRequest(contract, 'http-get', { operation: 'McatCodes' }, { baseUrl: '/app' })).toThrow(
    "baseUrl is '/app'; expected an address",
  );
  expect(build(JSON.parse('{ "operation": "McatCodes", "values": { "DealerID": 1 } }'))).toThrow(TypeError);
});

test('the endpoint is accepted for its base URL', () => {
  const place = { baseUrl: 'http://a/app/getData.asmx' };
  expect(buildRequest(contract, 'soap11', { operation: 'McatCodes' }, place).url).toBe('http://a/app/getData.asmx');
});
