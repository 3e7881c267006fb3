import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadContract } from '../contract/load.ts';
import { defectNamed, mutation } from '../reference/defects/defects.ts';
import { startReferenceServer } from '../reference/server.ts';
import { checkResults } from '../results/read.ts';
import { commandHere, resultsOf } from './command.fixture.ts';

const contract = loadContract('http://dealer.example/webservices/');
const asked = ['--namespace', contract.namespace, '--profile', 'quick', '--operations', 'Get_Inventory,McatCodes'];

/** A server with a defect in one cell until it is repaired. */
async function repairable() {
  const defect = defectNamed('fields-swapped');
  if (defect === undefined) throw new Error('there is no such defect');
  let isBroken = true;
  const fault = mutation(defect, { operation: 'Get_Inventory', binding: 'soap12' }, contract);
  const applies: typeof fault.applies = (...cell) => isBroken && fault.applies(...cell);
  const server = await startReferenceServer({ contract, defects: [{ ...fault, applies }] });
  onTestFinished(() => server.close());
  const repair = (): void => {
    isBroken = false;
  };
  return { url: server.url, repair };
}

test('a rerun takes the place of the cells that it ran, and no report of the run before stays', async () => {
  const { url, repair } = await repairable();
  const first = await commandHere(['run', url, ...asked, '--seed', '1', '--reporter', 'html,junit,har']);
  const before = resultsOf(first);
  const { folder } = first;
  const file = (name: string): string => readFileSync(join(folder, 'reports', name), 'utf8');
  writeFileSync(join(folder, 'reports/ctrf.json'), '{"results": "of another tool"}');
  expect([first.code, before.cells.length, file('junit.xml')]).toEqual([1, 8, expect.stringContaining('<failure')]);
  repair();
  const again = await commandHere(['run', url, '--rerun-failed'], {}, folder);
  const now = resultsOf(again);
  checkResults(now);
  expect([again.code, now.verdict, now.cells.length, now.findings]).toEqual([0, 'conformant', 8, []]);
  expect(now.totals.cells).toMatchObject({ pass: 8, fail: 0 });
  expect(now.options.cells).toBeNull();
  // Only the cell that was run again has not been run before.
  const old = now.cells.filter(({ ranAt }) => ranAt !== undefined);
  expect(old).toEqual(
    before.cells.filter(({ verdict }) => verdict === 'pass').map((cell) => ({ ...cell, ranAt: before.startedAt })),
  );
  expect(now.cells.length - old.length).toBe(before.cells.filter(({ verdict }) => verdict !== 'pass').length);
  expect(again.out).toMatch(
    /! \d cells? w\w+ run again; the other \d are as run before: \d+ \w+ \d{4}, \d\d:\d\d UTC\./,
  );
  expect(file('junit.xml')).not.toContain('<failure');
  expect(file('junit.xml').match(/<testsuite /g)?.length).toBeGreaterThanOrEqual(8);
  expect(JSON.parse(file('exchanges.har')).log.entries.length).toBeGreaterThan(7);
  expect(file('ctrf.json')).toBe('{"results": "of another tool"}');
  const certified = await commandHere(['certify', 'reports/results.json', '--key', 'no.pem'], {}, folder);
  expect(certified.code).toBe(2);
});

test('a rerun of another kind is not joined, and the results before are kept', async () => {
  const { url, repair } = await repairable();
  const first = await commandHere(['run', url, ...asked, '--seed', '1']);
  repair();
  const again = await commandHere(['run', url, '--rerun-failed', '--seed', '2'], {}, first.folder);
  expect(resultsOf(again).cells.length).toBeLessThan(8);
  expect(again.out).toContain('! These are only the cells that were run again, with another seed than before; ');
  expect(existsSync(join(first.folder, 'reports/results.earlier.json'))).toBe(true);
});
