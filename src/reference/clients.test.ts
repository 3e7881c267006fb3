import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import soap from 'soap';
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import type { BindingName, Contract, Operation } from '../contract/model.ts';
import { patience } from '../patience.fixture.ts';
import { contract, examples, NAMESPACE } from './client.fixture.ts';
import { type ReferenceServer, startReferenceServer } from './server.ts';

const known: Contract = contract();
const SOAP_VERSIONS = ['soap11', 'soap12'] as const;
const folder = mkdtempSync(join(tmpdir(), 'getdata-clients-'));
let server: ReferenceServer;
const lines: string[] = [];

beforeAll(async () => {
  server = await startReferenceServer({ contract: known, checkCredentials: true, log: (line) => lines.push(line) });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const header = {
  Filtervehicles: true,
  VehicleTypeToFilter: 'Car',
  OnlyMake: { string: ['Honda'] },
  NoModel: { string: ['Accord'] },
  NoMissings: true,
  VcdbOnly: true,
};

/** The example values as a typed client takes them: numbers for int and long. */
function typed(operation: Operation): Readonly<Record<string, string | number>> {
  const numbers = operation.parameters.filter((one) => one.type !== 'string');
  return { ...examples(operation), ...Object.fromEntries(numbers.map((one) => [one.name, Number(one.example)])) };
}

const calls = JSON.stringify(Object.fromEntries(known.operations.map((one) => [one.name, typed(one)])));

/** Binding → operation → what the client made of the result. */
type Answers = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A client called every operation once in each binding, got records with all fields, and its header was read. */
function expectAll(answers: Answers, bindings: readonly BindingName[]): void {
  // The server says which binding it was called in, so a client that ignores the version is noticed.
  const called = lines.filter((line) => / (?:soap1[12]|http-)/.test(line)).map((line) => line.split(' ').slice(1, 4));
  expect(called).toEqual(bindings.flatMap((binding) => known.operations.map(({ name }) => [name, binding, '200'])));
  expect(Object.keys(answers)).toHaveLength(bindings.length);
  for (const [at, version] of Object.values(answers).entries()) {
    expect(Object.keys(version)).toEqual(known.operations.map((one) => one.name));
    for (const { name, result } of known.operations) {
      const record = firstRecord(version[name], result);
      expect(Object.keys(record)).toEqual(known.records.get(result.record)?.fields.map((field) => field.name));
      expect(Object.entries(record).filter(([, value]) => value === null)).toEqual([]);
    }
    const models = JSON.stringify(version.GetModel_VehicleType);
    if (at < SOAP_VERSIONS.length) expect(models).toMatch(/"Modelnames":(?:\{"string":)?\["Civic"\]/);
  }
}

/** Some clients give an array as such, others as an object that holds it. */
function firstRecord(found: unknown, { kind, record }: Operation['result']): object {
  const wrapped = found as Readonly<Record<string, readonly object[]>>;
  const first = kind === 'single' ? found : ((wrapped[record] ?? found) as readonly object[])[0];
  return first ?? {};
}

/** Skips a test where a client is missing on this machine; in CI it is missing for no good reason. */
function needs(ctx: TestContext, client: string, packages: string, probe: readonly string[]): void {
  const [command = '', ...args] = probe;
  if (spawnSync(command, args).status === 0) return;
  const missing = `${client} is not installed (Debian: ${packages}), so it does not test the WSDL`;
  if (process.env.CI !== undefined) throw new Error(missing);
  process.stderr.write(`skipped: ${missing}\n`);
  ctx.skip(missing);
}

/** What a program prints to its output; its errors are the test's. */
async function printed(command: string, args: readonly string[], input = ''): Promise<string> {
  const child = spawn(command, args, { cwd: folder });
  child.stdin.end(input);
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (errors !== '') throw new Error(errors);
  return output;
}

const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

test('node-soap calls every operation in both SOAP versions', async () => {
  lines.length = 0;
  const answers: Record<string, Record<string, unknown>> = {};
  for (const version of SOAP_VERSIONS) {
    const options = { forceSoap12Headers: version === 'soap12' };
    const client = await soap.createClientAsync(`${server.url}/getData.asmx?wsdl`, options);
    const found: Record<string, unknown> = {};
    for (const operation of known.operations) {
      client.clearSoapHeaders();
      if (operation.header !== null) client.addSoapHeader({ [operation.header]: header }, '', '', NAMESPACE);
      const [reply] = await client[`${operation.name}Async`](typed(operation));
      found[operation.name] = reply[`${operation.name}Result`];
    }
    answers[version] = found;
  }
  expectAll(answers, SOAP_VERSIONS);
});

test('zeep calls every operation in both SOAP versions', async (ctx) => {
  needs(ctx, 'zeep', 'python3-zeep', ['/usr/bin/python3', '-c', 'import zeep']);
  lines.length = 0;
  const output = await printed('/usr/bin/python3', [script('zeep-client.py'), server.url], calls);
  expectAll(JSON.parse(output), SOAP_VERSIONS);
});

test("PHP's SoapClient calls every operation in both SOAP versions", async (ctx) => {
  needs(ctx, "PHP's SoapClient", 'php-cli, php-soap', ['/usr/bin/php', '-r', 'new SoapFault("a", "b");']);
  lines.length = 0;
  const output = await printed('/usr/bin/php', [script('php-client.php'), server.url, NAMESPACE], calls);
  expectAll(JSON.parse(output), SOAP_VERSIONS);
});

/** Mono's names of the protocols, each with the namespace that its proxy gets. */
const PROTOCOLS = { SOAP: 'soap11', SOAP12: 'soap12', HttpGet: 'httpget', HttpPost: 'httppost' };
/** GET and POST proxies need the second, and our program the third. */
const ASSEMBLIES = ['System.Web.Services', 'System.EnterpriseServices', 'System.Web.Extensions'];

test(
  "the code that Mono's wsdl generates compiles, and calls every operation in all four bindings",
  async (ctx) => {
    needs(ctx, "Mono's wsdl", 'mono-devel', ['/usr/bin/test', '-x', '/usr/bin/wsdl']);
    // It finds the description through the page's link to the discovery document, as Add Web Reference does.
    for (const [protocol, name] of Object.entries(PROTOCOLS)) {
      const options = ['-nologo', `-protocol:${protocol}`, `-namespace:${name}`, `-out:${name}.cs`];
      await printed('/usr/bin/wsdl', [...options, `${server.url}/getData.asmx`]);
    }
    const sources = [...Object.values(PROTOCOLS).map((name) => `${name}.cs`), script('mono-client.cs')];
    await printed('/usr/bin/mcs', ['-nologo', '-out:client.exe', ...ASSEMBLIES.map((one) => `-r:${one}`), ...sources]);
    lines.length = 0;
    const output = await printed('/usr/bin/mono', ['client.exe'], calls);
    expectAll(JSON.parse(output), ['soap11', 'soap12', 'http-get', 'http-post']);
  },
  patience(60_000),
);
