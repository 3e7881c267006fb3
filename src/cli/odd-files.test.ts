import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, newFolder } from './cli.fixture.ts';
import { expectOrderly } from './input.fixture.ts';
import { deepJson } from './mutate.fixture.ts';

/** Names that lead to no file to be read, and words of the sentence about each. */
const odd: Readonly<Record<string, RegExp>> = {
  'no-file': /there is no such file/,
  folder: /it is a folder/,
  loop: /its links lead in a circle/,
  'folder/below-nothing/x': /there is no such file/,
  'empty/x': /a part of its path is not a folder/,
  ['n'.repeat(300)]: /its name is too long/,
  '/dev/null': /it is not a regular file/,
  '/dev/zero': /it is not a regular file/,
  pipe: /it is not a regular file/,
  'too-long': /is \d+ MiB long; expected \d+ MiB at most/,
  empty: /is not JSON|is not a |is damaged|not verified|not certified|not revoked/,
  'utf-16': /is not UTF-8|is not a |not verified|not certified|not revoked/,
  deep: /./,
};

/** Every way in for a file. FILE is the odd one. */
const ways: readonly string[] = [
  'run --dry-run --config FILE',
  'run --embedded --dry-run --baseline FILE',
  'run --dry-run --rerun-failed=FILE',
  'run --dry-run --targets FILE',
  'run --embedded --dry-run --calls FILE',
  'compare http://a.example http://b.example --calls FILE',
  'replay FILE',
  'history add FILE',
  'report FILE',
  'diff FILE FILE',
  'judge FILE',
  'baseline FILE --owner jo --reason T-1',
  'certify FILE --key k.pem',
  'certify deep --key FILE',
  'verify FILE --key k.pub.pem --results deep',
  'verify deep --key k.pub.pem --results FILE',
  'verify deep --key FILE --results deep',
  'revoke FILE --key k.pem --reason T-1',
  'revoke deep --key FILE --reason T-1',
  'registry build . --keys FILE',
];

async function prepared(): Promise<string> {
  const folder = newFolder();
  await cli(['keygen', 'k'], { folder });
  mkdirSync(join(folder, 'folder'));
  symlinkSync('loop', join(folder, 'loop'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  writeFileSync(join(folder, 'empty'), '');
  writeFileSync(join(folder, 'utf-16'), '\uFEFF{}', 'utf16le');
  writeFileSync(join(folder, 'deep'), deepJson);
  writeFileSync(join(folder, 'too-long'), '');
  // A hole, which takes no room on the disk.
  truncateSync(join(folder, 'too-long'), 300 * 1024 * 1024);
  return folder;
}

test.each(ways)('`%s` refuses what is not a file to read, at once and in one sentence', async (way) => {
  const folder = await prepared();
  for (const [file, words] of Object.entries(odd)) {
    const ended = await cli(
      way.split(' ').map((word) => word.replace('FILE', file)),
      { folder },
    );
    expectOrderly(ended, file);
    expect(ended.exitCode === 1 || ended.exitCode === 2, `${file}: ${ended.exitCode}`).toBe(true);
    expect(`${ended.out}${ended.err}`, file).toMatch(words);
    expect(`${ended.out}${ended.err}`.trimEnd().split('\n'), file).toHaveLength(1);
  }
});
