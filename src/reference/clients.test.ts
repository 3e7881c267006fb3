import { spawn, spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import soap from 'soap';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Contract, Operation } from '../contract/model.ts';
import { contract, examples } from './client.fixture.ts';
import { type ReferenceServer, startReferenceServer } from './server.ts';

const PYTHON = '/usr/bin/python3';
const known: Contract = contract();
let server: ReferenceServer;
const lines: string[] = [];

beforeAll(async () => {
  server = await startReferenceServer({ contract: known, checkCredentials: true, log: (line) => lines.push(line) });
});
afterAll(() => server.close());

/** The example values as a typed client takes them: numbers for int and long. */
function typed(operation: Operation): Readonly<Record<string, string | number>> {
  const numbers = operation.parameters.filter((one) => one.type !== 'string');
  return { ...examples(operation), ...Object.fromEntries(numbers.map((one) => [one.name, Number(one.example)])) };
}

describe.each(['soap11', 'soap12'] as const)('node-soap over %s', (version) => {
  test.each(known.operations.map((one) => [one.name, one] as const))('calls %s', async (name, operation) => {
    const options = { forceSoap12Headers: version === 'soap12' };
    const client = await soap.createClientAsync(`${server.url}/getData.asmx?wsdl`, options);
    const [reply] = await client[`${name}Async`](typed(operation));
    const result = reply[`${name}Result`];
    const found = operation.result.kind === 'single' ? result : result[operation.result.record][0];
    const names = known.records.get(operation.result.record)?.fields.map((field) => field.name);
    expect(Object.keys(found)).toEqual(names);
    // The server says which version it was called in, so a client that ignores the option is noticed.
    expect(lines.at(-1)).toMatch(new RegExp(`^POST ${name} ${version} 200 `));
  });
});

describe('zeep', () => {
  test('loads the WSDL and calls every operation in both SOAP versions', async (ctx) => {
    const missing = zeepMissing();
    if (missing !== null) {
      if (process.env.CI !== undefined) throw new Error(missing);
      process.stderr.write(`skipped: ${missing}\n`);
      ctx.skip(missing);
    }
    lines.length = 0;
    const answers = await callWithZeep();
    const posts = lines.filter((line) => line.startsWith('POST')).map((line) => line.split(' ').slice(1, 4).join(' '));
    const versions = ['soap11', 'soap12'];
    expect(posts).toEqual(versions.flatMap((version) => known.operations.map((one) => `${one.name} ${version} 200`)));
    expect(Object.keys(answers)).toEqual(['soap11', 'soap12']);
    for (const version of Object.values(answers)) {
      expect(Object.keys(version)).toEqual(known.operations.map((one) => one.name));
      for (const operation of known.operations) {
        const result = version[operation.name];
        const found = Array.isArray(result) ? result[0] : result;
        const names = known.records.get(operation.result.record)?.fields.map((field) => field.name);
        expect(Object.keys(found ?? {})).toEqual(names);
        expect(Object.entries(found ?? {}).filter(([, value]) => value === null)).toEqual([]);
      }
      expect(version.GetModel_VehicleType).toMatchObject({ Modelnames: { string: ['Civic'] } });
    }
  });
});

type ZeepAnswers = Readonly<Record<string, Readonly<Record<string, object | readonly object[] | null>>>>;

function zeepMissing(): string | null {
  const tried = spawnSync(PYTHON, ['-c', 'import zeep'], { encoding: 'utf8' });
  if (tried.error !== undefined) return `${PYTHON} can't be run, so zeep does not test the WSDL`;
  return tried.status === 0 ? null : `${PYTHON} has no zeep (Debian: python3-zeep), so zeep does not test the WSDL`;
}

async function callWithZeep(): Promise<ZeepAnswers> {
  const script = fileURLToPath(new URL('zeep-client.py', import.meta.url));
  const child = spawn(PYTHON, [script, server.url]);
  child.stdin.end(JSON.stringify(Object.fromEntries(known.operations.map((one) => [one.name, typed(one)]))));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (errors !== '') throw new Error(errors);
  return JSON.parse(output) as ZeepAnswers;
}
