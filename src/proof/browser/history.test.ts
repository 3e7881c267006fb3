import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import { writeSite } from '../../features/history/site.ts';
import { addRun } from '../../features/history/store.ts';
import type { Results } from '../../results/results.ts';
import { folderOf } from '../../results/target-folder.ts';
import { CHROMIUM, unfit } from '../../views/html/axe.fixture.ts';
import { HOSTILE, hostileResults } from '../../views/html/hostile.fixture.ts';
import { findingOf, resultsWith } from '../../views/html/results.fixture.ts';
import { faultsOf, HARMLESS, watchedPage } from '../../views/html/watched-page.fixture.ts';

const contract = loadContract(defaultNamespace());
const target = 'http://vendor.example/ws';
const observed = (status: number): Pick<Results, 'observations'> => ({
  observations: [
    { id: 'observe.wsdl@x', operation: null, binding: null, probe: 'observe.wsdl', fingerprint: { status } },
  ],
});
const day = (at: number) => ({
  startedAt: `2026-01-0${at}T03:04:05.678Z`,
  identity: { wsdlSha256: null, certificateSha256: null },
});
// Results with such a namespace are refused when they are read.
const hostile = { ...hostileResults(contract), namespace: contract.namespace };
const runs: readonly Results[] = [
  resultsWith(contract, [], { target, ...day(1), ...observed(200) }),
  resultsWith(contract, [findingOf()], { target, ...day(2), ...observed(404) }),
  resultsWith(contract, [findingOf({ known: true })], { target, ...day(3) }),
  { ...hostile, ...day(1) },
  {
    ...hostile,
    ...day(2),
    suite: { ...hostile.suite, version: HOSTILE },
    observations: [
      { id: HOSTILE, operation: null, binding: null, probe: 'observe.wsdl', fingerprint: { [HOSTILE]: HOSTILE } },
    ],
  },
];

describe.skipIf(unfit)('the pages of a history in a browser', () => {
  const history = { folder: mkdtempSync(join(tmpdir(), 'getdata-history-')), name: 'history' };
  let browser: Browser;

  beforeAll(async () => {
    for (const run of runs) await addRun(history, run, 'a.json');
    expect((await writeSite(history)).troubles).toEqual([]);
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(history.folder, { recursive: true });
  });

  const pages = {
    'all targets': 'index.html',
    'a target': `targets/${folderOf(target)}.html`,
    'a hostile target': `targets/${folderOf(hostile.target)}.html`,
    'a rule': 'rules/record.field-order.html',
  };

  const open = (file: string, javaScriptEnabled = true) =>
    watchedPage(browser, join(history.folder, 'history/site', file), { colorScheme: 'light', javaScriptEnabled });

  test.each(Object.entries(pages))('%s: accessible in light and dark, nothing loaded, nothing run', async (_, file) => {
    expect(await faultsOf(await open(file))).toEqual(HARMLESS);
  });

  test('without JavaScript the way from a target to its diff, its rule and back needs only links', async () => {
    const { page } = await open('index.html', false);
    await page.getByRole('link', { name: target }).click();
    expect(await page.locator('h1').textContent()).toBe('non-conformant');
    await page.getByRole('row', { name: 'record.field-order' }).getByRole('link', { name: 'diff' }).click();
    expect(await page.locator('h1').textContent()).toBe('Regressed');
    await page.getByRole('link', { name: 'The target' }).click();
    await page.getByRole('link', { name: 'record.field-order' }).click();
    expect(await page.getByRole('row', { name: target }).textContent()).toContain('3 Jan 2026');
    await page.getByRole('link', { name: 'All targets' }).click();
    expect(await page.locator('h1').textContent()).toBe('2 targets');
  });

  test('every link of every page leads to a file', async () => {
    for (const file of Object.values(pages)) {
      const { page } = await open(file);
      const links = await page
        .locator('a')
        .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href.replace(/#.*/, '')));
      for (const link of new Set(links)) {
        const response = await page.goto(link).catch(() => null);
        expect(link.endsWith('.md') || response?.ok(), `${file}: ${link}`).toBe(true);
      }
    }
  });
});
