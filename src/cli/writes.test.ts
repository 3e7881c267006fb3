import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { OutResponse } from '../reference/wire/message.ts';
import { folded } from '../results/folded.fixture.ts';
import type { Finding } from '../results/outcome.ts';
import { cli, newFolder } from './cli.fixture.ts';
import { mutated, serving } from './compare.fixture.ts';

/** A server that counts the orders and the reads that it answers. */
async function shop() {
  let orders = 0;
  let all = 0;
  const count = (operation: string | null, add: () => void) =>
    mutated(operation, {
      response: (response: OutResponse) => {
        add();
        return response;
      },
    });
  const url = await serving([count('Add_toCart', () => (orders += 1)), count(null, () => (all += 1))]);
  return { url, orders: () => orders, reads: () => all - orders };
}

const ORDER = 'http.status@Add_toCart/soap12';
const READ = 'http.status@Get_Inventory/soap12';
const results = folded({
  verdicts: { [ORDER]: 'fail', [READ]: 'fail' },
  options: { operations: ['Add_toCart', 'Get_Inventory'], includeWrites: true },
});

/** A folder with results of a target with these findings, and a config file that permits writes, but only to runs. */
function folderOf(target: string, findings: readonly Finding[]): string {
  const folder = newFolder();
  writeFileSync(join(folder, 'results.json'), JSON.stringify({ ...results, target, findings }));
  writeFileSync(join(folder, 'getdata.config.json'), JSON.stringify({ target, includeWrites: true }));
  return folder;
}

test('replay sends an order again only with --include-writes; what was not sent is listed', async () => {
  const { url, orders, reads } = await shop();
  const folder = folderOf(url, results.findings);
  const replay = (...argv: readonly string[]) => cli(['replay', 'results.json', '--trust-config', ...argv], { folder });
  const without = await replay();
  const line = `not sent: ${ORDER} (it changes state at the server; --include-writes calls it)\n`;
  expect([without.exitCode, orders(), reads()]).toEqual([3, 0, 1]);
  expect(without.out).toContain(line);
  expect(without.out).toContain(`passes now: ${READ}\n`);
  const alone = await replay(ORDER);
  expect([alone.exitCode, alone.out.endsWith(line), orders()]).toEqual([3, true, 0]);
  const allowed = await replay(ORDER, '--include-writes');
  expect([allowed.exitCode, orders()]).toEqual([0, 1]);
});

test('so many orders are sent in one go and no more, however many findings a file has', async () => {
  const { url, orders } = await shop();
  const [finding] = results.findings;
  const many = Array.from({ length: 30 }, (_, n) => ({ ...finding, id: `${ORDER}${n}` }) as Finding);
  const argv = ['replay', 'results.json', '--include-writes'];
  const { exitCode, out } = await cli(argv, { folder: folderOf(url, many) });
  expect([exitCode, orders()]).toEqual([3, 12]);
  expect(out.match(/^not sent: .*\(12 calls that change state were sent; no more are sent\)$/gm)).toHaveLength(18);
});

test('an order in a finding of a read is refused before anything is sent', async () => {
  const { url, orders, reads } = await shop();
  const forged = results.findings.map((one) => ({ ...one, call: { ...one.call, operation: 'Add_toCart' } }));
  const { exitCode, err } = await cli(['replay', 'results.json'], { folder: folderOf(url, forged) });
  expect([exitCode, orders(), reads()]).toEqual([2, 0, 0]);
  expect(err).toBe(`error: finding ${READ} has a call of 'Add_toCart'; expected one of Get_Inventory\n`);
});

test.each([
  ['without', 0, []],
  ['with', 3, ['--include-writes']],
])('compare %s --include-writes sends %d orders to each server', async (_word, sent, flags) => {
  const [a, b] = [await shop(), await shop()];
  const few = ['--operations', 'Add_toCart', '--bindings', 'soap11', '--profile', 'quick', '--seed', '1'];
  await cli(['compare', a.url, b.url, ...few, ...flags], { folder: folderOf(a.url, []) });
  expect([a.orders(), b.orders()]).toEqual([sent, sent]);
});
