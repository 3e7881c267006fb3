import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'undici';
import { defaultNamespace, loadContract } from '../contract/load.ts';
import type { BindingName, Contract } from '../contract/model.ts';
import { MAIN, started } from './child.ts';
import { atLeast, below, type Line } from './line.ts';
import { loadRequest } from './load-requests.ts';
import { median } from './rounds.ts';

const CONNECTIONS = 32;
const SECONDS = 2;
const CALLS = 300;

const ASKED: readonly (readonly [string, BindingName])[] = [
  ['Get_Inventory', 'soap11'],
  ['Get_Inventory', 'http-get'],
  ['Get_Video_Links', 'soap11'],
];

/** The reference server straight and through the proxy, in turns: answers a second, and how long a call alone takes. */
export async function proxy(rounds: number): Promise<readonly Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-bench-'));
  const server = await started(MAIN, ['serve', '--port', '0', '--quiet'], /listens on (\S+)/);
  const args = ['proxy', server.found, '--port', '0', '--quiet', '--reports', folder];
  const between = await started(MAIN, args, /listens on (\S+)/);
  const lines: Line[] = [];
  try {
    for (const [operation, binding] of ASKED) {
      const [straight, through]: [number[], number[]] = [[], []];
      for (let n = 0; n < rounds; n += 1) {
        straight.push(await perSecond(server.found, operation, binding));
        through.push(await perSecond(between.found, operation, binding));
      }
      const [all, passed] = [median(straight), median(through)];
      const note = `(${Math.round(passed)} and ${Math.round(all)}/s)`;
      lines.push(atLeast(`${operation}/${binding}, through the proxy`, passed / all, 0.5, note));
      const added =
        (await latency(between.found, operation, binding)) - (await latency(server.found, operation, binding));
      lines.push(below(`${operation}/${binding}, added to a call alone (median)`, added, 1, 'ms'));
    }
  } finally {
    between.stop();
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return lines;
}

/** With the credentials of one client: those of others would be masked for the first time again and again. */
async function perSecond(url: string, operation: string, binding: BindingName): Promise<number> {
  const loader = await started('load.js', [url, operation, binding, `${CONNECTIONS}`, `${SECONDS}`, '1'], /^(\{.*\})$/);
  loader.stop();
  return (JSON.parse(loader.found) as { readonly perSecond: number }).perSecond;
}

const contract: Contract = loadContract(defaultNamespace());

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
