import { expect, test } from 'vitest';
import { drawnNames } from '../../calls/values.ts';
import { loadContract } from '../../contract/load.ts';
import type { BindingName } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import { reorderedProbes } from './reordered.ts';

const contract = loadContract('http://dealer.example/webservices/');
const context = {
  contract,
  basePath: '',
  credentials: { DealerID: 'D', APIKEY: 'A', Password: 'P' },
  ...drawnNames(1),
};

function sentFor(operation: string, binding: BindingName): readonly string[] {
  const cell = { operation: operationNamed(contract, operation), binding };
  const values = { Year: '2020', ProductID: 'P&Q' };
  return reorderedProbes(cell, { operation, values, header: null }).map(({ request }) => {
    const { path, body } = request(context);
    return `${path} ${Buffer.from(body ?? [])}`;
  });
}

test('the first parameter goes last, in each binding', () => {
  const form = 'ProductID=P%26Q&DealerID=D&Year=2020';
  expect(sentFor('GetMake_Restricted', 'http-get')).toEqual([`/getData.asmx/GetMake_Restricted?${form} `]);
  expect(sentFor('GetMake_Restricted', 'http-post')).toEqual([`/getData.asmx/GetMake_Restricted ${form}`]);
  const [envelope] = sentFor('GetMake_Restricted', 'soap12');
  expect(envelope).toContain(
    '><ProductID>P&amp;Q</ProductID><DealerID>D</DealerID><Year>2020</Year></GetMake_Restricted>',
  );
});

test('one parameter and credentials have no other order that tells', () => {
  expect(sentFor('Get_Year_Restricted', 'http-post')).toEqual([]);
});
