import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { patience } from '../patience.fixture.ts';
import { cli, type Ended } from './cli.fixture.ts';

/** The longest time that a command may take for any file, on a quiet machine. */
const MOST_MS = 5000;

/** Checks what every command line guarantees for any input: no bug of the suite, and a refusal in one sentence. */
export function expectOrderly({ exitCode, out, err }: Ended, what = ''): void {
  expect(exitCode === 5 ? err : '', what).toBe('');
  expect(`${out}${err}`, what).not.toMatch(/^ +at .+:\d+:\d+\)?$/m);
  if (exitCode === 2) {
    expect(err, what).toMatch(/^error: [^\n]{1,2100}\n$/);
    expect(out, what).toBe('');
  }
}

/** Files of any content, each written under a name and given to a command line. */
interface Fuzzed {
  readonly folder: string;
  /** The file that the content is written to. */
  readonly file: string;
  readonly argv: readonly string[];
  readonly contents: fc.Arbitrary<string | Uint8Array>;
  readonly runs: number;
}

/** Gives each content to the command line and checks `expectOrderly`. Resolves to how many ended with each code. */
export async function fuzz({ folder, file, argv, contents, runs }: Fuzzed): Promise<Readonly<Record<number, number>>> {
  const codes: Record<number, number> = {};
  const each = fc.asyncProperty(contents, async (content) => {
    writeFileSync(join(folder, file), content);
    const started = performance.now();
    const ended = await cli(argv, { folder });
    expectOrderly(ended);
    expect(performance.now() - started).toBeLessThan(patience(MOST_MS));
    codes[ended.exitCode] = (codes[ended.exitCode] ?? 0) + 1;
  });
  await fc.assert(each, { seed: 5, numRuns: runs, endOnFailure: true });
  return codes;
}
