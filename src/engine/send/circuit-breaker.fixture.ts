import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import type { BindingName, Cell } from '../../contract/model.ts';
import { completeOptions } from '../../options/run-options.ts';
import { patience } from '../../patience.fixture.ts';
import type { Exchange } from '../../wire/http/exchange.ts';
import { startRawServer } from '../../wire/http/raw-server.fixture.ts';
import type { Witness } from '../plan/run-plan.ts';
import { withCircuitBreaker } from './circuit-breaker.ts';
import { openClient } from './client.ts';

const contract = loadContract(defaultNamespace());
export const call = { operation: 'McatCodes', values: { Modelname: 'x' }, header: null };

export function cell(binding: BindingName, name = 'McatCodes'): Cell {
  const operation = contract.operations.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`there is no ${name}`);
  return { operation, binding };
}

/** A guarded client, which notes its pauses, of a server that does as told; its time limit is short only where it is about that. */
export async function guarded(
  answer: (socket: Socket, request: string, total: number) => void,
  timeout = patience(30_000),
  before?: readonly Witness[],
) {
  const server = await startRawServer((socket, request) => answer(socket, request, server.requests.length));
  const options = completeOptions({
    flags: { target: server.url.href, timeout: `${timeout}`, concurrency: '4', includeWrites: true },
    env: {},
    config: null,
    randomSeed: 1,
  });
  const pauses: number[] = [];
  const slowed: number[] = [];
  const open = openClient(server.url.href, contract, options);
  const noting = { hold: (ms: number) => void pauses.push(ms), slow: () => void slowed.push(pauses.length) };
  const client = withCircuitBreaker({ ...open, ...noting }, options, before);
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  const ask = async (asked: Cell, times: number): Promise<readonly string[]> => {
    const kinds: string[] = [];
    for (let i = 0; i < times; i += 1) kinds.push(kindOf(await client.call(asked, call)));
    return kinds;
  };
  return { server, client, ask, pauses, slowed };
}

export function kindOf({ outcome }: Exchange): string {
  return outcome.kind === 'response' ? `${outcome.response.status}` : outcome.trouble.kind;
}

export const isGet = (request: string): boolean => request.startsWith('GET');

export const answering = (status: string): string => `HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`;
