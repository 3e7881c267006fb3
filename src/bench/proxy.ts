import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'undici';
import { cellName } from '../contract/cell-name.ts';
import { defaultNamespace, loadContract } from '../contract/load.ts';
import type { Contract } from '../contract/model.ts';
import { bindingNames } from '../contract/operations.ts';
import { MAIN, type Served, started } from './child.ts';
import { atLeast, below, type Line } from './line.ts';
import { type LoadedCall, loadRequest } from './load-requests.ts';
import { median } from './rounds.ts';
import { compared } from './server.ts';

const CALLS = 300;

const contract: Contract = loadContract(defaultNamespace());

const SINGLE: readonly LoadedCall[] = [
  { operation: 'Get_Inventory', binding: 'soap11' },
  { operation: 'Get_Inventory', binding: 'http-get' },
  { operation: 'Get_Video_Links', binding: 'soap11' },
];

/** A call to each operation but the order, which would fill the server's memory, through each binding. */
function reads(): readonly LoadedCall[] {
  const operations = contract.operations.filter(({ effect }) => effect === 'read');
  return operations.flatMap(({ name: operation }) => bindingNames.map((binding) => ({ operation, binding })));
}

/**
 * The reference server directly and through the proxy, in turns: answers per second, CPU of either process per answer,
 * and how long a single call takes. All credentials are one client's: each new one would be masked for the first time.
 */
export async function proxy(rounds: number): Promise<readonly Line[]> {
  const server = await started(MAIN, ['serve', '--port', '0', '--quiet'], /listens on (\S+)/);
  try {
    const lines = [...(await through(server, 'all reads in all bindings', reads(), rounds))];
    for (const call of SINGLE) lines.push(...(await through(server, cellName(call), [call], rounds)));
    return lines;
  } finally {
    await server.stop();
  }
}

/** Calls through a proxy of their own, whose recording has room for them. */
async function through(server: Served, what: string, calls: readonly LoadedCall[], rounds: number) {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-bench-'));
  const args = ['proxy', server.found, '--port', '0', '--quiet', '--reports', folder];
  const between = await started(MAIN, args, /listens on (\S+)/);
  try {
    const { share, note } = await compared(between, server, calls, rounds, 1);
    const lines = [atLeast(`${what}, through the proxy`, share, 0.5, note)];
    const [call] = calls;
    if (call === undefined || calls.length > 1) return lines;
    const added = (await latency(between.found, call)) - (await latency(server.found, call));
    return [...lines, below(`${what}, added to a single call (median)`, [added], 1, 'ms')];
  } finally {
    await between.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Milliseconds of a call, the median of many, one after the other on one connection. */
async function latency(url: string, call: LoadedCall): Promise<number> {
  const client = new Client(url);
  const { method, path, headers, body } = loadRequest(contract, call, 0);
  const times: number[] = [];
  for (let n = 0; n < CALLS; n += 1) {
    const from = performance.now();
    const answer = await client.request({ method: method as 'GET', path, headers: headers.flat(), body });
    await answer.body.dump();
    times.push(performance.now() - from);
  }
  await client.close();
  return median(times);
}
