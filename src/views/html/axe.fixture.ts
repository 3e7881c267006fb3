import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** The browser that our pages are tested in. */
export const CHROMIUM = '/usr/bin/chromium';

/** There is no browser on this machine and it is not CI: its tests are skipped with a message. */
export const unfit = !existsSync(CHROMIUM) && process.env.CI === undefined;
if (unfit) process.stderr.write(`${CHROMIUM} is not installed: HTML reports were not tested in a browser\n`);

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core objects to: all of its rules in light mode, in dark mode those it can change. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  const light = (await page.evaluate('axe.run()')) as AxeResults;
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = (await page.evaluate('axe.run({ runOnly: ["color-contrast"] })')) as AxeResults;
  return [...light.violations, ...dark.violations].map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).slice(0, 3)}`,
  );
}
