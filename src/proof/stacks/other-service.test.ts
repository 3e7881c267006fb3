import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { command } from '../../cli/command.fixture.ts';
import type { Comparison } from '../../features/comparison/servers/comparison.ts';
import { patience } from '../../patience.fixture.ts';
import type { ReferenceServer } from '../../reference/server.ts';
import { whyMissing } from '../bench/clients/soap-clients.ts';
import { startAsmx } from '../equal/asmx-server.ts';

const folder = fileURLToPath(new URL('../../../fixtures/services/shop', import.meta.url));
const children: ChildProcess[] = [];
let mono: ReferenceServer | null = null;

afterAll(async () => {
  for (const child of children) child.kill();
  await mono?.close();
});

/** The address of the shop on PHP. @param env - with DIFFERENT it says three things otherwise */
function php(env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn('php', ['-S', '127.0.0.1:0', 'shop.php'], { cwd: folder, env: { ...process.env, ...env } });
  children.push(child);
  return new Promise((resolve, reject) => {
    const hear = (text: Buffer): void => {
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(`${text}`) ?? [];
      if (url !== undefined) resolve(`${url}/shop.php`);
    };
    child.stderr.on('data', hear);
    child.once('exit', (code) => reject(new Error(`PHP ended with ${code}`)));
  });
}

const programs = {
  mono: { packages: 'mono-mcs, mono-xsp4', probe: ['sh', '-c', 'command -v mcs && command -v xsp4'] },
  php: { packages: 'php-cli, php-soap', probe: ['php', '-r', 'new SoapServer(null, ["uri" => "a"]);'] },
} as const;

/** The comparison of the shop on Mono with that on PHP. */
async function comparing(env: NodeJS.ProcessEnv, skip: (reason: string) => void, args: readonly string[]) {
  for (const [name, one] of Object.entries(programs)) {
    const missing = whyMissing({ name, ...one });
    if (missing !== null && process.env.CI === undefined) skip(missing);
  }
  mono ??= await startAsmx('http://shop.example/', { folder: 'services/shop', page: 'Shop.asmx' });
  const reads = ['--reads', 'GetProduct,ListProducts,Search,Convert,Tags,IsOpen'];
  const how = ['--wsdl', join(folder, 'shop.wsdl'), ...reads, '--seed', '3', '--timeout', `${patience(10_000)}`];
  const ended = await command(['compare', `${mono.url}/Shop.asmx`, await php(env), ...how, ...args]);
  const comparison: Comparison = JSON.parse(readFileSync(join(ended.folder, 'reports/compare.json'), 'utf8'));
  return { ended, comparison };
}

test('the same service on Mono and on PHP says the same: dates, decimals, enumerations, nested records and lists', async ({
  skip,
}) => {
  const { ended, comparison } = await comparing({}, skip, ['--only', 'data,wsdl']);
  expect(comparison.differences.map(({ subject }) => subject)).toEqual([]);
  expect(comparison.cells.map(({ state }) => state)).toEqual(Array.from({ length: 12 }, () => 'same'));
  expect(ended.code).toBe(0);
});

test('three differences in what it says are told, and no others', async ({ skip }) => {
  const { ended, comparison } = await comparing({ DIFFERENT: '1' }, skip, ['--only', 'data,wsdl']);
  const price = comparison.differences.find(({ subject }) => subject === 'Product.Price.Amount');
  expect([price?.a, price?.b]).toEqual(['24.95', '24.9']);
  // Lists of fewer records are two lines: fewer, and none.
  const subjects = new Set(comparison.differences.map(({ subject }) => subject));
  expect([...subjects].toSorted()).toEqual(['Product', 'Product.Added', 'Product.Price.Amount']);
  expect(ended.code).toBe(1);
});

test('how the two write it is told too, and that the operation which is no read was not called', async ({ skip }) => {
  const { ended, comparison } = await comparing({}, skip, ['--profile', 'quick']);
  expect(new Set(comparison.differences.map(({ kind }) => kind))).toEqual(new Set(['form', 'spelling']));
  expect(comparison.cells.some(({ operation }) => operation === 'Remove')).toBe(false);
  expect(ended.out).not.toContain('Remove');
});
