import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ANSWER, wsdlOf } from '../contract/wsdl/wsdl.fixture.ts';
import type { Comparison } from '../features/comparison/servers/comparison.ts';
import { exchangeBytes } from '../features/traffic/proxy/proxy.fixture.ts';
import type { Mutation } from '../reference/mutation.ts';
import { wsdl } from '../reference/wsdl/document.ts';
import type { Results } from '../results/results.ts';
import { bindings } from '../wire/soap/bindings.ts';
import { cli, newFolder } from './cli.fixture.ts';
import { compiledRunCli } from './command.fixture.ts';
import { contract, inField, mutated, serving } from './compare.fixture.ts';
import { front } from './front.fixture.ts';
import { proxied } from './proxy.fixture.ts';

const own = wsdl(contract, 'http://dealer.example/app/getData.asmx');
const credentials = { DealerID: 'd', Password: 'p' };

/** What the proxy by the WSDL of serve comes to for a client that calls one operation over all bindings. */
async function proxying(faults: readonly Mutation[], args: readonly string[] = [], until?: RegExp) {
  const folder = newFolder();
  writeFileSync(join(folder, 'own.wsdl'), own);
  const call = { operation: 'McatCodes', values: {}, header: null };
  const client = async (url: string): Promise<void> => {
    expect(await (await fetch(`${url}/getData.asmx?wsdl`)).text()).toContain(`location="${url}/getData.asmx"`);
    for (const { encode } of Object.values(bindings)) {
      const { method, path, headers, body } = encode(call, { contract, basePath: '', credentials });
      const lines = headers
        .filter(([name]) => !/^content-length$/i.test(name))
        .map(([name, value]) => [name, value] as const);
      const sent = body === null ? null : Buffer.from(body);
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: lines.map(([name, value]): [string, string] => [name, value]),
        body: sent,
      });
      expect(answer.status).toBe(200);
    }
    if (until !== undefined) await exchangeBytes(url, 'GET /__conformance/events HTTP/1.0\r\n\r\n', until);
  };
  return proxied(
    `${await serving(faults)}/getData.asmx`,
    client,
    ['--wsdl', 'own.wsdl', ...args],
    folder,
    await compiledRunCli(),
  );
}

test('a proxy by a WSDL judges what clients and the server say, at the path of the endpoint, and judge reads its recording', async () => {
  const { exitCode, err, out, read, folder } = await proxying([]);
  expect([exitCode, err]).toEqual([0, '']);
  expect(out).toContain('client: conformant: 4 of 4 calls right, 0 wrong');
  const results: Results = JSON.parse(read('results.json'));
  expect(results.cells.map(({ operation, binding }) => `${operation}/${binding}`)).toHaveLength(4);
  expect(results.wsdl).toMatchObject({ reads: [], withOthers: true });
  const judged = await cli(['judge', 'reports/traffic.har', '--wsdl', 'own.wsdl', '--reads', 'McatCodes'], { folder });
  expect([judged.exitCode, judged.err]).toEqual([0, '']);
  const again = await cli(['judge', 'reports/results.json', '--wsdl', 'own.wsdl'], { folder });
  expect([again.exitCode, again.err]).toEqual([2, expect.stringContaining('--wsdl is for a HAR')]);
});

test('what the WSDL does not say of an answer is found live, and in the recording', async () => {
  const letters = mutated('McatCodes', { text: (xml) => xml.replaceAll('<Mcat>', '<Mcat>x') });
  const { exitCode, folder, out } = await proxying([letters]);
  expect([exitCode, out]).toEqual([1, expect.stringContaining('value.int')]);
  const judged = await cli(['judge', 'reports/traffic.har', '--wsdl', 'own.wsdl'], { folder });
  expect([judged.exitCode, judged.out]).toEqual([1, expect.stringContaining('value.int')]);
});

test('reads that the user names go to a new server too, at the path of its endpoint, and no others', async () => {
  const neu = await front({ to: ({ url = '' }) => url.replace('/new/shop.svc', '/getData.asmx') });
  const also = ['--also', `http://127.0.0.1:${neu.port}/new/shop.svc`];
  const changed = mutated('McatCodes', { result: (value) => inField(value, 'Description', (text) => `${text}.`) });
  const { exitCode, err, read } = await proxying(
    [changed],
    [...also, '--reads', 'McatCodes,Get_Inventory'],
    /"compared":4/,
  );
  const { differences, cells, shadow }: Comparison = JSON.parse(read('compare.json'));
  expect([exitCode, err, shadow]).toEqual([1, '', { calls: 4, compared: 4, leftOut: [] }]);
  expect(differences.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual(['data McatCode.Description']);
  expect(cells.filter(({ state }) => state === 'different').map(({ operation }) => operation)).toEqual(
    Array.from({ length: 4 }, () => 'McatCodes'),
  );
  const before = neu.seen.length;
  const others = await proxying([], [...also, '--reads', 'Get_Inventory']);
  expect([others.exitCode, neu.seen.length - before]).toEqual([3, 0]);
});

test.each([
  ['proxy', 'http://127.0.0.1:9/a'],
  ['judge', 'traffic.har'],
])('%s refuses a WSDL of which no operation can be called', async (...command) => {
  const folder = newFolder();
  const encoded = wsdlOf('', ANSWER).replaceAll('use="literal"', 'use="encoded"');
  writeFileSync(join(folder, 'old.wsdl'), encoded);
  writeFileSync(
    join(folder, 'traffic.har'),
    '{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[]}}',
  );
  const { exitCode, err } = await cli([...command, '--wsdl', 'old.wsdl'], { folder });
  expect([exitCode, err]).toEqual([2, expect.stringContaining('--wsdl has no operation that can be called (Find: ')]);
});

test('a new server beside the target gets nothing until the user names reads', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'own.wsdl'), own);
  const args = ['proxy', 'http://127.0.0.1:9/a.asmx', '--wsdl', 'own.wsdl', '--also', 'http://127.0.0.1:9/b'];
  const { exitCode, err } = await cli(args, { folder });
  expect([exitCode, err]).toEqual([2, expect.stringContaining('--wsdl calls only what --reads names')]);
});
