import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, unfit } from '../../../views/html/axe.fixture.ts';
import { HOSTILE } from '../../../views/html/hostile.fixture.ts';
import { faultsOf, HARMLESS, watchedPage } from '../../../views/html/watched-page.fixture.ts';
import type { EndedTarget } from '../ended.ts';
import { findings, fleetOf, gone, left, ran } from '../fold.fixture.ts';
import { fleetMarkdown } from './markdown.ts';
import { fleetPage } from './page.tsx';

/** The same with hostile text wherever a target or the file of targets has a word in it. */
function hostile({ target, rules }: EndedTarget): EndedTarget {
  return { target: { ...target, name: HOSTILE, target: `http://x/${HOSTILE}`, note: HOSTILE }, rules };
}

const names = ['healthy', 'broken', 'gone', 'left'];
const usual = fleetOf(ran('broken', findings(2, 1)), ran('gone', [], gone), ran('healthy'), left('left'));
const pages = {
  usual,
  hostile: fleetOf(hostile(ran('a', findings(1))), ran('b'), hostile(left('c'))),
  wide: fleetOf(...Array.from({ length: 40 }, (_, index) => ran(`${'long-name-'.repeat(3)}${index}`, findings(1)))),
};

describe.skipIf(unfit)('the report of a fleet in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-league-'));
  let browser: Browser;

  beforeAll(async () => {
    for (const [name, report] of Object.entries(pages)) writeFileSync(join(folder, `${name}.html`), fleetPage(report));
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  const open = (name: keyof typeof pages, width = 390) =>
    watchedPage(browser, join(folder, `${name}.html`), { viewport: { width, height: 800 } });

  test.each(['usual', 'hostile', 'wide'] as const)(
    'a %s report: accessible in light and dark, fits a narrow window, loads and runs nothing',
    async (name) => {
      const opened = await open(name);
      expect(await faultsOf(opened)).toEqual(HARMLESS);
      expect(await opened.page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    },
  );

  test.each(['usual', 'hostile', 'wide'] as const)(
    'on a telephone nothing of a %s report is to be scrolled sideways, and each figure has its name',
    async (name) => {
      const { page } = await open(name, 360);
      const surplus = await page
        .locator('.wide')
        .evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
      expect(surplus).toEqual([0, 0]);
      const named = page.locator('#fleet tbody tr').first().locator('td').nth(1);
      expect(await named.evaluate((td) => getComputedStyle(td, '::before').content)).toBe('"Cells passed"');
      expect(await page.locator('td:not([data-head])').count()).toBe(0);
    },
  );

  test('places, verdicts, links to the reports that there are, and the outcome of each rule', async () => {
    const { page } = await open('usual');
    const rows = await page.locator('#fleet tbody tr').allInnerTexts();
    expect(rows.map((row) => row.replaceAll(/\s+/g, ' ').slice(0, 24))).toEqual([
      '1. healthy http://health',
      '2. broken http://broken.',
      '– gone http://gone.examp',
      '– left http://left.examp',
    ]);
    expect(rows.map((row) => names.find((name) => row.includes(name)))).toEqual(names);
    expect(await page.locator('main a').evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual([
      'healthy/report.html',
      'broken/report.html',
      'gone/report.html',
    ]);
    const rule = page.getByRole('row', { name: 'record.field-order' }).locator('td');
    expect(await rule.allTextContents()).toEqual(['✓', '✗ 2 of 80']);
  });
});

test('of many targets each rule says how many break it, and names some', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => ran(`n${at}`, findings(at % 5 === 0 ? 1 : 0)));
  const text = fleetMarkdown(fleetOf(...many(60)));
  expect(text).toContain('| Rule | Level | `Broken by` | `Not judged in` | `By` |');
  expect(text).toContain(
    '| `record.field-order` | required | 12 of 60 | 0 | n0, n5, n10, n15, n20, n25, n30, n35, n40, n45 and 2 more |',
  );
  expect(fleetPage(fleetOf(...many(60)))).toContain('12 of 60');
  expect(fleetPage(fleetOf(...many(60))).length).toBeLessThan(2 * fleetPage(fleetOf(...many(50))).length);
});

test('as Markdown it is a table by place, and what is not ours is in code', () => {
  const text = fleetMarkdown(usual);
  expect(text).toContain('**1 conformant, 1 non-conformant, 1 unreachable, 1 not run** (exit code 4, incomplete).');
  expect(text).toMatch(
    /^\| 1\. \| \[`healthy`\]\(healthy\/report\.html\) \| `http:\/\/healthy\.example` \| conformant \| 80 of 80 \| 0 \|/m,
  );
  expect(text).toMatch(/^\| – \| `left` \| `http:\/\/left\.example` \| not run \| – \|/m);
  expect(text).toContain('- `left`: `the fleet ended before its run`');
  expect(text).toContain('| `record.field-order` | required | ✓ | ✗ 2 of 80 |');
  const bad = fleetMarkdown(pages.hostile);
  const outside = bad.replaceAll(/(`+)[^`\n]+?\1/g, '');
  expect(outside).not.toMatch(/script|onerror/i);
  expect(bad.replaceAll('\n', ' ')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  const columns = bad
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split(' | ').length);
  expect(new Set(columns.slice(0, 5))).toEqual(new Set([12]));
});
