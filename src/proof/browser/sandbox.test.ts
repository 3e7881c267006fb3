import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../reference/client.fixture.ts';
import { type ReferenceServer, startReferenceServer } from '../../reference/server.ts';
import { CHROMIUM, unfit, violations } from '../../views/html/axe.fixture.ts';

describe.skipIf(unfit)('the pages in a browser', () => {
  let browser: Browser;
  let server: ReferenceServer;
  let page: Page;
  const log: string[] = [];

  beforeAll(async () => {
    server = await startReferenceServer({ contract: contract(), log: (line) => log.push(line) });
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
    page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  test.each(['', '?op=GetModel_VehicleType', '?op=Add_toCart', '?op=Nope'])(
    '%s is accessible, fits a phone and obeys its policy',
    async (query) => {
      const problems: string[] = [];
      page.on('console', (message) => problems.push(message.text()));
      await page.goto(`${server.url}/getData.asmx${query}`);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
      expect(await page.evaluate('getComputedStyle(document.querySelector("header")).backgroundColor')).toBe(
        'rgb(0, 51, 102)',
      );
      expect(problems).toEqual([]);
      await page.emulateMedia({ colorScheme: 'light' });
      expect(await violations(page)).toEqual([]);
    },
  );

  test.each([
    ['GET', 'McatCode_check', 'http-get'],
    ['POST', 'McatCode_check', 'http-post'],
    ['GET', 'Add_toCart', 'http-get'],
    ['POST', 'Add_toCart', 'http-post'],
  ])('Invoke over %s calls %s', async (method, operation, binding) => {
    log.length = 0;
    await page.goto(`${server.url}/`);
    await page.click(`text="${operation}"`);
    await page.click(`text="Invoke over ${method}"`);
    await page.waitForURL(`**/getData.asmx/${operation}*`);
    expect(log).toContainEqual(expect.stringContaining(`${method} ${operation} ${binding} 200 `));
  });
});
