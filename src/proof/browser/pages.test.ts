import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newFolder } from '../../cli/cli.fixture.ts';
import { CHROMIUM, unfit } from '../../views/html/axe.fixture.ts';
import { everyPage } from './pages.fixture.ts';

/** Pictures of every page, for a person to look at: fonts differ between machines, so that their pixels prove nothing. */
const PICTURES = new URL('../../../reports/pages/', import.meta.url).pathname;

/** What all pages have alike, whatever the fonts: where the parts of the frame stand, and their colours. */
interface Frame {
  readonly bar: readonly [x: number, y: number, width: number];
  readonly product: string;
  readonly color: string;
  readonly lefts: readonly number[];
  readonly heading: string;
  readonly background: string;
  readonly icon: number;
  readonly overflow: number;
  readonly links: number;
}

const FRAME = `(() => {
  const left = (element) => Math.round(element.getBoundingClientRect().x + parseFloat(getComputedStyle(element).paddingLeft));
  const bar = document.querySelector('.bar');
  const { x, y, width } = bar.getBoundingClientRect();
  const visible = (element) => element !== null && element.checkVisibility();
  const h1 = document.querySelector('.banner h1');
  return {
    bar: [x, y, width],
    product: document.querySelector('.bar b').textContent,
    color: getComputedStyle(bar).backgroundColor,
    lefts: [bar.querySelector('p'), document.querySelector('.banner'), document.querySelector('main')].filter(visible).map(left),
    heading: h1 === null ? '' : getComputedStyle(h1).fontSize + ' ' + h1.textContent.length,
    background: getComputedStyle(document.body).backgroundColor,
    icon: document.querySelectorAll('link[rel=icon][href^="data:"]').length,
    overflow: document.documentElement.scrollWidth - innerWidth,
    links: [...document.querySelectorAll('.bar nav')].filter(visible).length,
  };
})()`;

/** A certificate is a sheet of its own below the bar, light also in the dark; the sandbox has no banner. */
const isSheet = (name: string): boolean => name === 'certificate';

describe.skipIf(unfit)('every page', () => {
  let browser: Browser;
  let pages: Readonly<Record<string, string>>;

  beforeAll(async () => {
    mkdirSync(PICTURES, { recursive: true });
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  });
  afterAll(() => browser?.close());

  const frameOf = async (page: Page): Promise<Frame> => (await page.evaluate(FRAME)) as Frame;

  test.each([1440, 390])(
    'has the same frame at %i px in light, dark and print, and nothing to be scrolled sideways',
    async (width) => {
      // Its servers end with the test.
      pages = await everyPage(newFolder());
      const left = Math.max((width - 1248) / 2 + 24, width < 640 ? 12.8 : 24);
      for (const [name, url] of Object.entries(pages)) {
        const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: 'light' });
        await page.goto(url);
        if (name === 'live') await page.locator('#list > li').nth(3).waitFor();
        const picture = (look: string) => page.screenshot({ path: join(PICTURES, `${name}-${width}-${look}.png`) });
        const light = await frameOf(page);
        await picture('light');
        expect([name, light.bar, light.product, light.color]).toEqual([
          name,
          [0, 0, width],
          'GetData conformance',
          'rgb(0, 51, 102)',
        ]);
        expect([name, light.icon, light.overflow]).toEqual([name, 1, 0]);
        if (!isSheet(name)) {
          for (const x of light.lefts)
            expect(Math.abs(x - left), `${name}: ${light.lefts}, not ${left}`).toBeLessThan(2);
          expect([name, light.background]).toEqual([name, 'rgb(255, 255, 255)']);
          if (!name.startsWith('sandbox'))
            expect([name, light.heading]).toEqual([
              name,
              expect.stringMatching(width === 390 ? /^25\.6px / : /^32px /),
            ]);
        }
        await page.emulateMedia({ colorScheme: 'dark' });
        await picture('dark');
        const dark = await frameOf(page);
        expect([name, dark.background]).toEqual([name, isSheet(name) ? light.background : 'rgb(18, 22, 28)']);
        await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
        await picture('print');
        const print = await frameOf(page);
        expect([name, print.background, print.links]).toEqual([name, 'rgb(255, 255, 255)', 0]);
        await page.close();
      }
    },
  );
});
