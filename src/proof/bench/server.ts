import { cellName } from '../../contract/cell-name.ts';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import type { BindingName } from '../../contract/model.ts';
import type { HttpRequest } from '../../wire/http/exchange.ts';
import { MAIN, type Served, started } from './child.ts';
import { atLeast, type Line } from './line.ts';
import { type LoadedCall, loadRequest } from './load-requests.ts';
import { cpuSeconds } from './process-cost.ts';
import { middle, type Round, shares } from './rounds.ts';

const CONNECTIONS = 32;
const SECONDS = 2;
/** Bytes below which node:http itself takes most of the time. */
const SMALL = 1000;

/** The calls: a list of records and a single one in all bindings, and an operation that selects among vehicles. */
const ASKED: readonly (readonly [string, BindingName])[] = [
  ['Get_Video_Links', 'soap11'],
  ['Get_Video_Links', 'soap12'],
  ['Get_Video_Links', 'http-get'],
  ['Get_Video_Links', 'http-post'],
  ['Get_Inventory', 'soap11'],
  ['Get_Inventory', 'http-get'],
  ['GetModel_VehicleType', 'soap11'],
];

/** The reference server against a bare node:http server that returns the same bytes, one after the other in each round. */
export async function server(rounds: number): Promise<readonly Line[]> {
  const contract = loadContract(defaultNamespace());
  const reference = await started(MAIN, ['serve', '--port', '0', '--quiet'], /listens on (\S+)/);
  const lines: Line[] = [];
  try {
    for (const [operation, binding] of ASKED) {
      const request = loadRequest(contract, { operation, binding }, 0);
      const { bytes, answer } = await answerOf(reference.found, request);
      const least = bytes >= SMALL ? 0.6 : binding === 'http-get' ? 0.5 : 0.4;
      const bare = await started('bare-server.js', [answer], /^(http:\S+)$/);
      try {
        const { share, note } = await compared(reference, bare, [{ operation, binding }], rounds);
        lines.push(atLeast(`${operation}/${binding}, ${bytes} bytes`, share, least, note));
      } finally {
        await bare.stop();
      }
    }
  } finally {
    await reference.stop();
  }
  return lines;
}

async function answerOf(url: string, { method, path, headers, body }: HttpRequest) {
  const lines = headers.map(([name, value]): [string, string] => [name, value]);
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: lines,
    body: body === null ? null : new Uint8Array(body),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`);
  const sent = ['Cache-Control', 'Content-Type', 'Content-Length'];
  const kept = sent.flatMap((name) => [name, answer.headers.get(name) ?? '']);
  return { bytes: Buffer.byteLength(text), answer: JSON.stringify({ status: 200, headers: kept, body: text }) };
}

/** Two servers in turns under the same calls. @param clients - how many have credentials of their own */
export async function compared(
  one: Served,
  other: Served,
  calls: readonly LoadedCall[],
  rounds: number,
  clients = 500,
) {
  const seen = { one: [] as Round[], other: [] as Round[] };
  await loaded(one, calls, clients);
  await loaded(other, calls, clients);
  for (let n = 0; n < rounds; n += 1) {
    seen.one.push(await loaded(one, calls, clients));
    seen.other.push(await loaded(other, calls, clients));
  }
  const [ours, theirs] = [middle(seen.one), middle(seen.other)];
  const cpu = `CPU ${Math.round(ours.cpuPerCall)} and ${Math.round(theirs.cpuPerCall)} µs`;
  return {
    share: shares(seen.one, seen.other),
    note: `(${Math.round(ours.perSecond)} and ${Math.round(theirs.perSecond)}/s, ${cpu}: ${(theirs.cpuPerCall / ours.cpuPerCall).toFixed(2)})`,
  };
}

async function loaded({ found, child }: Served, calls: readonly LoadedCall[], clients: number): Promise<Round> {
  const before = cpuSeconds(child.pid);
  const args = [found, calls.map(cellName).join(','), `${CONNECTIONS}`, `${SECONDS}`, `${clients}`];
  const loader = await started('load.js', args, /^(\{.*\})$/);
  const { perSecond, answered } = JSON.parse(loader.found) as { readonly perSecond: number; readonly answered: number };
  await loader.stop();
  return { perSecond, cpuPerCall: ((cpuSeconds(child.pid) - before) * 1e6) / answered };
}
