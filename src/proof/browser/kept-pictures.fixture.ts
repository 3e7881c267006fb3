import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { count } from '../../views/html/parts.tsx';
import { differenceOf, kept, pictureOf } from './picture.fixture.ts';

/** Where the pictures are, and where what differs from them goes. */
interface Place {
  /** The Chromium that looks at the pages now. */
  readonly version: string;
  /** The pictures become what the pages look like now. */
  readonly renewed: boolean;
  readonly kept?: string;
  readonly report?: string;
}

const HOW = 'npx vitest run src/proof/browser/pages.test.ts -u';
const root = new URL('../../../', import.meta.url).pathname;

/** Compares pages with the pictures of them that are kept. */
export function keptPictures({ version, renewed, kept: at = 'fixtures/pages', report = 'reports/pages' }: Place) {
  const [folder, reports] = [join(root, at), join(root, report)];
  const made = join(folder, 'chromium.txt');
  const major = version.split('.')[0];
  const seen = new Set<string>();
  const faults: string[] = [];
  mkdirSync(reports, { recursive: true });

  /** Takes a picture of a page, and says what it has other than the one that is kept. */
  async function compare(page: Page, name: string, width: number, look: string): Promise<void> {
    const id = `${name}-${width}-${look}`;
    const file = join(folder, `${id}.png`);
    const picture = await pictureOf(page);
    seen.add(`${id}.png`);
    const found = existsSync(file) ? differenceOf(picture, readFileSync(file)) : 'there is no picture of it';
    if (found === null) return;
    // For a person, in its size.
    await page.screenshot({ path: join(reports, `${id}.png`), fullPage: true });
    if (renewed) writeFileSync(file, kept(picture));
    else if (typeof found === 'string') faults.push(`${name} at ${width} px in ${look}: ${found}`);
    else {
      writeFileSync(join(reports, `${id}.difference.png`), found.drawn);
      faults.push(`${name} at ${width} px in ${look}: ${found.text}: see ${report}/${id}.png, ${id}.difference.png`);
    }
  }

  /** @returns what is wrong with all of them, of these widths: '' if nothing is */
  function verdict(width: number): string {
    const unused = readdirSync(folder).filter((file) => file.includes(`-${width}-`) && !seen.has(file));
    if (renewed) {
      for (const file of unused) rmSync(join(folder, file));
      writeFileSync(made, `${major}\n`);
    } else faults.push(...unused.map((file) => `${at}/${file}: no page has it`));
    if (faults.length === 0) return '';
    const before = readFileSync(made, 'utf8').trim();
    const other = `The pictures in ${at} are of Chromium ${before}, this is Chromium ${major}`;
    if (before !== major)
      return `${other}: ${count(faults.length, 'picture')} changed; if the pages in ${report} look right, '${HOW}'`;
    return [...faults, `If they are meant to look like this: '${HOW}'`].join('\n');
  }

  return { compare, verdict };
}
