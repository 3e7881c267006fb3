import { expect, test } from 'vitest';
import { loadContract } from '../../contract/load.ts';
import { operationNamed } from '../../contract/operations.ts';
import { exampleCall } from '../../options/values.ts';
import { mutation } from '../../reference/defects/defects.ts';
import { startReferenceServer } from '../../reference/server.ts';
import { stacks } from '../../reference/variations/stacks.ts';
import { bindings } from '../../wire/soap/bindings.ts';

const contract = loadContract('http://dealer.example/webservices/');

/** What the stack answers to a call of Get_Inventory. */
async function answerAs(id: string, binding: 'soap11' | 'soap12'): Promise<string> {
  const legal = stacks.find((one) => one.id === id)?.legal ?? [];
  const defects = legal.map((change) => mutation(change, { operation: null, binding: null }, contract));
  const server = await startReferenceServer({ contract, defects });
  const call = exampleCall(operationNamed(contract, 'Get_Inventory'), contract);
  const request = bindings[binding].encode(call, { contract, basePath: '', credentials: {} });
  const headers = request.headers.map(([name, value]): [string, string] => [name, value]);
  const body = request.body === null ? null : new Uint8Array(request.body);
  const answer = await fetch(`${server.url}${request.path}`, { method: 'POST', headers, body });
  const text = await answer.text();
  await server.close();
  return text;
}

/** The beginnings of answers that the stacks themselves gave. */
const captured = [
  [
    'php',
    'soap11',
    '<?xml version="1.0" encoding="UTF-8"?>\n<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ns1="http://dealer.example/webservices/"><SOAP-ENV:Body><ns1:Get_InventoryResponse><ns1:Get_InventoryResult><ns1:Response_Code>',
  ],
  [
    'php',
    'soap12',
    '<?xml version="1.0" encoding="UTF-8"?>\n<env:Envelope xmlns:env="http://www.w3.org/2003/05/soap-envelope" xmlns:ns1="http://dealer.example/webservices/"><env:Body><ns1:Get_InventoryResponse><ns1:Get_InventoryResult><ns1:Response_Code>',
  ],
] as const;

test.each(captured)('%s answers %s as it was captured', async (id, binding, beginning) => {
  expect((await answerAs(id, binding)).slice(0, beginning.length)).toBe(beginning);
});

test('gSOAP declares its namespaces on the Envelope, in its own order', async () => {
  expect(await answerAs('gsoap', 'soap12')).toContain(
    '<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://www.w3.org/2003/05/soap-envelope" xmlns:SOAP-ENC="http://www.w3.org/2003/05/soap-encoding" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:ns1="http://dealer.example/webservices/"><SOAP-ENV:Body>',
  );
});
