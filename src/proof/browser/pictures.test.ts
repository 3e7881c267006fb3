import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newFolder } from '../../cli/cli.fixture.ts';
import { contract } from '../../features/traffic/live/live.fixture.ts';
import { unfit } from '../../views/html/axe.fixture.ts';
import { htmlReport } from '../../views/html/report.tsx';
import { keptPictures } from './kept-pictures.fixture.ts';
import { withOneFinding } from './pages.fixture.ts';
import { browserWithFonts, differenceOf, kept, pictureOf, steady } from './picture.fixture.ts';

type Look = 'light' | 'dark' | 'print';

describe.skipIf(unfit)('a picture of a page', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await browserWithFonts();
  });
  afterAll(() => browser?.close());

  async function shown(width: number, look: Look, results = withOneFinding): Promise<Page> {
    const page = await browser.newPage({ viewport: { width, height: 900 }, bypassCSP: true, locale: 'en-US' });
    await page.setContent(htmlReport(results, contract, [['results.json', 'results.json']]));
    await page.emulateMedia({
      media: look === 'print' ? 'print' : 'screen',
      colorScheme: look === 'light' ? 'light' : 'dark',
    });
    await steady(page);
    return page;
  }

  test.each([
    ['whose banner has another colour', 'light', 'header:has(.banner.fail) { background: #e9f7ef; }', 'header'],
    ['with a badge moved by 8 px', 'light', '.facts .chip { position: relative; left: 8px; }', '.cause > .facts'],
    ['without a column', 'light', '.matrix :is(th, td):nth-child(3) { display: none; }', '.matrix'],
    ['with a smaller heading', 'light', '.banner h1 { font-size: 1.5rem; }', 'header'],
    ['with a part that is light in the dark', 'dark', '.command { background: #f4f6f8; }', '.where, .again, main'],
    ['with a text as dark as the dark', 'dark', '.banner .subject { color: #1a1a1a; }', 'header'],
    ['with buttons on paper', 'print', '.copy { display: inline-block !important; }', 'main'],
  ] as const)('differs from one %s, at its place', async (_how, look, style, place) => {
    for (const width of [1440, 390]) {
      const page = await shown(width, look);
      const before = kept(await pictureOf(page));
      expect(differenceOf(await pictureOf(page), before)).toBeNull();
      const area = await page.locator(place).first().boundingBox();
      await page.addStyleTag({ content: style });
      const text = differenceOf(await pictureOf(page), before)?.text ?? 'nothing differs';
      const [, left, top] = /px at \((\d+), (\d+)\)$/.exec(text)?.map(Number) ?? [];
      expect({ text, left, top }).toEqual({ text, left: expect.any(Number), top: expect.any(Number) });
      expect(left).toBeGreaterThanOrEqual((area?.x ?? 0) - 8);
      expect(top).toBeGreaterThanOrEqual((area?.y ?? 0) - 8);
      expect(top).toBeLessThan((area?.y ?? 0) + (area?.height ?? 0));
      await page.close();
    }
  });

  test('is the same on another day, at another port, of another speed, and while something moves', async () => {
    async function dated(moment: string, port: number, more: Partial<typeof withOneFinding>): Promise<Page> {
      const page = await shown(390, 'light', { ...withOneFinding, target: `http://127.0.0.1:${port}/ws`, ...more });
      await page.evaluate(`document.querySelector('.cause h3').append('${moment}')`);
      await steady(page);
      return page;
    }
    const before = kept(await pictureOf(await dated('9:59:58 AM, digest 0a1b2c3d', 8080, {})));
    const page = await dated('12:00:01 PM, digest 9f8e7d6c', 41_234, {
      startedAt: '2031-12-24T13:14:15.167Z',
      durationMs: 723_456,
      seed: 8_123_456,
    });
    await page.addStyleTag({
      content: '@keyframes x { to { rotate: 90deg } } .chip { animation: x 1s infinite; transition: all 2s; }',
    });
    expect(differenceOf(await pictureOf(page), before)).toBeNull();
  });

  test('that differs is shown in its size, with the difference, and the sentence says where both are', async () => {
    const [folder, report] = [newFolder(), newFolder()];
    const root = new URL('../../../', import.meta.url).pathname;
    const place = { version: '156.0.1', kept: relative(root, folder), report: relative(root, report) };
    const page = await shown(390, 'light');
    const first = keptPictures({ ...place, renewed: true });
    writeFileSync(join(folder, 'gone-390-light.png'), '');
    await first.compare(page, 'report', 390, 'light');
    expect(first.verdict(390)).toBe('');
    expect(readdirSync(folder).sort()).toEqual(['chromium.txt', 'report-390-light.png']);

    const again = keptPictures({ ...place, renewed: false });
    await again.compare(page, 'report', 390, 'light');
    expect(again.verdict(390)).toBe('');

    await page.addStyleTag({ content: '.copy { display: none; }' });
    const changed = keptPictures({ ...place, renewed: false });
    await changed.compare(page, 'report', 390, 'light');
    await changed.compare(page, 'other', 390, 'light');
    const [differs, missing, how] = changed.verdict(390).split('\n');
    expect(differs).toMatch(
      /^report at 390 px in light: \d+\.\d\d % of it differ, all within \d+ × \d+ px at \(\d+, \d+\): see /,
    );
    expect(differs).toContain(`${place.report}/report-390-light.png, report-390-light.difference.png`);
    expect(readFileSync(join(report, 'report-390-light.difference.png')).subarray(1, 4).toString()).toBe('PNG');
    expect(readdirSync(report).sort()).toEqual([
      'other-390-light.png',
      'report-390-light.difference.png',
      'report-390-light.png',
    ]);
    expect(missing).toBe('other at 390 px in light: there is no picture of it');
    expect(how).toBe("If they are meant to look like this: 'npx vitest run src/proof/browser/pages.test.ts -u'");

    const newer = keptPictures({ ...place, version: '157.0.2', renewed: false });
    await newer.compare(page, 'report', 390, 'light');
    expect(newer.verdict(390)).toMatch(
      /^The pictures in \S+ are of Chromium 156, this is Chromium 157: 1 picture changed; if .* right, 'npx .* -u'$/,
    );
  });

  test('is not taken without its fonts', async () => {
    expect(() => browserWithFonts('/nowhere')).toThrow(
      'The pages have no pictures to compare: install fonts-dejavu-core (there is no /nowhere/DejaVuSans.ttf)',
    );
  });
});
