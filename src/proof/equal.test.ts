import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

function equal(...args: readonly string[]): { readonly code: number | null; readonly out: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`${dist}proof/equal.js`, ...args], {
    encoding: 'utf8',
  });
  return { code: status, out: `${stdout}${stderr}` };
}

test('a build is equal to itself', () => {
  const { code, out } = equal(dist, '--of', 'connection-closed');
  expect(out).toMatch(/^equal {3}fault connection-closed, \d+ requests, /m);
  expect(out).toMatch(/^1 equal, 0 differ, \d+ s$/m);
  expect(code).toBe(0);
});

test.each([
  [[], 'name one older build'],
  [['no-such-revision'], "'no-such-revision' is neither a folder with a build (cli/main.js) nor a git revision"],
  [[dist, '--only', 'fault'], "--only is 'fault'; expected one of healthy, faults, variations, asmx"],
  [[dist, '--workers', 'two'], "--workers is 'two'; expected a whole number from 1"],
  [[dist, '--of', 'cdata,none'], '--of: the older build has no none'],
  [[dist, '--fast'], "Unknown option '--fast'"],
])('wrong use is one sentence: %j', (args, sentence) => {
  const { code, out } = equal(...args);
  expect(out).toContain(`error: ${sentence}`);
  expect(code).toBe(2);
});
