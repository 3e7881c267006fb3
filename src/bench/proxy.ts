import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'undici';
import { defaultNamespace, loadContract } from '../contract/load.ts';
import type { BindingName, Contract } from '../contract/model.ts';
import { bindingNames } from '../contract/operations.ts';
import { MAIN, started } from './child.ts';
import { atLeast, below, type Line } from './line.ts';
import { type LoadedCall, loadRequest } from './load-requests.ts';
import { median } from './rounds.ts';
import { compared } from './server.ts';

const CALLS = 300;

const ASKED: readonly (readonly [string, BindingName])[] = [
  ['Get_Inventory', 'soap11'],
  ['Get_Inventory', 'http-get'],
  ['Get_Video_Links', 'soap11'],
];

/**
 * The reference server directly and through the proxy, in turns: answers per second, CPU of either process per answer,
 * and how long a single call takes. All credentials are one client's: each new one would be masked for the first time.
 */
export async function proxy(rounds: number): Promise<readonly Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-bench-'));
  const server = await started(MAIN, ['serve', '--port', '0', '--quiet'], /listens on (\S+)/);
  const args = ['proxy', server.found, '--port', '0', '--quiet', '--reports', folder];
  const between = await started(MAIN, args, /listens on (\S+)/);
  const lines: Line[] = [];
  try {
    const { share, note } = await compared(between, server, reads(), rounds, 1);
    lines.push(atLeast('all reads in all bindings, through the proxy', share, 0.5, note));
    for (const [operation, binding] of ASKED) {
      const { share, note } = await compared(between, server, [{ operation, binding }], rounds, 1);
      lines.push(atLeast(`${operation}/${binding}, through the proxy`, share, 0.5, note));
      const added =
        (await latency(between.found, operation, binding)) - (await latency(server.found, operation, binding));
      lines.push(below(`${operation}/${binding}, added to a single call (median)`, [added], 1, 'ms'));
    }
  } finally {
    await between.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return lines;
}

const contract: Contract = loadContract(defaultNamespace());

/** A call to each operation but the order, which would fill the server's memory, through each binding. */
function reads(): readonly LoadedCall[] {
  const operations = contract.operations.filter(({ effect }) => effect === 'read');
  return operations.flatMap(({ name: operation }) => bindingNames.map((binding) => ({ operation, binding })));
}

/** Milliseconds of a call, the median of many, one after the other on one connection. */
async function latency(url: string, operation: string, binding: BindingName): Promise<number> {
  const client = new Client(url);
  const { method, path, headers, body } = loadRequest(contract, { operation, binding }, 0);
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
