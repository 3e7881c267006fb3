import { expect, test } from 'vitest';
import { contract } from '../../../reference/client.fixture.ts';
import { goldenRequest } from '../../../rules/client/golden-requests.fixture.ts';
import { requestTo } from './request-to.ts';

const golden = goldenRequest('Get_Inventory', 'http-get');
const context = { contract: contract(), basePath: '/new', credentials: {} };
const place = { withSecrets: false, added: [] };

test.each([
  ['with escapes', '/my%20app', golden.path],
  ['in other letters', '/APP', golden.path.replace('getData.asmx', 'GETDATA.asmx')],
])('a request below a path %s goes to the path of the new server, else as it is', (_how, from, path) => {
  const sent = requestTo({ ...golden, path: `${from}${path}` }, from.toLowerCase(), context, place);
  expect(sent?.request.path).toBe(`/new${path}`);
});

test.each(['/other', '/my%20app/more', ''])('a request below %j is not of the service', (from) => {
  expect(requestTo({ ...golden, path: `${from}${golden.path}` }, '/my%20app', context, place)).toBeNull();
});

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';

test('no line that names, carries or repeats a secret goes to the new server, unless the user says so', () => {
  const plain = [
    ['X-Other', '1'],
    ['X-Plan', 'basic customer'],
    ['User-Agent', 'shop/1 (rv:1.0)'],
  ] as const;
  const headers = [
    ...plain,
    ['Authorization', 'Bearer Zebra-one'],
    ['X-Trace', 'Bearer Zebra-two'],
    ['X-Proxy', 'Basic WmVicmE6dGhyZWU='],
    ['X-Token-Of', JWT],
    ['DealerID', 'Zebra-four'],
    ['Referer', 'https://shop.example/?access_token=Zebra-five'],
    ['X-Repeats', 'user=Zebra-one'],
  ] as const;
  const from = { ...golden, headers };
  const names = (withSecrets: boolean) =>
    requestTo(from, '', context, { ...place, withSecrets })?.request.headers.filter(([, value]) => value !== '');
  expect(names(false)).toEqual(plain);
  expect(names(true)).toEqual(headers);
});

const security =
  '<w:Security xmlns:w="urn:w"><w:UsernameToken><w:Password>Zebra</w:Password></w:UsernameToken></w:Security>';

test.each([
  ['credential parameters', golden, false],
  ['an access token', { ...golden, path: `${golden.path}&access_token=Zebra` }, true],
  ['a session in its path', { ...golden, path: `/(S(zebrazebra))${golden.path}` }, true],
  ['a UsernameToken', { ...golden, method: 'POST', body: Buffer.from(`<E>${security}</E>`) }, true],
  ['credentials in a body', { ...golden, body: Buffer.from('DealerID=Zebra&Password=Zebra') }, false],
])('a request with %s may hold a secret for the old server alone: %#', (_what, request, holds) => {
  const from = /^(.*)\/getData/.exec(request.path)?.[1] ?? '';
  expect(requestTo(request, from, context, place)?.holdsSecret).toBe(holds);
  expect(requestTo(request, from, context, { ...place, withSecrets: true })?.holdsSecret).toBe(false);
});
