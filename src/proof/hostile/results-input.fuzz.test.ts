import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { cli, newFolder } from '../../cli/cli.fixture.ts';
import { faultyServer } from '../../cli/command.fixture.ts';
import { expectOrderly, fuzz } from '../../cli/input.fixture.ts';
import { changedBytes, changedStructure } from '../../cli/mutate.fixture.ts';
import { writeCellResults } from '../../cli/results.fixture.ts';
import { sampleResults } from '../../results/results.fixture.ts';

let text = '';

beforeAll(async () => {
  const server = await faultyServer('fields-swapped');
  const folder = mkdtempSync(join(tmpdir(), 'getdata-fuzz-'));
  const asked = { operation: 'McatCodes', binding: 'http-get', rules: 'record.field-order,http.status' };
  await writeCellResults(folder, { target: server.url, ...asked });
  await server.close();
  text = readFileSync(join(folder, 'results.json'), 'utf8').replaceAll(server.url, 'http://127.0.0.1:1');
  rmSync(folder, { recursive: true });
});

/** Commands that read results; none of them sends a thing here. Allure's report is made by the compiled command alone. */
const commands: Readonly<Record<string, readonly string[]>> = {
  report: ['report', 'fuzzed.json', '--format', 'html,junit,markdown,ctrf,har,github'],
  'diff, new': ['diff', 'right.json', 'fuzzed.json'],
  'diff, old': ['diff', 'fuzzed.json', 'right.json', '--format', 'json', '--out', '-'],
  'diff, html': ['diff', 'right.json', 'fuzzed.json', '--format', 'html', '--out', '-'],
  judge: ['judge', 'fuzzed.json'],
  baseline: ['baseline', 'fuzzed.json', '--owner', 'jo', '--reason', 'T-1'],
  replay: ['replay', 'fuzzed.json', 'no.such-finding'],
  rerun: ['run', 'http://127.0.0.1:1', '--rerun-failed', 'fuzzed.json', '--dry-run'],
};

test.each(Object.entries(commands))('%s takes any results file or refuses it in one sentence', async (_name, argv) => {
  const folder = newFolder();
  writeFileSync(join(folder, 'right.json'), text);
  const file = 'fuzzed.json';
  const structure = await fuzz({ folder, file, argv, contents: changedStructure(JSON.parse(text)), runs: 40 });
  const bytes = await fuzz({ folder, file, argv, contents: changedBytes(text), runs: 16 });
  expect(structure[2]).toBeGreaterThan(15);
  expect(bytes[2]).toBeGreaterThan(5);
});

test.each([
  ['namespace', '', /namespace/],
  ['namespace', 'a b', /namespace/],
  ['startedAt', 'yesterday', /startedAt is not a date/],
  ['startedAt', '+275760-09-13T00:00:00Z', /startedAt is not a date/],
  ['startedAt', '2030-02-31T00:00:00.000Z', /startedAt is not a date/],
  ['startedAt', 'Tue 1', /startedAt is not a date/],
  ['durationMs', 1e308, /durationMs is 1e\+308; it must be <= 10000000000/],
  ['requests', 1e308, /requests is 1e\+308; it must be <= 9007199254740991/],
  ['warnings', Array(10_001).fill('x'), /warnings is an array; it must NOT have more than 10000 items/],
  ['cells', Array(1_001).fill(sampleResults([]).cells[0]), /cells is an array; it must NOT have more than 1000 items/],
  ['cells', [], /has no cells/],
])('results with an odd %s (row %#) are refused by every command in one sentence', async (key, value, words) => {
  const folder = newFolder();
  writeFileSync(join(folder, 'right.json'), text);
  writeFileSync(join(folder, 'fuzzed.json'), JSON.stringify({ ...JSON.parse(text), [key]: value }));
  for (const [name, argv] of Object.entries(commands)) {
    const ended = await cli(argv, { folder });
    expectOrderly(ended, name);
    expect([ended.exitCode, ended.err], name).toEqual([2, expect.stringMatching(words)]);
  }
});
