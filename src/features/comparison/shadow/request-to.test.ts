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
