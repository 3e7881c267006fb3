import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { defects } from './defects/defects.ts';
import { variations } from './variations/variations.ts';

/** The end of the line that has the number, in each page. */
const counts: Readonly<Record<string, readonly (readonly [line: RegExp, count: string])[]>> = {
  'README.md': [
    [/(?<=^\| deliberate faults .* \| ).*/m, `${defects.length} of ${defects.length} |`],
    [/(?<=^\| harmless variations .* \| ).*/m, `0 in ${variations.length} |`],
  ],
  'docs/power.md': [[/(?<=^\| Defects of .* rules \| ).*/m, `${defects.length} | 0 | ${defects.length} | 0 | 0 |`]],
};

test.each(Object.entries(counts))(
  '%s has the numbers of faults; `npm run pages` writes them anew',
  async (page, lines) => {
    const text = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8');
    const counted = lines.reduce((all, [line, count]) => all.replace(line, count), text);
    await expect(counted).toMatchFileSnapshot(`../../${page}`);
  },
);
