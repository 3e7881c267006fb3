import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sampleResults } from '../results/results.fixture.ts';
import { newFolder } from './cli.fixture.ts';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

interface Limits {
  readonly files?: number;
  /** MB of --max-old-space-size. */
  readonly heap?: number;
}

/** Runs the compiled command under limits of the shell and of V8. */
function under({ files, heap }: Limits, args: readonly string[], cwd = newFolder()): Promise<readonly unknown[]> {
  const limit = files === undefined ? '' : `ulimit -n ${files}; `;
  const flags = heap === undefined ? [] : [`--max-old-space-size=${heap}`];
  const script = ['-c', `${limit}exec "$0" "$@"`, process.execPath, ...flags, main, ...args];
  return new Promise((resolve) => {
    execFile('bash', script, { cwd }, (error, out, err) => resolve([error === null ? 0 : error.code, out, err]));
  });
}

const RUN = ['run', '--embedded', '--operations', 'McatCodes', '--profile', 'quick'];

test.skipIf(process.platform === 'win32').each([
  [{ files: 40 }, RUN, /^error: too many files are open at once for this machine; [^\n]+\n$/],
  [{ files: 100 }, RUN, /^error: too many files are open at once for this machine; [^\n]+\n$/],
  [{ heap: 16 }, RUN, /^error: the heap of \d+ MiB is too small; expected 80 MiB or more, [^\n]+\n$/],
] as const)('with %j a run ends with one sentence', async (limits, args, sentence) => {
  expect(await under(limits, args)).toEqual([2, '', expect.stringMatching(sentence)]);
});

test('a file that the heap could not hold is refused before it is read', async () => {
  const folder = newFolder();
  const warnings = Array.from({ length: 3_000_000 }, (_, index) => `w${index}`);
  writeFileSync(join(folder, 'results.json'), JSON.stringify({ ...sampleResults([]), warnings }));
  expect(await under({ heap: 128 }, ['report', 'results.json', '--format', 'junit'], folder)).toEqual([
    2,
    '',
    expect.stringMatching(
      /^error: results\.json is \d+ MiB long; expected \d+ MiB at most, an eighth of the heap; [^\n]+\n$/,
    ),
  ]);
});
