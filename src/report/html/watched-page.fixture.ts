import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions } from 'playwright-core';

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
