import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientReport } from '../../features/traffic/client-report.ts';
import { MOST_ROWS } from '../../features/traffic/live/document.tsx';
import { contract, servedPage } from '../../features/traffic/live/live.fixture.ts';
import { createTrafficLog } from '../../features/traffic/log.ts';
import { exchangeOf } from '../../features/traffic/traffic.fixture.ts';
import { clientPage } from '../../features/traffic/views/page.tsx';
import { CHROMIUM, unfit, violations } from '../../views/html/axe.fixture.ts';

const right = '/getData.asmx/Get_Inventory?Application_ID=APP-1&ItemNo=SC-1001';
const wrong = right.replace('ItemNo', 'itemno');
const HARM = '<img src=x onerror="window.harmed=1"><script>window.harmed=1</script>';

describe.skipIf(unfit)('the live page in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--enable-precise-memory-info'],
    });
  });
  afterAll(() => browser?.close());

  /** The live page, open, and every complaint of the browser. */
  async function open(url: string, options: BrowserContextOptions = {}) {
    const page = await (await browser.newContext(options)).newPage();
    const trouble: string[] = [];
    page.on('pageerror', (error) => trouble.push(error.message));
    page.on('dialog', (dialog) => trouble.push(dialog.message()));
    await page.goto(`${url}/__conformance/`);
    await page.getByText('Connected.').waitFor();
    return { page, trouble, rows: page.locator('#list > li') };
  }

  test('an exchange appears within a second, with what is wrong marked', async () => {
    const { log, url } = await servedPage();
    const { page, rows, trouble } = await open(url);
    log.add(exchangeOf(right));
    const added = performance.now();
    log.add(exchangeOf(wrong, { client: 'zeep' }));
    await rows.nth(1).waitFor();
    const ms = performance.now() - added;
    process.stdout.write(`live page: an exchange appeared after ${ms.toFixed(0)} ms\n`);
    expect(ms).toBeLessThan(1000);
    expect(await rows.first().textContent()).toContain("parameter 'itemno' is unknown: did you mean 'ItemNo'?");
    expect(await page.locator('[data-cell="Get_Inventory/http-get"]').textContent()).toBe('1 right, 1 wrong');
    const bar = rows
      .first()
      .locator('li')
      .evaluate((item) => getComputedStyle(item).borderLeftWidth);
    expect(await bar, 'a finding has no bar of its own, which would be green').toBe('0px');
    await rows.first().getByRole('link').click();
    await page.locator('#request mark').waitFor();
    expect(await page.locator('#request mark').allTextContents()).toContain('itemno');
    await page.getByLabel('Client').selectOption('zeep');
    await expect.poll(() => page.locator('#list > li:visible').count()).toBe(1);
    expect(await page.locator('#used').textContent()).toBe('1 of 80 used');
    expect(trouble).toEqual([]);
  });

  test('list and exchange are beside each other, each exchange has an address, and keys go to the next one', async () => {
    const { log, url } = await servedPage();
    for (const path of [right, wrong, right]) log.add(exchangeOf(path, { client: 'zeep' }));
    const { page, rows, trouble } = await open(url, { viewport: { width: 1440, height: 900 } });
    await rows.nth(2).waitFor();
    await rows.first().getByRole('link').click();
    const title = page.locator('#details-title');
    await expect.poll(() => title.textContent()).toBe('Exchange 3: Get_Inventory http-get of zeep');
    expect(page.url()).toMatch(/#exchange-3$/);
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('details-title');
    await page.keyboard.press('j');
    await expect.poll(() => title.textContent()).toContain('Exchange 2: ');
    expect(await rows.nth(1).getAttribute('class')).toContain('chosen');
    await page.keyboard.press('k');
    await expect.poll(() => title.textContent()).toContain('Exchange 3: ');
    const [left, beside] = [await page.locator('#list').boundingBox(), await page.locator('#request').boundingBox()];
    expect(beside?.x ?? 0).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 9999));
    await page.goto(`${url}/__conformance/#exchange-2`);
    await page.reload();
    await expect.poll(() => title.textContent()).toContain('Exchange 2: ');
    await expect.poll(() => rows.nth(1).getAttribute('class')).toContain('chosen');
    expect(await page.getByRole('link', { name: 'The service' }).getAttribute('href')).toBe('../getData.asmx');
    expect(trouble).toEqual([]);
  });

  test('what comes while the connection is lost is shown once when it is back', async () => {
    const { log, url, cut, restart } = await servedPage();
    const { page, rows } = await open(url);
    log.add(exchangeOf(right));
    await rows.first().waitFor();
    await cut();
    await page.getByText('Connection lost').waitFor();
    log.add(exchangeOf('/getData.asmx/Nothing?a=1'));
    await restart();
    await page.getByText('Connected.').waitFor();
    await expect.poll(() => page.locator('.numbers dd').allTextContents()).toEqual(['1', '1']);
    log.add(exchangeOf(right));
    await expect.poll(() => rows.count()).toBe(3);
    await expect.poll(() => page.locator('.numbers dd').allTextContents()).toEqual(['1', '2']);
  });

  test('10,000 exchanges leave browser and server bounded', async () => {
    const { log, url } = await servedPage();
    const { page, rows } = await open(url);
    const heap = (): Promise<number> => page.evaluate('performance.memory.usedJSHeapSize');
    const before = [await heap(), process.memoryUsage().rss];
    const answer = 'x'.repeat(10_000);
    for (let n = 0; n < 10_000; n += 1) {
      log.add(exchangeOf(n % 2 === 0 ? right : wrong, { client: `client ${n % 300}`, answer }));
      if (n % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await expect
      .poll(() => page.locator('.numbers dd').allTextContents(), { timeout: 20_000 })
      .toEqual(['5000', '5000']);
    expect(await rows.count()).toBe(MOST_ROWS);
    expect([log.entries().length, log.summary().clients.length]).toEqual([1000, 101]);
    const grown = [(await heap()) - (before[0] ?? 0), process.memoryUsage().rss - (before[1] ?? 0)];
    const [inPage, inServer] = grown.map((bytes) => (bytes / 1024 / 1024).toFixed(1));
    process.stdout.write(
      `live page: 10,000 exchanges took ${inPage} MB in the browser, ${inServer} MB in the server\n`,
    );
    expect(grown[0]).toBeLessThan(50 * 1024 * 1024);
  });

  test('hostile requests add no element and run nothing', async () => {
    const { log, url } = await servedPage();
    const { page, rows, trouble } = await open(url);
    const text = encodeURIComponent(HARM);
    const body = new TextEncoder().encode(`<x a='${HARM}'>\u202E\u0007${HARM}`);
    const headers = [['X-Harm', HARM]] as const;
    log.add(exchangeOf(`/getData.asmx/Get_Inventory?${text}=1`, { client: HARM, answer: HARM, headers }));
    log.add(exchangeOf(`/getData.asmx/${text}`, { method: HARM, client: HARM, headers }));
    log.add(exchangeOf('/getData.asmx', { method: 'POST', body, headers: [['Content-Type', 'text/xml'], ...headers] }));
    await rows.nth(2).waitFor();
    for (const row of await rows.all()) {
      await row.getByRole('link').click();
      await expect.poll(() => page.locator('#request').textContent()).toContain('onerror');
      expect(await page.locator('script, img, [onerror]').count()).toBe(1);
    }
    expect(await page.evaluate('window.harmed')).toBeUndefined();
    expect(trouble).toEqual([]);
  });

  test('it is accessible in light and dark, and fits into a narrow window', async () => {
    const { log, url } = await servedPage();
    const { page, rows } = await open(url, { viewport: { width: 390, height: 800 }, colorScheme: 'light' });
    log.add(exchangeOf(right));
    log.add(exchangeOf(wrong, { client: 'x'.repeat(100) }));
    await rows.nth(1).waitFor();
    await rows.first().getByRole('link').click();
    await page.locator('#request mark').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });

  test('so do the differences of proxy --also, by their kinds, with white space as it is', async () => {
    const one = { title: 'x'.repeat(100), where: HARM, a: '"\\n  "', b: '"\\n    "', calls: 1 };
    const differences = ['data', 'spelling'].map((kind) => ({ ...one, kind }));
    const counts = {
      target: 'http://127.0.0.1:8081',
      calls: 3,
      compared: 2,
      leftOut: [{ why: HARM, calls: 1 }],
      found: 2,
    };
    const comparison = { latest: () => ({ ...counts, differences }), subscribe: () => () => {} };
    const { url } = await servedPage(undefined, undefined, comparison);
    const { page, trouble } = await open(url, { viewport: { width: 390, height: 800 }, colorScheme: 'light' });
    await page.locator('#differences li').nth(1).waitFor();
    expect(await page.locator('#differences h3').allTextContents()).toEqual(['data', 'spelling']);
    expect(await page.locator('#differences li').first().innerText()).toContain('1 read\nold: "\\n  "\nnew: "\\n    "');
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(trouble).toEqual([]);
  });

  test('so does client.html', async () => {
    const log = createTrafficLog({ contract, origin: () => 'http://127.0.0.1:8080' });
    for (const path of [right, wrong]) log.add(exchangeOf(path, { client: 'x'.repeat(100) }));
    const session = {
      target: 'http://127.0.0.1:8080',
      startedAt: '2026-01-02T03:04:05.000Z',
      durationMs: 1,
      expected: [],
    };
    const page = await browser.newPage({ viewport: { width: 390, height: 800 }, colorScheme: 'light' });
    await page.setContent(clientPage(clientReport(log.summary(), session, contract), contract));
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });
});
