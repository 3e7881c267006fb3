import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, BINDINGS, contract, examples, question } from './client.fixture.ts';
import { type ReferenceServer, startReferenceServer } from './server.ts';

const known = contract();
let server: ReferenceServer;

beforeAll(async () => {
  server = await startReferenceServer({ contract: known, checkCredentials: true });
});
afterAll(() => server.close());

const cases = known.operations.flatMap((operation) =>
  operation.parameters.filter((one) => one.credential).map((one) => [operation.name, one.name, operation] as const),
);

test('the document names 19 credentials in 16 operations', () => {
  expect([cases.length, new Set(cases.map(([name]) => name)).size]).toEqual([19, 16]);
});

test.each(cases)('%s refuses a wrong %s in every binding without repeating it', async (name, credential, operation) => {
  for (const binding of BINDINGS) {
    const right = await ask(server.url, question(binding, name, examples(operation)));
    expect(right.status).toBe(200);
    const wrong = await ask(server.url, question(binding, name, examples(operation, { [credential]: 'wrong-xyz' })));
    expect(wrong.status).toBe(500);
    expect(wrong.text).toContain(credential);
    expect(wrong.text).not.toContain('xyz');
  }
});

test('operations without credentials are open to all', async () => {
  const open = known.operations.filter((one) => one.parameters.every((parameter) => !parameter.credential));
  expect(open).toHaveLength(4);
  for (const operation of open) {
    expect((await ask(server.url, question('http-get', operation.name, examples(operation)))).status).toBe(200);
  }
});
