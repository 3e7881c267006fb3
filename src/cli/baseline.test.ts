import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BASELINE_FILE, parseBaseline } from '../options/baseline-file.ts';
import { folded } from '../results/folded.fixture.ts';
import { cli, newFolder } from './cli.fixture.ts';

const NAME = 'http.status@Get_Inventory/soap12';
const OTHER = 'http.status@McatCodes/soap11';
const failing = folded({ verdicts: { [NAME]: 'fail' } });
const argv = ['baseline', 'results.json', '--owner', 'Jo Doe', '--reason', 'the vendor fixes it'];

function folderWith(results: object): string {
  const folder = newFolder();
  writeFileSync(join(folder, 'results.json'), JSON.stringify(results));
  return folder;
}

function written(folder: string, file = BASELINE_FILE) {
  return parseBaseline(file, readFileSync(join(folder, file), 'utf8')).entries;
}

test('the findings of a run are written as known failures, with a line each', async () => {
  const folder = folderWith(failing);
  const ended = await cli([...argv, '--expires', '2030-06-30'], { folder });
  const said = `Written: ${BASELINE_FILE}, known failures: 1 (0 kept, 1 new, 0 dropped)\n`;
  expect(ended).toEqual({ exitCode: 0, out: said, err: '' });
  const entry = { rule: 'http.status', operation: 'Get_Inventory', binding: 'soap12' };
  expect(written(folder)).toEqual([
    { ...entry, owner: 'Jo Doe', reason: 'the vendor fixes it', expires: '2030-06-30', line: 5 },
  ]);
});

test('a file that is there is brought up to date: kept, new and dropped are said', async () => {
  const folder = folderWith(failing);
  await cli(argv, { folder });
  const next = folded({ verdicts: { [OTHER]: 'fail' } });
  writeFileSync(join(folder, 'results.json'), JSON.stringify(next));
  const changed = await cli(['baseline', 'results.json', '--owner', 'Ann', '--reason', 'T-2'], { folder });
  expect(changed.out).toBe(
    `Written: ${BASELINE_FILE}, known failures: 1 (0 kept, 1 new, 1 dropped)\n- ${NAME} passes now: dropped\n`,
  );
  const again = await cli(argv, { folder });
  expect(again.out).toContain('(1 kept, 0 new, 0 dropped)');
  expect(written(folder).map(({ operation, owner, reason }) => [operation, owner, reason])).toEqual([
    ['McatCodes', 'Ann', 'T-2'],
  ]);
});

test('an entry without a verdict is kept, one that is expired too, and that is said', async () => {
  const folder = folderWith(failing);
  const entry = { rule: 'http.status', owner: 'Jo', reason: 'old' };
  const known = [
    { ...entry, operation: 'Get_Inventory', binding: 'soap12', expires: '2020-01-01' },
    { ...entry, operation: 'McatCode_check', binding: 'soap12' },
    { ...entry, operation: 'Get_Inventory', binding: 'soap13' },
  ];
  writeFileSync(join(folder, 'known.json'), JSON.stringify({ knownFailures: known }));
  const { exitCode, out } = await cli([...argv, '--out', 'known.json'], { folder });
  expect([exitCode, out.trimEnd().split('\n')]).toEqual([
    0,
    [
      'Written: known.json, known failures: 2 (2 kept, 0 new, 1 dropped)',
      '1 of those kept had no verdict in this run',
      '1 of those kept expired: a run fails until they get a later day',
      '- http.status@Get_Inventory/soap13 matches nothing: dropped',
    ],
  ]);
  expect(written(folder, 'known.json').map(({ expires, reason }) => [expires, reason])).toEqual([
    ['2020-01-01', 'old'],
    [null, 'old'],
  ]);
});

test('a run without findings leaves a file without entries, in a folder of its own', async () => {
  const folder = folderWith(folded({}));
  expect((await cli([...argv, '--out', 'ci/known.json'], { folder })).exitCode).toBe(0);
  expect(written(folder, 'ci/known.json')).toEqual([]);
});

test('accepted differences in the file stay as they are', async () => {
  const folder = folderWith(failing);
  const accepted = { difference: 'wsdl element A: gone', owner: 'Ann', reason: 'T-3' };
  writeFileSync(join(folder, BASELINE_FILE), JSON.stringify({ knownFailures: [accepted] }));
  const { out } = await cli(argv, { folder });
  expect(out).toBe(`Written: ${BASELINE_FILE}, known failures: 1 (0 kept, 1 new, 0 dropped)\n`);
  const text = readFileSync(join(folder, BASELINE_FILE), 'utf8');
  expect(parseBaseline(BASELINE_FILE, text)).toMatchObject({
    entries: [{ reason: 'the vendor fixes it' }],
    differences: [accepted],
  });
  expect(written(folder)).toHaveLength(1);
});

test.each([
  [
    ['baseline', 'results.json', '--reason', 'x'],
    "error: missing option '--owner <name>'; expected who is responsible for the new entries",
  ],
  [['baseline', 'results.json', '--owner', ' ', '--reason', 'x'], 'error: --owner is empty; expected a text'],
  [['baseline', 'results.json', '--owner', 'x', '--reason', ''], 'error: --reason is empty; expected a text'],
  [
    [...argv, '--expires', '2030-02-30'],
    "error: --expires is '2030-02-30'; expected a day of the calendar as YYYY-MM-DD",
  ],
  [
    [...argv, '--expires', '2026-04-30'],
    'error: --expires is 2026-04-30, before the run itself (2026-05-01); expected that day or a later one',
  ],
  [[...argv, '--out', 'results.json'], "error: results.json: the file has no 'knownFailures'; expected one"],
  [['baseline', 'none.json', ...argv.slice(2)], "error: none.json can't be read: there is no such file"],
  [
    ['baseline', 'compare.json', ...argv.slice(2)],
    "error: compare.json is not a compare.json of this version: the file has no 'schemaVersion'; expected one",
  ],
  [[...argv, '--out', '/dev/null/x.json'], "error: /dev/null/x.json can't be written: its folder is a file"],
])('%j is refused in one sentence, and nothing is written', async (line, sentence) => {
  const folder = folderWith(failing);
  writeFileSync(join(folder, 'compare.json'), '{"servers": {}}');
  expect(await cli(line, { folder })).toEqual({ exitCode: 2, out: '', err: `${sentence}\n` });
  expect(existsSync(join(folder, BASELINE_FILE))).toBe(false);
});

test.each([
  [
    ['run', '--embedded', '--baseline', 'none.json'],
    "error: the baseline none.json can't be read: there is no such file",
  ],
  [
    ['run', '--embedded', '--baseline', 'bad.json'],
    "error: bad.json: unknown key 'knownFailure'; did you mean 'knownFailures'?",
  ],
])('`%j` is refused before the first request', async (line, sentence) => {
  const folder = newFolder();
  writeFileSync(join(folder, 'bad.json'), '{"knownFailures": [], "knownFailure": []}');
  expect(await cli(line, { folder })).toEqual({ exitCode: 2, out: '', err: `${sentence}\n` });
});
