import { expect, test } from 'vitest';
import { loadContract } from '../../contract/load.ts';
import { judgeRequest } from './judge-request.ts';

const contract = loadContract('http://dealer.example/webservices/');

test('a near miss says what was meant', () => {
  const path = '/getData.asmx/Get_Inventory?Application_ID=1&itemno=2';
  const { operation, binding, isCall, problems } = judgeRequest(
    { method: 'GET', path, headers: [], body: null },
    contract,
  );
  expect({ operation, binding, isCall }).toEqual({ operation: 'Get_Inventory', binding: 'http-get', isCall: true });
  expect(problems[0]).toMatchObject({
    rule: 'client.parameters',
    level: 'required',
    message: "parameter 'itemno' is ignored: 'ItemNo' is meant",
    location: 'query parameter itemno',
    expected: 'ItemNo',
  });
});
