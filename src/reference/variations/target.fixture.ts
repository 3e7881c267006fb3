import { connect } from 'node:net';
import { baseCall } from '../../calls/calls.ts';
import type { Pools } from '../../calls/pools.ts';
import { loadContract } from '../../contract/load.ts';
import type { BindingName, Cell, Contract } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import { openSession, type Session } from '../../engine/cell/session.ts';
import { harvest } from '../../engine/plan/harvest.ts';
import { openClient } from '../../engine/send/client.ts';
import type { RunOptions } from '../../options/model.ts';
import { completeOptions } from '../../options/run-options.ts';
import { exampleCall } from '../../options/values.ts';
import { patience } from '../../patience.fixture.ts';
import { bindings } from '../../wire/soap/bindings.ts';
import type { Call } from '../../wire/soap/call.ts';
import { createSchemaValidator, type SchemaValidator } from '../../xml/schema.ts';
import { mutation } from '../defects/defects.ts';
import type { Mutation } from '../mutation.ts';
import { startReferenceServer } from '../server.ts';
import type { VariationChange } from './variation.ts';
import { variations } from './variations.ts';

export const contract: Contract = loadContract('https://www.dealer.example/');

/** The cell of that operation and binding. */
export function cellOf(operation: string, binding: BindingName): Cell {
  return { operation: operationNamed(contract, operation), binding };
}

/** The server that differs by the variation of that name. */
export function variation(id: string): Mutation {
  const found = variations.find((one) => one.id === id);
  if (found === undefined) throw new Error(`there is no variation '${id}'`);
  return everywhere(found);
}

/** A server that makes a change in all cells where it can be seen. */
export function everywhere(change: VariationChange): Mutation {
  return mutation(change, { operation: null, binding: null }, contract);
}

/** The options of a quick run over everything, with a sample for each operation in the catalogue. */
export function quickRun(target: string): RunOptions {
  const sent = { target, namespace: contract.namespace, profile: 'quick', includeWrites: true };
  const flags = { ...sent, failOn: 'recommended', concurrency: '4', timeout: `${patience(5000)}` };
  const samples = contract.operations.map((operation) => exampleCall(operation, contract));
  return { ...completeOptions({ flags, env: {}, config: null, randomSeed: 1 }), samples };
}

let validator: Promise<SchemaValidator> | null = null;

/** A validator for all tests of a process: it compiles each schema of the contract once. */
export function sharedValidator(): Promise<SchemaValidator> {
  validator ??= createSchemaValidator();
  return validator;
}

let known: Promise<Pools> | null = null;

/** What a run learns from the unchanged server, asked once for all tests of a process. */
export function harvested(): Promise<Pools> {
  known ??= harvestOfReference();
  return known;
}

async function harvestOfReference(): Promise<Pools> {
  const server = await startReferenceServer({ contract });
  const options = quickRun(server.url);
  const client = openClient(server.url, contract, options);
  const pools = await harvest(client, options);
  await client.close();
  await server.close();
  return pools;
}

/** Runs something against a reference server with mutations, in its own session. */
export async function against<T>(
  defects: readonly Mutation[],
  pools: Pools,
  validator: SchemaValidator,
  run: (session: Session) => Promise<T>,
): Promise<T> {
  const server = await startReferenceServer({ contract, defects });
  const plan = { options: quickRun(server.url), baseUrl: server.url, pools, resultsPath: 'reports/results.json' };
  const session = await openSession(plan, { contract, validator });
  try {
    return await run(session);
  } finally {
    await session.close();
    await server.close();
  }
}

/** Both XML Schema libraries as one: it objects if either does. */
export async function bothValidators(): Promise<SchemaValidator> {
  const native = await createSchemaValidator('libxmljs2');
  const wasm = await createSchemaValidator('libxml2-wasm');
  return {
    library: `${native.library} and ${wasm.library}`,
    name: `${native.name} and ${wasm.name}`,
    validate: (...input) => {
      const verdict = native.validate(...input);
      return verdict.kind === 'valid' ? wasm.validate(...input) : verdict;
    },
    dispose: () => {
      native.dispose();
      wasm.dispose();
    },
  };
}

/**
 * A server's answers to the sample of a cell and to a call that finds nothing, byte for byte except the time. Over a
 * bare socket, since HTTP clients hide how an answer is written.
 */
export async function wireAnswers(url: string, cell: Cell): Promise<string> {
  const { operation } = cell;
  const sample = baseCall({ operation, contract, pools: { values: {}, rows: [] } });
  const nothing = Object.fromEntries(
    operation.parameters.map(({ name, type }) => [name, type === 'string' ? '-' : '-1']),
  );
  const [first, second] = await Promise.all([
    overSocket(url, requestText(cell, sample)),
    overSocket(url, requestText(cell, { ...sample, values: nothing })),
  ]);
  return `${first}\n${second}`.replace(/^Date: .*$/gm, '');
}

function requestText(cell: Cell, call: Call): string {
  const credentials = { DealerID: 'D1001', APIKEY: 'key-1001', Password: 'secret-1001' };
  const context = { contract, basePath: '', credentials };
  const { method, path, headers, body } = bindings[cell.binding].encode(call, context);
  const length = body === null ? [] : [`Content-Length: ${body.byteLength}`];
  const lines = [
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...length,
    'Host: dealer',
    'Connection: close',
  ];
  return [`${method} ${path} HTTP/1.1`, ...lines, '', new TextDecoder().decode(body ?? undefined)].join('\r\n');
}

function overSocket(url: string, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(request));
    socket.on('data', (part) => parts.push(part));
    socket.on('error', reject);
    socket.on('end', () => {
      socket.end();
      resolve(Buffer.concat(parts).toString('utf8'));
    });
  });
}
