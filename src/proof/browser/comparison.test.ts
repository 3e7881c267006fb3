import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newFolder } from '../../cli/cli.fixture.ts';
import { compared, mutated, serving } from '../../cli/compare.fixture.ts';
import type { Comparison } from '../../features/comparison/servers/comparison.ts';
import { comparisonPage } from '../../features/comparison/servers/views/page.tsx';
import type { RecordedExchange } from '../../results/outcome.ts';
import { CHROMIUM, unfit } from '../../views/html/axe.fixture.ts';
import { HOSTILE } from '../../views/html/hostile.fixture.ts';
import { faultsOf, HARMLESS, watchedPage } from '../../views/html/watched-page.fixture.ts';
import { withHeader } from '../../wire/http/exchange.ts';

const faults = [
  'fields-swapped',
  'status-201@Get_Inventory/soap12',
  'value-differs-in-one-binding',
  'wsdl-parameter-order',
  mutated('Get_Inventory', {
    response: (response) => withHeader(response, 'X-New', '1'),
    text: (xml) => xml.replace('"utf-8"', '"UTF-8"'),
  }),
];

const NEVER = { cells: [], parameters: [], traits: [] };
const RECORDED = { file: 'x.har', calls: 9, sent: 0, never: NEVER };

/** The same comparison; its first difference, an accepted one and two lines have hostile text wherever someone chooses it. */
function withHostile(comparison: Comparison): Comparison {
  const [first, ...others] = comparison.differences;
  if (first === undefined) throw new Error('there is no difference');
  const exchange = (own: string): RecordedExchange => ({
    request: { method: HOSTILE, url: `http://x/${HOSTILE}`, headers: [[HOSTILE, HOSTILE]], body: HOSTILE },
    response: {
      ...{ version: '1.1', status: 200, reason: HOSTILE, headers: [[HOSTILE, own]], truncated: false, complete: true },
      ...{ surplus: 0, bytes: 1, body: `<R><Code>${HOSTILE}${own}</Code><b/></R>` },
    },
    durationMs: 1,
  });
  const call = { operation: 'Get_Inventory', values: { [HOSTILE]: HOSTILE }, header: {} };
  const exchanges = { a: exchange('A'), b: exchange('B') };
  const hostile = {
    ...{
      ...first,
      subject: HOSTILE,
      change: HOSTILE,
      a: HOSTILE,
      b: `${HOSTILE}!`,
      places: [HOSTILE],
      breaks: [HOSTILE],
      alike: [{ kind: 'form' as const, subject: HOSTILE, change: HOSTILE, level: null, a: HOSTILE, b: HOSTILE }],
    },
    example: { ...first.example, location: '/R/Code', call, exchanges },
  };
  const letBe = { owner: 'Jo', reason: HOSTILE, expires: '2030-06-30' };
  const line = {
    ...letBe,
    difference: HOSTILE,
    operation: HOSTILE,
    binding: HOSTILE,
    line: 3,
    state: 'passes',
  } as const;
  const baseline = { file: HOSTILE, entries: [line, { ...line, state: 'nothing' } as const] };
  const accepted = [{ ...hostile, accepted: letBe }];
  return { ...comparison, differences: [hostile, ...others], accepted, baseline };
}

describe.skipIf(unfit)('the page of a comparison in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  });
  afterAll(() => browser?.close());

  async function open(comparison: Comparison, options: BrowserContextOptions = {}) {
    const file = join(newFolder(), 'compare.html');
    writeFileSync(file, comparisonPage(comparison));
    const opened = await watchedPage(browser, file, { colorScheme: 'light', ...options });
    return { ...opened, rows: opened.page.locator('.differences tr:has(th[scope=row])') };
  }
  const different = async () => (await compared(await serving(), await serving(faults))).comparison;
  const openAll = 'for (const part of document.querySelectorAll("details")) part.open = true';

  test('one table from the gravest kind, both sides beside each other with what differs marked', async () => {
    const { page, rows } = await open(await different());
    const kinds = await page
      .locator('.differences tbody')
      .evaluateAll((all) => all.map((one) => one.firstElementChild?.id));
    expect(kinds).toEqual(['data', 'rules', 'wsdl', 'form', 'spelling']);
    const order = rows.filter({ hasText: 'record.field-order' });
    expect(await order.locator('[data-side=A] pre').textContent()).toMatch(
      /<Inventory_Response.*\n {2}<Response_Code>0<.*\n {2}<Inventory_List>/,
    );
    expect(await order.locator('[data-side=B] pre').textContent()).toMatch(
      /<Inventory_List>\n…\n {2}<Response_Code>0</,
    );
    expect(await order.locator('mark').allTextContents()).toEqual(Array(2).fill('<Response_Code>0</Response_Code>'));
    const declaration = rows.filter({ hasText: 'XML declaration' });
    expect(await declaration.locator('mark').allTextContents()).toEqual(['utf', 'UTF']);
    const status = rows.filter({ hasText: 'http.status' });
    expect(await status.textContent()).toContain('also: form status: 200 → 201');
    const [left, right] = [
      await order.locator('[data-side=A]').boundingBox(),
      await order.locator('[data-side=B]').boundingBox(),
    ];
    expect(left?.y).toBe(right?.y);
  });

  test('accessible in light and dark, nothing loaded or run, and no wider than the window', async () => {
    const comparison = await different();
    for (const [shown, width] of [
      [comparison, 1440],
      [comparison, 390],
      [withHostile(comparison), 390],
    ] as const) {
      const opened = await open(shown, { viewport: { width, height: 800 } });
      await opened.page.evaluate(openAll);
      expect(await faultsOf(opened)).toEqual(HARMLESS);
      expect(await opened.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
  });

  test('lines that do not hold and what is accepted come after the table, with who answers for it', async () => {
    const { page } = await open(withHostile(await different()));
    const ids = await page.locator('main > section').evaluateAll((all) => all.map(({ id }) => id));
    expect(ids.slice(0, 3)).toEqual(['changes', 'stale', 'accepted']);
    expect(await page.locator('#stale tr').count()).toBe(2);
    expect(await page.locator('#accepted').textContent()).toContain('Jo, until 2030-06-30: ');
  });

  test('text from right to left changes neither the order nor the look of the markup after it', async () => {
    const comparison = await different();
    const differences = comparison.differences.map((one) => ({ ...one, a: 'שלום</Name>' }));
    const { rows } = await open({ ...comparison, differences });
    const shown = rows.first().locator('[data-side=A] bdi', { hasText: '/' }).first();
    const lefts = await shown.evaluate((node) => {
      const walk = node.ownerDocument.createTreeWalker(node.parentElement ?? node, 4);
      const found: Record<string, number> = {};
      for (let text = walk.nextNode(); text !== null; text = walk.nextNode())
        for (const [at, character] of [...(text.nodeValue ?? '')].entries()) {
          const range = node.ownerDocument.createRange();
          range.setStart(text, at);
          range.setEnd(text, at + 1);
          found[character] ??= range.getBoundingClientRect().left;
        }
      return ['ש', '<', '/', 'N', '>'].map((character) => found[character] ?? -1);
    });
    expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
    expect(Math.min(...lefts)).toBeGreaterThan(0);
  });

  test('the list on a recording is folded with its number of lines, and open on paper', async () => {
    const leftOut = Array.from({ length: 9 }, (_, at) => ({ calls: 1, first: 1, why: `reason ${at}` }));
    const { page } = await open({ ...(await different()), recorded: { ...RECORDED, leftOut } });
    const last = page.locator('#recorded li').last();
    expect(await last.isVisible()).toBe(false);
    const lines = await page.locator('#recorded li').count();
    expect(await page.locator('#recorded summary').textContent()).toContain(`${lines} lines`);
    await page.emulateMedia({ media: 'print' });
    expect(await last.isVisible()).toBe(true);
  });

  test('on paper there is the table, and of the answers those that were opened', async () => {
    const { page, rows } = await open(await different());
    await page.emulateMedia({ media: 'print' });
    const answers = page.locator('.differences details:visible');
    expect([await rows.first().isVisible(), await answers.count()]).toEqual([true, 0]);
    await page
      .locator('.differences details')
      .first()
      .evaluate((part) => part.setAttribute('open', ''));
    expect(await answers.count()).toBe(1);
  });
});
