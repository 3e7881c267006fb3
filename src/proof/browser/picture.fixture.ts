import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';
import { CHROMIUM } from '../../views/html/axe.fixture.ts';

interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

type CompareImages = (
  actual: Buffer,
  expected: Buffer,
  options: { readonly threshold: number; readonly maxDiffPixels: number },
) => { readonly errorMessage: string; readonly diff: Buffer } | null;

// What Playwright's own toHaveScreenshot() compares with, pixelmatch and pngjs. It is exported without types.
const load = createRequire(import.meta.url);
const playwright = load('playwright-core/lib/coreBundle') as {
  readonly utils: { readonly getComparator: (type: string) => CompareImages };
};
const { PNG } = load('playwright-core/lib/utilsBundle') as {
  readonly PNG: {
    readonly sync: { readonly read: (png: Buffer) => Pixels; readonly write: (of: Pixels, how: object) => Buffer };
  };
};
const compareImages = playwright.utils.getComparator('image/png');

const FONTS = new URL('../../../fixtures/pages/fonts.conf', import.meta.url).pathname;
const FONT_FILES = ['Sans', 'Sans-Bold', 'SansMono', 'SansMono-Bold', 'Serif', 'Serif-Bold'];

/** A browser that has the fonts of the pictures, and no other. */
export function browserWithFonts(folder = '/usr/share/fonts/truetype/dejavu'): Promise<Browser> {
  const missing = FONT_FILES.map((name) => `${folder}/DejaVu${name}.ttf`).filter((file) => !existsSync(file));
  if (missing.length > 0)
    throw new Error(`The pages have no pictures to compare: install fonts-dejavu-core (there is no ${missing[0]})`);
  const args = ['--no-sandbox', '--font-render-hinting=none'];
  return chromium.launch({ executablePath: CHROMIUM, args, env: { ...process.env, FONTCONFIG_FILE: FONTS } });
}

/** What differs from run to run becomes one text: digests, numbers with points (times, ports, versions), months. */
const STEADY = `(() => {
  const words = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const text = words.currentNode;
    if (text.parentElement.closest('style, script')) continue;
    text.data = text.data
      .replaceAll(/\\b(?=[a-f]*\\d)[0-9a-f]{7,}\\b/g, '0')
      .replaceAll(/\\d+(?:[.,:]\\d+)*/g, '0')
      .replaceAll(/\\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\\b/g, 'Jan')
      .replaceAll(/\\b[AP]M\\b/g, 'AM');
  }
})()`;
const STILL = `*, *::before, *::after {
  animation: none !important; transition: none !important; caret-color: transparent !important;
}`;

/** Makes a page look alike in every run. */
export async function steady(page: Page): Promise<void> {
  await page.addStyleTag({ content: STILL });
  await page.evaluate(STEADY);
}

const SCALE = 0.25;

/** The whole page in small: its layout is the one of its width. */
export async function pictureOf(page: Page): Promise<Buffer> {
  // A session that is detached takes the emulated media with it: this one ends with the page.
  const browser = await page.context().newCDPSession(page);
  // A table may be wider than a window that stands for paper.
  const size = '(({ scrollWidth: width, scrollHeight: height }) => ({ width, height }))(document.documentElement)';
  const clip = { x: 0, y: 0, ...((await page.evaluate(size)) as { width: number; height: number }), scale: SCALE };
  const { data } = await browser.send('Page.captureScreenshot', { captureBeyondViewport: true, clip });
  return Buffer.from(data, 'base64');
}

/** A picture in few bytes: 32 shades of each colour, which is 4 of 255 away at most. */
export function kept(picture: Buffer): Buffer {
  const pixels = PNG.sync.read(picture);
  const data = pixels.data.map((shade) => Math.round((Math.round((shade * 31) / 255) * 255) / 31)) as Buffer;
  return PNG.sync.write({ ...pixels, data }, { colorType: 2, filterType: 0, deflateStrategy: 0 });
}

/** What differs between two pictures. */
export interface Difference {
  /** How much and where, in pixels of the page. */
  readonly text: string;
  readonly count: number;
  readonly drawn: Buffer;
}

/**
 * A colour differs from 6 of 255 on: 4 of them are the kept shades'. The same page gave no such pixel in any run, under
 * load too; a text as dark as its background gives 9, a badge moved by 8 px 57.
 */
const TOLERANCE = { threshold: 0.02, maxDiffPixels: 5 };

/** Compares two pictures; edges of letters do not count. @returns null if they are alike */
export function differenceOf(actual: Buffer, expected: Buffer): Difference | null {
  const found = compareImages(actual, expected, TOLERANCE);
  if (found === null) return null;
  const { width, height, data } = PNG.sync.read(found.diff);
  const [xs, ys]: [number[], number[]] = [[], []];
  for (let at = 0; at < width * height; at += 1) {
    if (data.readUInt32BE(at * 4) !== 0xff0000ff) continue;
    xs.push(at % width);
    ys.push(Math.floor(at / width));
  }
  const at = (pixels: readonly number[]): number => pixels.reduce((a, b) => Math.min(a, b), Infinity) / SCALE;
  const size = (pixels: readonly number[]): number => (pixels.reduce((a, b) => Math.max(a, b), 0) + 1) / SCALE;
  const share = ((100 * xs.length) / (width * height)).toFixed(2);
  const where = `${size(xs) - at(xs)} × ${size(ys) - at(ys)} px at (${at(xs)}, ${at(ys)})`;
  return { text: `${share} % of it differ, all within ${where}`, count: xs.length, drawn: found.diff };
}
