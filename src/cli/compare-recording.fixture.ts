import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../base/cli-io.ts';
import { checkFile } from '../base/schemas/validate.ts';
import { bindingNames } from '../contract/operations.ts';
import type { Comparison } from '../features/comparison/servers/comparison.ts';
import { exchangeBytes } from '../features/traffic/proxy/proxy.fixture.ts';
import { goldenRequest, goldenRequests } from '../rules/client/golden-requests.fixture.ts';
import type { HttpRequest } from '../wire/http/exchange.ts';
import { cli, newFolder } from './cli.fixture.ts';
import { bytesOf, proxied } from './proxy.fixture.ts';

/** What the proxy records of these requests to a server, as data of a HAR. */
export async function recordingOf(server: string, requests: readonly HttpRequest[]) {
  const ran = await proxied(server, async (url) => {
    for (const request of requests) await exchangeBytes(url, bytesOf(request));
  });
  return JSON.parse(ran.read('traffic.har'));
}

/** Compares a recording with a server. */
export async function comparedWith(
  recording: unknown,
  server: string,
  args: readonly string[] = [],
  env: Environment = {},
) {
  const folder = newFolder();
  writeFileSync(join(folder, 'old.har'), JSON.stringify(recording));
  const ended = await cli(['compare', 'old.har', server, ...args], { folder, env });
  const file = (name: string): string => readFileSync(join(folder, 'reports', name), 'utf8');
  const comparison: unknown = JSON.parse(file('compare.json'));
  checkFile<Comparison>('compare', comparison);
  return { ...ended, folder, comparison, file };
}

export const named = (found: Comparison['differences'] | Comparison['unstable']) =>
  found.map(({ kind, subject }) => `${kind} ${subject}`);
export const times = (count: number, requests: readonly HttpRequest[]) => Array(count).fill(requests).flat();
export const stock = bindingNames.map((binding) => goldenRequest('Get_Inventory', binding));
export const reads = goldenRequests.flatMap(({ cell, request }) => (cell.operation.effect === 'read' ? [request] : []));
