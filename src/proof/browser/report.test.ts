import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import type { Results } from '../../results/results.ts';
import { CHROMIUM, unfit, violations } from '../../views/html/axe.fixture.ts';
import { hostileResults } from '../../views/html/hostile.fixture.ts';
import { htmlReport } from '../../views/html/report.tsx';
import { findingOf, responseOf, resultsWith } from '../../views/html/results.fixture.ts';
import { watchedPage } from '../../views/html/watched-page.fixture.ts';
import { withOneFinding } from './pages.fixture.ts';

const contract = loadContract(defaultNamespace());
const swapped = '<r><Inventory_List/><Response_Code>0</Response_Code></r>';
const order = findingOf({
  location: '/r/Response_Code (line 1, column 21)',
  exchange: { ...findingOf().exchange, response: responseOf({ body: swapped }) },
});
const bom = findingOf({ rule: 'xml.bom', level: 'recommended', binding: 'http-get', cause: 'bom' });
/** Two operations show all that twenty do, and axe-core is the quicker. */
const short = (results: Results): Results => ({
  ...results,
  cells: results.cells.filter(({ operation }) => /^(?:Get_Inventory|McatCodes)$/.test(operation)),
});
const reports = {
  passing: short(resultsWith(contract)),
  failing: short(resultsWith(contract, [order, { ...order, binding: 'soap11' }, bom])),
  hostile: short(hostileResults(contract)),
};

describe.skipIf(unfit)('the HTML report in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-html-'));
  let browser: Browser;

  beforeAll(async () => {
    for (const [name, results] of Object.entries(reports)) {
      writeFileSync(
        join(folder, `${name}.html`),
        htmlReport(results, { ...contract, requirements: contract.requirements.slice(0, 20) }),
      );
    }
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  const open = (name: keyof typeof reports, options: BrowserContextOptions = {}) =>
    watchedPage(browser, join(folder, `${name}.html`), options);

  test.each([
    ['passing', 1280],
    ['failing', 1280],
    ['failing', 390],
    ['hostile', 1280],
  ] as const)(
    'a %s run, %i px wide: accessible in light and dark, nothing loaded, nothing of the target run',
    async (name, width) => {
      const { page, trouble } = await open(name, { colorScheme: 'light', viewport: { width, height: 800 } });
      await page.evaluate('for (const part of document.querySelectorAll("details")) part.open = true');
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate('window.harmed')).toBeUndefined();
      expect(trouble).toEqual([]);
    },
  );

  test('a hostile target adds no element and fits into a narrow window', async () => {
    const { page } = await open('hostile', { viewport: { width: 390, height: 800 } });
    const foreign = 'script, style, img, iframe, form, svg[onload], [onclick], [style], a[href]:not([href^="#"])';
    const found = await page.locator(foreign).evaluateAll((all) => all.map(({ localName }) => localName));
    expect(found).toEqual(['style', 'form', 'script']);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    const [whole, shown] = (await page.evaluate(
      '(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])(document.querySelector(".matrix").parentElement)',
    )) as [number, number];
    expect(whole).toBe(shown);
    const marks = await page.locator('.c').allTextContents();
    expect(marks).toEqual(expect.arrayContaining(['ESC', 'NUL ×2', 'NBSP', 'BOM', 'U+202E', 'U+D800', 'E9', 'E282']));
  });

  test('the offending bytes are marked where the location says', async () => {
    const { page } = await open('failing');
    const [first] = await page
      .locator('article .message > .body')
      .filter({ has: page.locator('mark') })
      .all();
    const marked = await first?.locator('mark').allTextContents();
    expect(marked?.join('')).toBe('<Response_Code>0</Response_Code>');
  });

  test('without JavaScript everything is there, and a verdict links to its cell', async () => {
    const { page } = await open('failing', { javaScriptEnabled: false });
    expect(await page.locator('#filters').isVisible()).toBe(false);
    expect(await page.locator('article').count()).toBe(2);
    const cell = page.locator('#cell-Get_Inventory-soap12');
    expect(await cell.isVisible()).toBe(false);
    await page.getByRole('row', { name: 'Get_Inventory' }).getByRole('link', { name: 'FAIL' }).last().click();
    expect(await cell.isVisible()).toBe(true);
    expect(await cell.textContent()).toContain('record.field-order (cause 1)');
  });

  test('the filters work by keyboard', async () => {
    const { page } = await open('failing');
    const visibleRows = () => page.locator('.matrix tbody tr:visible').count();
    const causes = () => page.locator('article:visible .facts code').allTextContents();
    expect(await visibleRows()).toBe(2);
    const marked = () => page.locator('.matrix .v', { hasText: '✓ pass !' }).count();
    expect(await marked()).toBe(1);
    await page.getByLabel('Rule').focus();
    await page.keyboard.type('xml.bom');
    await page.keyboard.press('Tab');
    expect(await causes()).toEqual(['xml.bom']);
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await visibleRows()).toBe(1);
    expect(await page.locator('.matrix td:not(.off) .v:visible').allTextContents()).toEqual(['✗ FAIL']);
    expect(await page.locator('#filtered').textContent()).toBe('1 of 8 cells, 1 of 2 causes');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('.matrix tbody tr').last().waitFor();
    expect([await visibleRows(), await marked()]).toEqual([2, 1]);
    expect(await causes()).toEqual(['record.field-order', 'xml.bom']);
  });

  test('a text that is typed leaves the causes that hold it', async () => {
    const { page } = await open('failing');
    await page.getByLabel('Text in a cause').fill('RECORD.field');
    expect(await page.locator('article:visible .facts code').allTextContents()).toEqual(['record.field-order']);
    expect(await page.locator('#filtered').textContent()).toBe('8 of 8 cells, 1 of 2 causes');
    await page.getByLabel('Text in a cause').fill('');
    expect(await page.locator('article:visible').count()).toBe(2);
  });

  test('a button copies the command next to it, and there is none next to one that is not whole', async () => {
    const { page } = await open('failing', { permissions: ['clipboard-read', 'clipboard-write'] });
    const command = page.locator('.command').first();
    await page.locator('.copy').first().click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await command.textContent());
    const hostile = await open('hostile');
    const cut = hostile.page.locator('.command:has(.c, .cut)');
    expect(await cut.count()).toBeGreaterThan(0);
    expect(await hostile.page.locator('.command:has(.c, .cut) + .copy').count()).toBe(0);
  });

  test('in print there is what is open, also what the reader opened', async () => {
    const { page } = await open('failing', { javaScriptEnabled: false });
    await page.emulateMedia({ media: 'print' });
    for (const id of ['causes', 'matrix', 'findings', 'about'])
      expect(await page.locator(`#${id}`).isVisible()).toBe(true);
    expect(await page.locator('#rules, .raw, #filters, nav').filter({ visible: true }).count()).toBe(0);
    await page.locator('#rules').evaluate((part) => part.setAttribute('open', ''));
    expect(await page.locator('#rules table').isVisible()).toBe(true);
  });

  test('a report with one finding is at most six pages of A4, with what is wrong marked', async () => {
    writeFileSync(join(folder, 'one.html'), htmlReport(withOneFinding, contract));
    const { page } = await watchedPage(browser, join(folder, 'one.html'));
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    const pages = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
    process.stdout.write(`a report with one finding: ${pages} pages of A4\n`);
    expect(pages).toBeGreaterThan(0);
    expect(pages).toBeLessThanOrEqual(6);
  });

  test('by keyboard the first stop skips to the content, and each cell has a name', async () => {
    const { page } = await open('failing');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe(order.message);
    await page.getByRole('link', { name: '✗ FAIL Get_Inventory over soap12' }).focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('#cell-Get_Inventory-soap12').isVisible()).toBe(true);
  });
});
