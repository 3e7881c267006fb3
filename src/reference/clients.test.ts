import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BindingName, Contract, Operation } from '../contract/model.ts';
import { bindingNames } from '../contract/operations.ts';
import { patience } from '../patience.fixture.ts';
import { type ClientAnswers, exampleCalls, soapClients, whyMissing } from '../proof/bench/clients/soap-clients.ts';
import { contract } from './client.fixture.ts';
import { type ReferenceServer, startReferenceServer } from './server.ts';

const known: Contract = contract();
const SOAP_VERSIONS = ['soap11', 'soap12'] as const;
let server: ReferenceServer;
const lines: string[] = [];

beforeAll(async () => {
  server = await startReferenceServer({ contract: known, checkCredentials: true, log: (line) => lines.push(line) });
});
afterAll(async () => {
  await server.close();
});

const calls = exampleCalls(known);

/** A client called every operation once in each binding, got records with all fields, and its header was read. */
function expectAll(answers: ClientAnswers, bindings: readonly BindingName[]): void {
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

test.for(soapClients)(
  '$name calls every operation in all bindings that it has',
  { timeout: patience(60_000) },
  async (client, ctx) => {
    const { name, open } = client;
    const missing = whyMissing(client);
    if (missing !== null) {
      if (process.env.CI !== undefined) throw new Error(missing);
      process.stderr.write(`skipped, so it does not test the WSDL: ${missing}\n`);
      ctx.skip(missing);
    }
    const call = await open(server.url, known);
    lines.length = 0;
    expectAll(await call(server.url, calls), name === 'Mono' ? bindingNames : SOAP_VERSIONS);
  },
);
