import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultNamespace, loadContract } from '../contract/load.ts';
import { answeredNamespace } from '../engine/plan/answered-namespace.ts';
import { parseConfig } from '../options/parse-config.ts';
import { completeOptions } from '../options/run-options.ts';
import { type ReferenceServer, startReferenceServer } from '../reference/server.ts';
import { cli, newFolder } from './cli.fixture.ts';
import { front, tlsFile } from './front.fixture.ts';

const FILE = 'getdata.config.json';
let server: ReferenceServer;

beforeAll(async () => {
  server = await startReferenceServer({ contract: loadContract('urn:its-own') });
});
afterAll(() => server.close());

const written = (folder: string) => readFileSync(join(folder, FILE), 'utf8');

test("it writes a valid config with the namespace of the target's WSDL", async () => {
  const folder = newFolder();
  const { exitCode, out } = await cli(['init', `${server.url}/getData.asmx`], { folder });
  expect(exitCode).toBe(0);
  expect(out).toContain('namespace: urn:its-own');
  const text = written(folder);
  const config = parseConfig({ file: FILE, text, named: true });
  expect(config).toMatchObject({
    target: server.url,
    namespace: 'urn:its-own',
  });
  expect(out).toContain('set those of GETDATA_DEALER_ID, GETDATA_API_KEY, GETDATA_PASSWORD that the target needs');
  expect(config.values).toMatchObject({ recid: ['50001'], ContactInfo: ['Jo Dealer, jo@dealer.example'] });
  // Answers give an ItemID, which is not always an ItemNo.
  expect(config.values).toMatchObject({ ItemNo: ['SC-1001'], Application_ID: ['APP-1'] });
  expect(config.values).not.toHaveProperty('Make');
  expect(config.values).not.toHaveProperty('APIKEY');
  // As without a file: it makes no run slower.
  expect(config.limits).not.toHaveProperty('rate');
  // The package is elsewhere, and an address on this machine has no place in a file that is shared.
  expect(JSON.parse(text).$schema).toMatch(/^https:.*\/config\.schema\.json$/);
});

test('by a WSDL it writes all operations as reads, and run takes them from the file', async () => {
  const folder = newFolder();
  const wsdl = `${server.url}/getData.asmx?wsdl`;
  const { exitCode, out } = await cli(['init', `${server.url}/getData.asmx`, '--wsdl', wsdl], { folder });
  expect([exitCode, out]).toEqual([0, expect.stringContaining('delete those that change state')]);
  const config = parseConfig({ file: FILE, text: written(folder), named: true });
  expect(config.target).toBe(`${server.url}/getData.asmx`);
  expect(config.reads).toEqual(loadContract('urn:its-own').operations.map(({ name }) => name));
  writeFileSync(join(folder, FILE), JSON.stringify({ ...config, reads: ['McatCodes'] }));
  const ran = await cli(['run', '--wsdl', wsdl, '--trust-config', '--dry-run'], { folder });
  expect([ran.exitCode, ran.err]).toEqual([0, '']);
  expect(ran.out).toContain('McatCodes/http-post');
  expect(ran.out).not.toContain('Get_Inventory');
});

test('run reads what init wrote, with no variable set', async () => {
  const folder = newFolder();
  const [command = ''] = /run --trust-config$/m.exec((await cli(['init', server.url], { folder })).out) ?? [];
  const { exitCode, out } = await cli([...command.split(' '), '--dry-run'], { folder });
  expect([exitCode, out]).toEqual([0, expect.stringContaining(`nothing is sent to ${server.url}.`)]);
});

test('a file that is there is never overwritten', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, FILE), 'mine');
  const { exitCode, err } = await cli(['init'], { folder });
  expect([exitCode, err]).toEqual([2, `error: ${FILE} can't be written: it already exists; move it away first\n`]);
  expect(written(folder)).toBe('mine');
});

test('a target without a WSDL gets the default namespace, with the reason said', async () => {
  const folder = newFolder();
  const { exitCode, out } = await cli(['init', `${server.url}/elsewhere`], { folder });
  expect(exitCode).toBe(0);
  expect(out).toContain(
    `namespace: ${defaultNamespace()}, the default, since the target shows no WSDL (it answers ?wsdl with status 404)`,
  );
  expect(JSON.parse(written(folder)).target).toBe(`${server.url}/elsewhere`);
});

test('a target without a WSDL gets the namespace in which it answers calls', async () => {
  const { port } = await front({ to: ({ url = '/' }) => (/\?wsdl/i.test(url) ? 404 : url) });
  const { exitCode, out } = await cli(['init', `http://127.0.0.1:${port}`], { folder: newFolder() });
  expect([exitCode, out]).toEqual([
    0,
    expect.stringContaining(
      `namespace: ${defaultNamespace()}, as the target answers calls; the target shows no WSDL (it answers ?wsdl with status 404)`,
    ),
  ]);
  const options = completeOptions({ flags: { target: server.url }, env: {}, config: null, randomSeed: 1 });
  expect(await answeredNamespace(options, server.url)).toBe('urn:its-own');
});

test('a target that does not answer is said so, and the values of the file are said to be examples', async () => {
  const { exitCode, out } = await cli(['init', 'http://127.0.0.1:9'], { folder: newFolder() });
  expect(exitCode).toBe(0);
  expect(out).toMatch(
    /^! http:\/\/127\.0\.0\.1:9 can't be reached: .*ECONNREFUSED.*Is it running, and is the address right\?$/m,
  );
  expect(out).toContain(`namespace: ${defaultNamespace()}, the default, since the target did not answer`);
  expect(out).toContain('values       are examples');
});

test('a password in the address is neither written nor printed', async () => {
  const folder = newFolder();
  const { out, err } = await cli(['init', server.url.replace('://', '://jo:sesame@')], { folder });
  expect(out).toContain('The user name and password of the address are not in the file');
  expect(`${out}${err}${written(folder)}`).not.toMatch(/sesame|am86c2VzYW1l/);
});

test('certificates and the proxy that it was given are in the file, and no secret of theirs', async () => {
  const folder = newFolder();
  const pair = ['--cert', tlsFile('localhost.cert'), '--key', tlsFile('localhost.key')];
  const route = ['--ca', tlsFile('localhost.cert'), ...pair, '--proxy', 'jo:sesame@p.example:8080'];
  const { exitCode, out } = await cli(['init', 'https://t.example', '--namespace', 'urn:x', ...route], { folder });
  expect(exitCode).toBe(0);
  expect(parseConfig({ file: FILE, text: written(folder), named: true })).toMatchObject({
    tls: { ca: tlsFile('localhost.cert'), cert: tlsFile('localhost.cert'), key: tlsFile('localhost.key') },
    proxy: 'http://p.example:8080',
  });
  expect(out).toContain("The proxy's user name and password are not in the file");
  expect(`${out}${written(folder)}`).not.toMatch(/sesame|PRIVATE KEY/);
  // Nothing was given that does not count.
  expect(JSON.parse(written(folder)).tls).not.toHaveProperty('insecure');
});

test('what is not the address of a proxy is refused, and nothing is written', async () => {
  const folder = newFolder();
  const { exitCode, err } = await cli(['init', '--proxy', 'socks5://p.example'], { folder });
  expect([exitCode, err]).toEqual([2, expect.stringContaining('is not the address of an HTTP proxy')]);
  expect(existsSync(join(folder, FILE))).toBe(false);
});
