import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hostileFinding, sampleFinding, sampleResults } from '../results/results.fixture.ts';
import { reporterNames } from '../views/write-reports.ts';
import { cli, newFolder } from './cli.fixture.ts';

function resultsFolder(findings = [sampleFinding()]): string {
  const folder = newFolder();
  mkdirSync(join(folder, 'reports'));
  writeFileSync(join(folder, 'reports/results.json'), JSON.stringify(sampleResults(findings)));
  return folder;
}

const FILE = 'reports/results.json';

test('by default, the HTML report is next to the results', async () => {
  const folder = resultsFolder();
  const { exitCode, out, err } = await cli(['report', FILE], { folder });
  expect([exitCode, err]).toEqual([0, '']);
  expect(out).toBe(`Written: ${join(folder, 'reports/report.html')}\n`);
  expect(readFileSync(join(folder, 'reports/report.html'), 'utf8')).toMatch(/^<!doctype html>/);
});

test('several formats at once, next to the results or in a folder', async () => {
  const folder = resultsFolder();
  await cli(['report', FILE, '--format', 'junit,markdown,ctrf'], { folder });
  await cli(['report', FILE, '--format', 'junit,markdown,ctrf', '--out', 'build/ci'], { folder });
  for (const file of ['junit.xml', 'summary.md', 'ctrf.json']) {
    expect(readFileSync(join(folder, 'build/ci', file), 'utf8')).toBe(
      readFileSync(join(folder, 'reports', file), 'utf8'),
    );
  }
});

test('the commands of a report name the file that was given, which may be a copy', async () => {
  const folder = resultsFolder();
  renameSync(join(folder, 'reports'), join(folder, 'copy of it'));
  await cli(['report', 'copy of it/results.json', '--format', 'markdown'], { folder });
  const summary = readFileSync(join(folder, 'copy of it/summary.md'), 'utf8');
  expect(summary).toContain("replay 'copy of it/results.json' 'record.field-order@Get_Inventory/soap12'");
  expect(summary).not.toContain(FILE);
});

test('--out names the file of one format, or a folder where it is one or ends in a slash', async () => {
  const folder = resultsFolder();
  mkdirSync(join(folder, 'there'));
  for (const out of ['a/b/tests.xml', 'there', 'made/'])
    await cli(['report', FILE, '--format', 'junit', '--out', out], { folder });
  for (const file of ['a/b/tests.xml', 'there/junit.xml', 'made/junit.xml'])
    expect(existsSync(join(folder, file))).toBe(true);
});

test('--out overwrites neither the results, by whatever name, nor a pipe', async () => {
  const folder = resultsFolder();
  symlinkSync(folder, join(folder, 'link'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  const before = readFileSync(join(folder, FILE), 'utf8');
  const refusal = async (out: string) =>
    (await cli(['report', FILE, '--format', 'junit', '--out', out], { folder })).err;
  for (const out of [FILE, `link/${FILE}`])
    expect(await refusal(out)).toBe(`error: --out names ${FILE}, which would be overwritten; expected another file\n`);
  expect(await refusal('pipe')).toBe('error: --out names pipe, which is a device or a pipe; expected a file\n');
  expect(readFileSync(join(folder, FILE), 'utf8')).toBe(before);
});

test('--format github prints annotations and appends the summary to the file of the step', async () => {
  const folder = resultsFolder();
  const step = join(folder, 'step.md');
  const { out } = await cli(['report', FILE, '--format', 'github'], { folder, env: { GITHUB_STEP_SUMMARY: step } });
  expect(out).toMatch(/^::error title=record\.field-order in Get_Inventory\/soap12::/);
  expect(out).toContain(`Written: ${step}\n`);
  expect(readFileSync(step, 'utf8')).toContain('## ❌ GetData conformance');
  const outside = await cli(['report', FILE, '--format', 'github'], { folder });
  expect([outside.exitCode, outside.out]).toEqual([
    0,
    expect.stringMatching(/\nGITHUB_STEP_SUMMARY is not set, .*\n$/),
  ]);
});

test('a report that can not be made is exit 5, called the failure of the suite, and the others are written', async () => {
  const folder = resultsFolder();
  mkdirSync(join(folder, 'reports/junit.xml'));
  const { exitCode, err, out } = await cli(['report', FILE, '--format', 'junit,ctrf'], { folder });
  expect(exitCode).toBe(5);
  expect(err).toMatch(/^error: the suite itself failed: the junit report could not be written: /);
  expect(out).toContain('ctrf.json');
});

test.each([
  ['--format junti', "error: --format: no reporter is named 'junti'; did you mean 'junit'?"],
  ['--format ,', 'error: --format names nothing; expected names separated by commas'],
  ['--format github --out x', 'error: --out is given, but --format github writes no file; omit --out'],
  [
    '--format junit,ctrf --out reports/results.json',
    'error: --out names the file reports/results.json; expected a folder for the formats junit, ctrf',
  ],
  [
    '--out reports/results.json/x',
    /^error: the folder .*results\.json can't be written to: a file is in its place; name another with --out\n$/,
  ],
])('`report %s` is exit 2 and one sentence', async (line, sentence) => {
  const { exitCode, err } = await cli(['report', FILE, ...line.split(' ')], { folder: resultsFolder() });
  expect(exitCode).toBe(2);
  if (typeof sentence === 'string') expect(err).toBe(`${sentence}\n`);
  else expect(err).toMatch(sentence);
});

test('the same for reporters of a run, of its flag and of its config file, before anything is sent', async () => {
  const flag = await cli(['run', 'http://127.0.0.1:1', '--reporter', 'html,junti']);
  expect([flag.exitCode, flag.err]).toEqual([
    2,
    "error: --reporter: no reporter is named 'junti'; did you mean 'junit'?\n",
  ]);
  const folder = newFolder();
  writeFileSync(join(folder, 'getdata.config.json'), JSON.stringify({ reporters: ['junti'] }));
  const key = await cli(['run', 'http://127.0.0.1:1'], { folder });
  expect([key.exitCode, key.err]).toEqual([2, expect.stringMatching(/^error: getdata\.config\.json: .*junti.*junit/)]);
});

test('the schema of the config file knows every reporter', () => {
  const schema = JSON.parse(readFileSync(new URL('../../specs/schemas/config.schema.json', import.meta.url), 'utf8'));
  expect(schema.properties.reporters.items.enum).toEqual(reporterNames);
});

test('nothing of a hostile target reaches the terminal', async () => {
  const { out } = await cli(['report', FILE, '--format', 'github'], { folder: resultsFolder([hostileFinding()]) });
  expect(out).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Surrogate}]/u);
});
