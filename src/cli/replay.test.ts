import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultNamespace, loadContract } from '../contract/load.ts';
import { type ReferenceServer, startReferenceServer } from '../reference/server.ts';
import { cli, newFolder } from './cli.fixture.ts';
import { mutated, serving } from './compare.fixture.ts';
import { writeCellResults } from './results.fixture.ts';
import { readDefects } from './served-changes.ts';

const contract = loadContract(defaultNamespace());
const secrets = {
  GETDATA_DEALER_ID: 'D1001-sesame',
  GETDATA_API_KEY: 'key-sesame',
  GETDATA_PASSWORD: 'password-sesame',
};

/** A server with defects, for as long as it is used. */
async function withDefects<T>(defects: readonly string[], use: (server: ReferenceServer) => Promise<T>): Promise<T> {
  const mutations = readDefects(defects, contract).map(({ mutation }) => mutation);
  const server = await startReferenceServer({ contract, defects: mutations });
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

/** Puts another target into results.json. */
function moveTo(folder: string, target: string): void {
  const file = join(folder, 'results.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), target }));
}

test.each([
  ['status-201', 'http.status', 'Get_Inventory', 'soap12'],
  ['operation-missing', 'http.status', 'Get_Inventory', 'http-get'],
  ['fields-swapped', 'record.field-order', 'Get_Video_Links', 'http-post'],
  ['connection-closed', 'http.answer', 'McatCodes', 'soap11'],
])('a finding of %s still fails while it is there, and passes without it', async (defect, rule, operation, binding) => {
  const folder = newFolder();
  const id = `${rule}@${operation}/${binding}`;
  await withDefects([defect], async ({ url }) => {
    expect(await writeCellResults(folder, { target: url, operation, binding, rules: rule })).toEqual([id]);
    const { exitCode, out } = await cli(['replay', 'results.json', id, '--target', url], { folder, env: secrets });
    expect(exitCode).toBe(1);
    expect(out).toContain(`1 of 1 finding sent again to ${url}\n`);
    expect(out).toContain(`still fails: ${id} (expected `);
    expect(out).toMatch(/^> (GET|POST) http:/m);
    expect(out).toMatch(/^< (\d{3}|no answer: .+)$/m);
    expect(out).not.toContain('sesame');
  });
  await withDefects([], async ({ url }) => {
    moveTo(folder, url);
    const { exitCode, out } = await cli(['replay', 'results.json'], { folder, env: { GETDATA_TARGET: url } });
    expect([exitCode, out]).toEqual([0, `1 of 1 finding sent again to ${url}\npasses now: ${id}\n`]);
  });
});

/** A server that counts its connections and answers none of them; with `after`, that many requests are answered. */
async function closing(answered: number): Promise<{ readonly url: string; readonly asked: () => number }> {
  let asked = 0;
  const silent = mutated(null, {
    response: (response) => {
      asked += 1;
      if (asked <= answered) return response;
      return { ...response, raw: { bytes: new Uint8Array(), afterwards: 'close' } };
    },
  });
  return { url: await serving(['status-201', silent]), asked: () => asked };
}

test.each([
  ['never answers', 0, /not sent again to .*: it answers none of them\.\n$/],
  ['goes down', 3, /not sent again to .*: it stopped answering: .+\.\n$/],
] as const)('of a target that %s the findings that are left are not sent again', async (_what, answered, said) => {
  const folder = newFolder();
  await withDefects(['status-201'], ({ url }) =>
    writeCellResults(folder, { target: url, operation: 'Get_Inventory', binding: 'soap12', rules: 'http.status' }),
  );
  const { url, asked } = await closing(answered);
  const file = join(folder, 'results.json');
  const results = JSON.parse(readFileSync(file, 'utf8'));
  const [finding] = results.findings;
  const many = contract.operations.slice(0, 12).map(({ name: operation }) => {
    const call = { operation, values: {}, header: null };
    return { ...finding, operation, call, id: `http.status@${operation}/soap12` };
  });
  writeFileSync(file, JSON.stringify({ ...results, findings: many }));
  const { exitCode, out } = await cli(['replay', 'results.json', '--target', url, '--timeout', '1000'], { folder });
  expect([exitCode, out]).toEqual([4, expect.stringMatching(said)]);
  expect(asked()).toBeLessThan(30);
});

test('what another fault hides is not called fixed', async () => {
  const folder = newFolder();
  const asked = { operation: 'Get_Inventory', binding: 'http-get', rules: 'record.field-order' };
  await withDefects(['fields-swapped'], ({ url }) => writeCellResults(folder, { target: url, ...asked }));
  await withDefects(['method-throws'], async ({ url }) => {
    const { exitCode, out } = await cli(['replay', 'results.json', '--target', url], { folder });
    expect(exitCode).toBe(3);
    expect(out).toContain("can't be judged: record.field-order@Get_Inventory/http-get");
  });
});

test('a dead target is exit 4, the embedded server is started, unknown ids and files are exit 2', async () => {
  const folder = newFolder();
  const replay = (...argv: readonly string[]) => cli(['replay', ...argv], { folder });
  const asked = { operation: 'Get_Inventory', binding: 'http-get', rules: 'http.status' };
  const gone = await withDefects(['status-201'], async ({ url }) => {
    await writeCellResults(folder, { target: url, ...asked });
    return url;
  });
  expect((await replay('results.json', '--target', gone, '--timeout', '2000')).exitCode).toBe(4);
  moveTo(folder, 'embedded reference server');
  expect(await replay('results.json')).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining('embedded reference server'),
  });
  expect(await replay('results.json', 'http.status@Get_Inventory/http-gt')).toMatchObject({
    exitCode: 2,
    err: "error: results.json has no finding or cause 'http.status@Get_Inventory/http-gt'; did you mean 'http.status@Get_Inventory/http-get'?\n",
  });
  writeFileSync(join(folder, 'other.json'), '{"schemaVersion":1}');
  expect(await replay('other.json')).toMatchObject({
    exitCode: 2,
    err: expect.stringMatching(/^error: other\.json is not a results file.*\n$/),
  });
});
