import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { defects } from '../reference/defects/defects.ts';
import { variations } from '../reference/variations/variations.ts';

const here = fileURLToPath(new URL('../..', import.meta.url));

test('each fault and variation is a test that `npm run proof -- <its id>` finds by its name', () => {
  const folders = ['faults', 'variations'].map((name) => `src/proof/${name}`);
  const names = execFileSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'list', ...folders], {
    cwd: here,
    encoding: 'utf8',
  });
  const lost = defects.filter(({ id }) => !names.includes(`'${id}': `));
  const unproved = variations.filter(({ id }) => !names.includes(`no rule objects to ${id}\n`));
  expect([...lost, ...unproved].map(({ id }) => id)).toEqual([]);
});
