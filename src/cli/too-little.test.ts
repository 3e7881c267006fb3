import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sampleResults } from '../results/results.fixture.ts';
import { newFolder } from './cli.fixture.ts';
import { tooLittle } from './too-little.ts';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

interface Limits {
  /** What the shell does before. */
  readonly shell?: string;
  /** A flag of node. */
  readonly flag?: string;
}

/** Runs the compiled command under limits of the shell and of node. */
function under({ shell, flag }: Limits, args: readonly string[], cwd = newFolder()): Promise<readonly unknown[]> {
  const before = shell === undefined ? '' : `${shell}; `;
  const flags = flag === undefined ? [] : [flag];
  const script = ['-c', `${before}exec "$0" "$@"`, process.execPath, ...flags, main, ...args];
  return new Promise((resolve) => {
    execFile('bash', script, { cwd }, (error, out, err) => resolve([error === null ? 0 : error.code, out, err]));
  });
}

const RUN = ['run', '--embedded', '--operations', 'McatCodes', '--profile', 'quick'];

const unfit = process.platform !== 'linux';
if (unfit) process.stderr.write('the limits are those of Linux: a machine with too little was not tested\n');

test.skipIf(unfit).each([
  [{ shell: 'ulimit -n 40' }, RUN, /^error: too many files are open at once for this machine; [^\n]+\n$/],
  [{ shell: 'ulimit -n 100' }, RUN, /^error: too many files are open at once for this machine; [^\n]+\n$/],
  [
    { flag: '--max-old-space-size=16' },
    RUN,
    /^error: the heap of \d+ MiB is too small; expected 80 MiB or more, [^\n]+\n$/,
  ],
  [
    { shell: 'mkdir gone; cd gone; rmdir ../gone' },
    RUN,
    /^error: the current folder does not exist any more; [^\n]+\n$/,
  ],
  [
    { shell: 'mkdir gone; cd gone; rmdir ../gone' },
    ['--help'],
    /^error: the current folder does not exist any more; [^\n]+\n$/,
  ],
] as const)('with %j a run ends with one sentence', async (limits, args, sentence) => {
  expect(await under(limits, args)).toEqual([2, '', expect.stringMatching(sentence)]);
});

// One process may have the addresses for one WebAssembly library and not for two: that is not the target's fault.
test.skipIf(unfit).each([
  [{ shell: 'ulimit -v 20000000' }, /^error: this process may not have as many addresses as WebAssembly needs; .+\n$/m],
  [{ flag: '--jitless' }, /^error: libxml2-wasm, which a run needs, can't be used: .+\n$/m],
  [{ flag: '--no-addons' }, /^error: vitest, which a run needs, can't be loaded for linux \w+: .+\n$/m],
] as const)(
  'with %j a library of a run can not be loaded, which is no finding and no bug',
  async (limits, sentence) => {
    expect(await under(limits, RUN)).toEqual([
      2,
      expect.not.stringContaining('exit code'),
      expect.stringMatching(sentence),
    ]);
  },
);

// Some versions of node run with so few addresses, others do not.
test.skipIf(unfit)('with 4 GB of addresses a run either ends with one sentence or judges as ever', async () => {
  const [code, out, err] = await under({ shell: 'ulimit -v 4000000' }, RUN);
  if (code === 0) expect(out).toMatch(/: conformant for what was selected \(exit code 0\)\n$/);
  else expect([code, err]).toEqual([2, expect.stringMatching(/^error: this process may not have as many addresses/m)]);
});

test('versions of Node that package.json excludes are refused', () => {
  const refused = ['16.20.2', '18.20.8', '20.18.3', '21.7.3'];
  for (const node of refused)
    expect(tooLittle(node)).toBe(`the suite does not run on Node ${node}; expected 20.19, 22 or later`);
  for (const node of ['20.19.0', '22.0.0', '24.1.0', '100.0.0']) expect(tooLittle(node)).toBeNull();
});

test('a file that the heap could not hold is refused before it is read', async () => {
  const folder = newFolder();
  const warnings = ['w'.repeat(20 * 1024 * 1024)];
  writeFileSync(join(folder, 'results.json'), JSON.stringify({ ...sampleResults([]), warnings }));
  expect(
    await under({ flag: '--max-old-space-size=128' }, ['report', 'results.json', '--format', 'junit'], folder),
  ).toEqual([
    2,
    '',
    expect.stringMatching(
      /^error: results\.json is \d+ MiB long; expected \d+ MiB at most, an eighth of the heap; [^\n]+\n$/,
    ),
  ]);
});
