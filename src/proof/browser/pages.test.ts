import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { newFolder } from '../../cli/cli.fixture.ts';
import { CHROMIUM, unfit } from '../../views/html/axe.fixture.ts';
import { everyPage } from './pages.fixture.ts';

/** Pictures of every page for a person to look at. */
const PICTURES = new URL('../../../reports/pages/', import.meta.url).pathname;

describe.skipIf(unfit)('every page', () => {
  test('pictures', async () => {
    mkdirSync(PICTURES, { recursive: true });
    const pages = await everyPage(newFolder());
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
    for (const [name, url] of Object.entries(pages)) {
      for (const width of [1440, 390]) {
        const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: 'light' });
        await page.goto(url);
        await page.waitForTimeout(name === 'live' ? 500 : 0);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await page.screenshot({ path: join(PICTURES, `${name}-${width}-${colorScheme}.png`), fullPage: false });
        }
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        await page.close();
      }
    }
    await browser.close();
  });
});
