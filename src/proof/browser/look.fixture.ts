import type { Page } from 'playwright-core';
import { violations } from '../../views/html/axe.fixture.ts';

/** What all pages have alike, whatever the fonts: where the parts of the frame stand, and their colours. */
interface Frame {
  readonly bar: string;
  readonly lefts: readonly number[];
  readonly heading: string | null;
  readonly background: string;
  readonly icons: number;
  readonly links: number;
  readonly overflow: number;
  readonly torn: readonly string[];
}

const FRAME = `(() => {
  const left = (element) => Math.round(element.getBoundingClientRect().x + parseFloat(getComputedStyle(element).paddingLeft));
  const visible = (element) => element !== null && element.checkVisibility();
  const bar = document.querySelector('.bar');
  const { x, y, width } = bar.getBoundingClientRect();
  const h1 = document.querySelector('.banner h1');
  // What is wider than its box, and not to be scrolled, lies on what stands beside it.
  const isTorn = (element) => {
    const { display, overflowX } = getComputedStyle(element);
    return element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0 && display !== 'inline' && overflowX === 'visible';
  };
  return {
    bar: [x, y, width, bar.querySelector('b').textContent, getComputedStyle(bar).backgroundColor].join(' '),
    lefts: [bar.querySelector('p'), document.querySelector('.banner'), document.querySelector('main')].filter(visible).map(left),
    heading: h1 === null ? null : getComputedStyle(h1).fontSize,
    background: getComputedStyle(document.body).backgroundColor,
    icons: document.querySelectorAll('link[rel=icon][href^="data:"]').length,
    links: [...document.querySelectorAll('.bar nav')].filter(visible).length,
    overflow: document.documentElement.scrollWidth - innerWidth,
    torn: [...document.querySelectorAll('td, th, dt, dd, li, p, h1, h2, h3, .v')]
      .filter((element) => visible(element) && element.getBoundingClientRect().right > 0 && isTorn(element))
      .map((element) => element.tagName + ' ' + element.textContent.slice(0, 40)),
  };
})()`;

type Look = 'light' | 'dark' | 'print';

/** A certificate is a sheet of its own below the bar, light also in the dark; the sandbox has no banner. */
const isSheet = (name: string): boolean => name === 'certificate';

/** Shows a page in light, in the dark and on paper. @returns what is wrong with its look, each in a few words */
export async function faultsOfLook(
  page: Page,
  name: string,
  width: number,
  taken: (look: Look) => Promise<unknown> = async () => {},
): Promise<readonly string[]> {
  const faults: string[] = [];
  const expected = (what: string, found: unknown, wanted: unknown): void => {
    if (found !== wanted) faults.push(`${what}: ${found}, not ${wanted}`);
  };
  const shown = async (look: Look): Promise<Frame> => {
    const colorScheme = look === 'light' ? 'light' : 'dark';
    await page.emulateMedia({ media: look === 'print' ? 'print' : 'screen', colorScheme });
    await taken(look);
    const frame = (await page.evaluate(FRAME)) as Frame;
    const paper = isSheet(name) ? frame.background : look === 'dark' ? 'rgb(18, 22, 28)' : 'rgb(255, 255, 255)';
    expected(`background in ${look}`, frame.background, paper);
    if (look !== 'print') for (const text of frame.torn) faults.push(`wider than its box: ${text}`);
    return frame;
  };
  const left = Math.max((width - 1248) / 2 + 24, width < 640 ? 12.8 : 24);
  const light = await shown('light');
  expected('bar', light.bar, `0 0 ${width} GetData conformance rgb(0, 51, 102)`);
  expected('favicons', light.icons, 1);
  expected('to be scrolled sideways', light.overflow, 0);
  if (light.heading !== null && !isSheet(name)) expected('heading', light.heading, width === 390 ? '25.6px' : '32px');
  for (const x of isSheet(name) ? [] : light.lefts) if (Math.abs(x - left) >= 2) expected('left edge', x, left);
  await shown('dark');
  expected('links on paper', (await shown('print')).links, 0);
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  return [...faults, ...(await violations(page))];
}
