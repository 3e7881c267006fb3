import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { violations } from './axe.fixture.ts';

/** A file in a new page, and every complaint of the browser and every other request it made. */
export async function watchedPage(browser: Browser, file: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const trouble: string[] = [];
  const url = pathToFileURL(file).href;
  page.on('console', (message) => trouble.push(message.text()));
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('dialog', (dialog) => trouble.push(dialog.message()));
  page.on('request', (request) => trouble.push(...(request.url() === url ? [] : [request.url()])));
  await page.goto(url);
  return { page, trouble };
}

/** Elements that do something, and styles that our pages do not set. */
const ACTIVE = 'script, img, iframe, form, [onclick], [onload], [style], body style, a[href^="javascript:"]';

/** What is wrong with a page that only shows text; HARMLESS if nothing is. */
export async function faultsOf({ page, trouble }: Awaited<ReturnType<typeof watchedPage>>) {
  return {
    violations: await violations(page),
    active: await page.locator(ACTIVE).count(),
    harmed: await page.evaluate('window.harmed'),
    trouble,
  };
}

/** Accessible, with nothing active, loaded or run. */
export const HARMLESS = { violations: [], active: 0, harmed: undefined, trouble: [] };
