import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stateBadge } from '../../features/certify/registry/pages.tsx';
import { type ofVersion, put, stranger, trusted } from '../../features/certify/registry/registry.fixture.ts';
import { buildRegistry } from '../../features/certify/registry/site.ts';
import { program } from '../../features/certify/run.fixture.ts';
import { folderOf } from '../../results/target-folder.ts';
import { CHROMIUM, unfit } from '../../views/html/axe.fixture.ts';
import { HOSTILE } from '../../views/html/hostile.fixture.ts';
import { faultsOf, HARMLESS, watchedPage } from '../../views/html/watched-page.fixture.ts';
import { parseXml } from '../../xml/parse.ts';

const target = 'https://host.example/path';
// A name of a folder holds neither '/' nor NUL, and 255 bytes at most.
const hostileFolder = HOSTILE.replaceAll(/[/\0]/g, '').slice(0, 120);
const words = HOSTILE.replaceAll(/\p{Surrogate}/gu, '');
// An address as run writes it, with all that a path can carry.
const path = new URL(`https://hostile.example/${words.replaceAll(/[?#]/g, '')}`).href.slice(0, 1_500);
const hostile = path.replace(/[/%][^/%]{0,2}$/, '');
const document = Buffer.from(JSON.stringify({ target: hostile, namespace: words })).toString('base64');

describe.skipIf(unfit)('the pages of a registry in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-registry-'));
  let browser: Browser;

  beforeAll(async () => {
    const at = (name: string): string => join(folder, 'all', name);
    put(at('new'), { startedAt: '2026-12-01T08:00:00.000Z' });
    put(at('old'));
    put(at('withdrawn'), { startedAt: '2026-12-05T08:00:00.000Z', revoked: HOSTILE });
    put(at(`wrong ${hostileFolder}`), { key: stranger });
    // Only the signer of another version can choose what no run writes.
    const forge = (statement: Parameters<ReturnType<typeof ofVersion>>[0]) => {
      const { subject, predicate } = statement;
      const waivers = [{ test: words, owner: words, reason: words, expires: null }];
      const configuration = predicate.configuration.map((one) =>
        one.name === 'rule set' ? { ...one, annotations: { ruleSet: words } } : one,
      );
      return {
        ...statement,
        subject: subject.map((one) => ({ ...one, content: document })),
        predicate: {
          ...predicate,
          configuration: [
            { name: 'suite', uri: `pkg:npm/getdata-conformance@${words}` },
            ...configuration.filter(({ name }) => name !== 'suite'),
            { name: 'waivers', annotations: { waivers } },
          ],
        },
      };
    };
    put(at(hostileFolder), { forge, revoked: HOSTILE });
    const { registry } = await buildRegistry({ folder, name: 'all' }, [trusted.publicKey], program);
    expect(registry.statements).toHaveLength(4);
    for (const entry of registry.statements)
      expect(parseXml(stateBadge(entry, registry.day))).toMatchObject({ kind: 'document' });
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  const pages = {
    'all targets': 'index.html',
    'a target': `targets/${folderOf(target)}.html`,
    'a hostile target': `targets/${folderOf(hostile)}.html`,
  };

  const open = (file: string, javaScriptEnabled = true) =>
    watchedPage(browser, join(folder, 'all/site', file), { colorScheme: 'light', javaScriptEnabled });

  test.each(Object.entries(pages))('%s: accessible in light and dark, nothing loaded, nothing run', async (_, file) => {
    expect(await faultsOf(await open(file))).toEqual(HARMLESS);
  });

  test('without JavaScript the way from a target to its statements and back is links alone', async () => {
    const { page } = await open('index.html', false);
    await page.getByRole('link', { name: target }).click();
    expect(await page.locator('h1').textContent()).toBe('valid');
    expect(await page.locator('tbody tr').count()).toBe(3);
    await page.getByRole('link', { name: 'All targets' }).click();
    expect(await page.locator('h1').textContent()).toBe('2 targets');
  });

  test('every link of every page leads to a file', async () => {
    for (const file of Object.values(pages)) {
      const { page } = await open(file);
      const links = await page
        .locator('a')
        .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href.replace(/#.*/, '')));
      expect(links.length).toBeGreaterThan(3);
      for (const link of new Set(links))
        expect((await page.goto(link).catch(() => null))?.ok(), `${file}: ${link}`).toBe(true);
    }
  });
});
