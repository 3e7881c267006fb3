import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'undici';
import { cellName } from '../../contract/cell-name.ts';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import type { Contract } from '../../contract/model.ts';
import { bindingNames } from '../../contract/operations.ts';
import { maskingOf } from '../../results/har/secrets.ts';
import { MAIN, type Served, started } from './child.ts';
import { atLeast, atMost, below, type Line } from './line.ts';
import { type LoadedCall, loadRequest } from './load-requests.ts';
import { watchMemory } from './process-cost.ts';
import { median } from './rounds.ts';
import { MOST_MEMORY } from './scaling.ts';
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
 * and how long a single call takes. All credentials are one client's, but for a line with many sessions; then masking.
 */
export async function proxy(rounds: number): Promise<readonly Line[]> {
  const server = await started(MAIN, ['serve', '--port', '0', '--quiet'], /listens on (\S+)/);
  try {
    const lines = [...(await through(server, 'all reads in all bindings', reads(), rounds))];
    for (const call of SINGLE) lines.push(...(await through(server, cellName(call), [call], rounds)));
    const carts: LoadedCall = { operation: 'Add_toCart', binding: 'http-get' };
    lines.push(...(await through(server, 'Add_toCart/http-get with 1,000 sessions', [carts], rounds, 1000)));
    return [...lines, ...(await shadowed(server, rounds)), maskedBody(rounds), await waiting(server, rounds)];
  } finally {
    await server.stop();
  }
}

/** Calls through a proxy of their own, whose recording has room for them. Those of many sessions are each read anew. */
async function through(server: Served, what: string, calls: readonly LoadedCall[], rounds: number, clients = 1) {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-bench-'));
  const args = ['proxy', server.found, '--port', '0', '--quiet', '--reports', folder];
  const between = await started(MAIN, args, /listens on (\S+)/);
  try {
    const { share, note } = await compared(between, server, calls, rounds, clients);
    const least = clients > 1 ? 0.05 : calls.length > 1 ? 0.6 : 0.5;
    const lines = [atLeast(`${what}, through the proxy`, share, least, note)];
    const [call] = calls;
    if (call === undefined || calls.length > 1 || clients > 1) return lines;
    const added = (await latency(between.found, call)) - (await latency(server.found, call));
    return [...lines, below(`${what}, added to a single call (median)`, [added], 1, 'ms')];
  } finally {
    await between.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The proxy that also sends each read to a new server, against the proxy alone: clients should not notice. */
async function shadowed(server: Served, rounds: number): Promise<readonly Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-bench-'));
  const neu = await started(MAIN, ['serve', '--port', '0', '--quiet'], /listens on (\S+)/);
  const args = ['proxy', server.found, '--port', '0', '--quiet', '--reports'];
  const alone = await started(MAIN, [...args, join(folder, 'alone')], /listens on (\S+)/);
  const both = await started(MAIN, [...args, join(folder, 'both'), '--also', neu.found], /listens on (\S+)/);
  try {
    const call: LoadedCall = { operation: 'Get_Inventory', binding: 'soap11' };
    const added = (await latency(both.found, call)) - (await latency(alone.found, call));
    const memory = watchMemory(both.child.pid ?? 0);
    const { share, note } = await compared(both, alone, [call], rounds, 1);
    return [
      atMost('proxy with --also under load: peak MB of memory', [memory().together], MOST_MEMORY),
      below('Get_Inventory/soap11, added to a single call by --also (median)', [added], 0.1, 'ms'),
      atLeast('Get_Inventory/soap11, proxy with --also to proxy alone', share, 0.9, note),
    ];
  } finally {
    await Promise.all([neu.stop(), alone.stop(), both.stop()]);
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

/** Milliseconds of CPU to find 40 secrets of an exchange, and to mask them in a body of 1 MB. */
function maskedBody(rounds: number): Line {
  const secrets = [...Array(40).keys()].map((n) => `secret-${n}-${'abcdefgh'.repeat(5)}-${n * 7919}`);
  const path = `/x?${secrets.map((secret) => `SessionID=${secret}`).join('&')}`;
  const text = `<r>${secrets
    .map((secret) => `<a>${secret} and <b>other &amp; text</b></a>`)
    .join('\n')
    .repeat(250)}</r>`;
  const body = new TextEncoder().encode(text.slice(0, 1_000_000));
  const response = { status: 200, reason: 'OK', version: '1.1', headers: [], body, complete: true, surplus: 0 };
  const request = { method: 'GET', path, headers: [], body: null };
  const times = [...Array(rounds + 1).keys()].map(() => {
    const before = process.cpuUsage();
    maskingOf({ request, outcome: { kind: 'response', response } }).redact(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return below('a body of 1 MB with 40 secrets, masked', times.slice(1), 1000, 'ms of CPU');
}

const UPLOAD = new TextEncoder().encode('name='.repeat(3_000_000));

/** The longest that another client waits while one sends 15 MB, as a multiple of that where bodies are not read. */
async function waiting(server: Served, rounds: number): Promise<Line> {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-bench-'));
  const args = ['proxy', server.found, '--port', '0', '--quiet', '--reports', folder];
  const [masking, plain] = [
    await started(MAIN, args, /listens on (\S+)/),
    await started(MAIN, [...args.slice(0, -1), join(folder, 'plain'), '--max-body', '1000000'], /listens on (\S+)/),
  ];
  const ratios: number[] = [];
  for (let n = 0; n < rounds; n += 1)
    ratios.push((await longestWait(masking.found)) / (await longestWait(plain.found)));
  await Promise.all([masking.stop(), plain.stop()]);
  rmSync(folder, { recursive: true, force: true });
  return below('longest wait of others while one sends 15 MB, to that unread', ratios, 3, 'times');
}

async function longestWait(url: string): Promise<number> {
  let isOver = false;
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const sent = fetch(`${url}/getData.asmx/McatCodes`, { method: 'POST', body: UPLOAD, headers: type });
  const upload = sent
    .then((answer) => answer.text())
    .finally(() => {
      isOver = true;
    });
  let longest = 0;
  for (let after = 0; after < 20; after += isOver ? 1 : 0) {
    const from = performance.now();
    await (await fetch(`${url}/getData.asmx?wsdl`)).text();
    longest = Math.max(longest, performance.now() - from);
  }
  await upload;
  return longest;
}
