import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AxeResults } from 'axe-core';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOSTILE } from '../../results/results.fixture.ts';
import { parseXml } from '../../xml/parse.ts';
import { certificateText } from './certificate.tsx';
import { badgeText, type CertificateFacts, factsOf } from './facts.ts';
import { evidenceOf, wholeRun } from './run.fixture.ts';

const KEY_ID = 'c'.repeat(64);
const orders = ['soap11', 'soap12', 'http-get', 'http-post'].map((binding) => ({
  rule: 'record.field-order',
  operation: 'Get_PartialProd_Resources_vehicle',
  binding,
}));

function facts(changes: object = {}, waived: typeof orders = []): CertificateFacts {
  const verdicts = Object.fromEntries(
    waived.map(({ rule, operation, binding }) => [`${rule}@${operation}/${binding}`, 'fail'] as const),
  );
  const { evidence } = evidenceOf(wholeRun({ verdicts, known: waived }));
  return factsOf({ ...evidence, results: { ...evidence.results, ...changes } }, KEY_ID);
}

const plain = facts();
const waived = facts({}, orders.slice(0, 2));
const all = facts({ target: HOSTILE.repeat(3), namespace: HOSTILE.repeat(3) }, orders);
const unused = { ...plain, unused: ['Video.Title: no titles are kept'], changing: [HOSTILE] };
const hostile = {
  ...all,
  waivers: all.waivers.map((one) => ({ ...one, owner: HOSTILE, reason: HOSTILE })),
  unused: Array.from({ length: 9 }, () => HOSTILE),
  changing: Array.from({ length: 9 }, () => HOSTILE),
};

test.each([
  ['certificate', certificateText],
  ['badge', badgeText],
] as const)('the %s says what was certified, by what key, and that it is not a proof', (_name, textOf) => {
  const text = textOf(plain);
  const wanted = [
    '21 November 2026',
    'https://host.example/path',
    'getdata-conformance 0.1.0',
    plain.contractDigest,
    plain.evidenceDigest,
    KEY_ID,
    'getdata-conformance verify',
  ];
  expect(wanted.filter((one) => !text.includes(one))).toEqual([]);
  expect(text).toMatch(/proves nothing/i);
  expect(text).not.toMatch(/waive[rd]s?\b(?!: none)(?![^<]*\})/);
  expect(textOf(waived)).toContain('onformant with waivers');
  expect(textOf(waived)).toContain('Get_PartialProd_Resources_vehicle/soap12');
});

test.each(Object.entries({ plain, waived, hostile }))(
  'the badge is well-formed XML and holds text only: %s',
  (_name, shown) => {
    const badge = badgeText(shown);
    expect(parseXml(badge)).toMatchObject({ kind: 'document' });
    expect(badge.match(/<[a-zA-Z]+/g)?.filter((tag) => !/^<(svg|title|desc|rect|path|circle|text)$/.test(tag))).toEqual(
      [],
    );
    expect(badge).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
  },
);

test('the certificate names the rules that rest on the owner or on an interpretation', () => {
  const text = certificateText(plain);
  expect(text).toMatch(/Owner: record\.field-order\. Interpretation: [\w.-]+(?:, [\w.-]+)+/);
});

test('warnings are counted with the waivers', () => {
  const [order] = orders;
  const test = `${order?.rule}@${order?.operation}/${order?.binding}`;
  const unjudged = `xsd.valid@${order?.operation}/${order?.binding}`;
  const verdicts = { [test]: 'fail', [unjudged]: 'not-reached', 'xml.bom@McatCodes/soap11': 'fail' } as const;
  const { evidence } = evidenceOf(wholeRun({ verdicts, known: orders.slice(0, 1) }));
  const shown = factsOf(evidence, KEY_ID);
  expect([shown.warned, shown.unjudged, shown.waivers.length]).toEqual([1, 1, 1]);
  expect(certificateText(shown)).toContain('1, of rules beyond what is required');
  expect(certificateText(shown)).toContain('Required rules with nothing to judge in the same cells: 1.');
});

const CHROMIUM = '/usr/bin/chromium';
const missing = !existsSync(CHROMIUM);
const unfit = missing && process.env.CI === undefined;
if (unfit) process.stderr.write(`${CHROMIUM} is not installed: the certificate was not tested in a browser\n`);

describe.skipIf(unfit)('in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-certificate-'));
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  let browser: Browser;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  test.each(Object.entries({ plain, unused, waived, hostile }))(
    'the certificate is one page on A4 and Letter, accessible, and runs nothing: %s',
    async (name, shown) => {
      const path = join(folder, `${name}.html`);
      writeFileSync(path, certificateText(shown));
      const page = await browser.newPage();
      const trouble: string[] = [];
      page.on('console', (message) => trouble.push(message.text()));
      page.on('dialog', (dialog) => trouble.push(dialog.message()));
      page.on('request', (request) => trouble.push(request.url()));
      await page.goto(pathToFileURL(path).href);
      expect(trouble).toEqual([pathToFileURL(path).href]);
      expect(await page.locator('script, img, main a').count()).toBe(0);
      for (const format of ['A4', 'Letter']) {
        const pdf = (await page.pdf({ format })).toString('latin1');
        expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
      }
      // The page's policy lets no script in; axe comes from outside of it.
      const audited = await (await browser.newContext({ bypassCSP: true })).newPage();
      await audited.goto(pathToFileURL(path).href);
      await audited.addScriptTag({ content: axe });
      const { violations } = (await audited.evaluate('axe.run()')) as AxeResults;
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    },
  );
});
