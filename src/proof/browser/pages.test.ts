import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newFolder } from '../../cli/cli.fixture.ts';
import { contract } from '../../features/traffic/live/live.fixture.ts';
import { patience } from '../../patience.fixture.ts';
import { unfit } from '../../views/html/axe.fixture.ts';
import { htmlReport } from '../../views/html/report.tsx';
import { keptPictures } from './kept-pictures.fixture.ts';
import { faultsOfLook } from './look.fixture.ts';
import { everyPage, withOneFinding } from './pages.fixture.ts';
import { browserWithFonts, steady } from './picture.fixture.ts';

describe.skipIf(unfit)('every page', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await browserWithFonts();
  });
  afterAll(() => browser?.close());

  const blank = (width: number): Promise<Page> =>
    browser.newPage({ viewport: { width, height: 900 }, bypassCSP: true, locale: 'en-US' });

  test('looks like its pictures, wide and narrow, light, dark and in print; nothing is torn, and axe sees no fault', {
    timeout: patience(240_000),
  }, async () => {
    const renewed = expect.getState().snapshotState.snapshotUpdateState === 'all';
    // Its servers end with the test.
    const pages = Object.entries(await everyPage(newFolder()));
    for (const width of [1440, 390]) {
      const pictures = keptPictures({ version: browser.version(), renewed });
      for (const [name, url] of pages) {
        const page = await blank(width);
        await page.goto(url);
        if (name === 'live') await page.locator('#list > li').nth(3).waitFor();
        await steady(page);
        const compared = (look: string) => pictures.compare(page, name, width, look);
        expect([name, await faultsOfLook(page, name, width, compared)]).toEqual([name, []]);
        await page.close();
      }
      expect(pictures.verdict(width)).toBe('');
    }
  });

  test.each([
    ['without its favicon', '', /^favicons: 0, not 1$/],
    [
      'with a column that lies on the next',
      '.matrix .v { white-space: nowrap; width: 1rem; }',
      /^wider than its box: /,
    ],
    ['with a grey that is too light', '.banner .muted { color: #c8c8c8; }', /^color-contrast: /],
    ['whose bar is moved', '.bar { margin-top: 4px; }', /^bar: /],
    ['that is wider than the screen', 'main { min-width: 500px; }', /^to be scrolled sideways: /],
    ['whose links are printed', '.bar nav { display: block !important; }', /^links on paper: 1, not 0$/],
    ['that is dark on paper', 'body { background: #12161c; }', /^background in print: /],
  ])('would not pass %s', async (_how, style, fault) => {
    const page = await blank(390);
    await page.setContent(htmlReport(withOneFinding, contract, [['results.json', 'results.json']]));
    if (style === '') await page.evaluate('document.querySelector("link[rel=icon]").remove()');
    else await page.addStyleTag({ content: style });
    expect((await faultsOfLook(page, 'report', 390)).filter((one) => fault.test(one))).not.toEqual([]);
    await page.close();
  });
});
