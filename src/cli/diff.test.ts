import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Diff } from '../features/comparison/runs/diff.ts';
import { loadCatalog } from '../reference/catalog.ts';
import type { Mutation } from '../reference/mutation.ts';
import { startReferenceServer } from '../reference/server.ts';
import { contract, variation } from '../reference/variations/target.fixture.ts';
import { cli, newFolder } from './cli.fixture.ts';
import { commandHere } from './command.fixture.ts';
import { readDefects } from './served-changes.ts';

/** A run of one operation against a server, by the compiled command line; the path of its results. */
async function runAgainst(defects: readonly Mutation[], catalog = loadCatalog()): Promise<string> {
  const server = await startReferenceServer({ contract, defects, catalog });
  try {
    const cells = ['--operations', 'Get_Basevehicle_Images', '--bindings', 'soap12,http-get'];
    const { folder } = await commandHere(['run', server.url, ...cells, '--profile', 'quick', '--seed', '3', '--quiet']);
    return join(folder, 'reports/results.json');
  } finally {
    await server.close();
  }
}

let healthy = '';
let faulty = '';
let other = '';
let moved = '';
beforeAll(async () => {
  const defects = readDefects(
    ['fields-swapped@Get_Basevehicle_Images/soap12', 'status-201@Get_Basevehicle_Images/http-get'],
    contract,
  );
  healthy = await runAgainst([]);
  faulty = await runAgainst(defects.map(({ mutation }) => mutation));
  other = await runAgainst([variation('headers-more'), variation('reason-other')]);
  const { addresses, ...lists } = loadCatalog();
  moved = await runAgainst([], { ...lists, addresses: { ...addresses, baseVehicleImages: 'https://cdn.example/' } });
});

/** A folder in which the runs lie as before.json and after/results.json. */
function folderWith(before: string, after: string): string {
  const folder = newFolder();
  mkdirSync(join(folder, 'after'));
  copyFileSync(before, join(folder, 'before.json'));
  copyFileSync(after, join(folder, 'after/results.json'));
  return folder;
}

const both = ['diff', 'before.json', 'after/results.json'] as const;

test('two equal runs: nothing changed, exit code 0', async () => {
  const { exitCode, out, err } = await cli(both, { folder: folderWith(healthy, healthy) });
  expect([exitCode, err]).toEqual([0, '']);
  expect(out).toMatch(/^no new failure; no observation changed; nothing slower beyond its spread\.\n/);
  expect(out.trimEnd().split('\n').at(-1)).toBe('unchanged (exit code 0; findings that count are required)');
});

test.each([
  [['http://old.example', 'after/results.json'], "'http://old.example' is no results.json; `compare <A> <B>` compares"],
  [['before.json', 'https://u:p@new.example'], "'https://new.example' is no results.json; `compare <A> <B>` compares"],
])('of an address it says that compare takes it: %j', async (files, said) => {
  const { exitCode, err } = await cli(['diff', ...files], { folder: newFolder() });
  expect([exitCode, err]).toEqual([2, expect.stringContaining(said)]);
});

test('a server with other data: told by field and cell, a failure only if asked', async () => {
  const folder = folderWith(healthy, moved);
  const { exitCode, out } = await cli(both, { folder });
  expect([exitCode, out]).toEqual([0, expect.stringContaining('; other data in 2 cells; ')]);
  expect(out).toMatch(/ {2}~ Basevehicle_Images_URL\.URL: other values, in \d+ answers in /);
  const asked = await cli([...both, '--fail-on', 'data,recommended'], { folder });
  expect([asked.exitCode, asked.out]).toEqual([
    1,
    expect.stringContaining('regressed (exit code 1; findings that count are recommended)'),
  ]);
});

test('a server with defects: new failures with their cells, exit code 1; the other way round they are fixed', async () => {
  const { exitCode, out } = await cli(both, { folder: folderWith(healthy, faulty), byNpx: true });
  expect(exitCode).toBe(1);
  expect(out).toMatch(/^2 new failures in 2 cells; /);
  expect(out).toContain(' in Get_Basevehicle_Images (soap12)\n      rule      record.field-order (required)\n');
  expect(out).toContain(' in Get_Basevehicle_Images (http-get)\n      rule      http.status (required)\n');
  expect(out).toContain(
    "npx getdata-conformance replay after/results.json 'record.field-order@Get_Basevehicle_Images/soap12'",
  );
  const back = await cli(both, { folder: folderWith(faulty, healthy) });
  expect([back.exitCode, back.out]).toEqual([0, expect.stringMatching(/^0 new failures, 2 fixed; /)]);
});

test('a server that is right but different: no failure, and what changed on the wire', async () => {
  const { exitCode, out } = await cli([...both, '--format', 'json'], { folder: folderWith(healthy, other) });
  const diff: Diff = JSON.parse(out);
  expect([exitCode, diff.outcome, diff.failures.new, diff.evidence.lost]).toEqual([0, 'changed', [], []]);
  expect(diff.observations.changed).toMatchObject([
    {
      probe: 'observe.response-headers',
      changes: expect.arrayContaining([{ what: 'server', old: 'false', new: 'true' }]),
    },
  ]);
  const told = diff.wire.changes.map(({ what, old, new: now, cells }) => [what, old, now, cells.length]);
  expect(told).toContainEqual(['reason phrase', 'OK', 'Fine thanks', 2]);
  expect(told).toContainEqual(['header server', 'none', 'Microsoft-IIS/10.0', 2]);
});

test('html goes next to the new results, or where --out says, or to the output', async () => {
  const folder = folderWith(healthy, faulty);
  const html = [...both, '--format', 'html'];
  const { exitCode, out } = await cli(html, { folder });
  expect([exitCode, out]).toEqual([1, expect.stringMatching(/^2 new failures .*\nWritten: after\/diff\.html\n$/)]);
  expect(readFileSync(join(folder, 'after/diff.html'), 'utf8')).toMatch(/^<!doctype html>/);
  expect((await cli([...html, '--out', 'build/x.html'], { folder })).out).toContain('Written: build/x.html\n');
  expect(existsSync(join(folder, 'build/x.html'))).toBe(true);
  expect((await cli([...html, '--out', '-'], { folder })).out).toMatch(/^<!doctype html>/);
});

test('markdown is printed, and written where --out says', async () => {
  const folder = folderWith(healthy, faulty);
  const printed = await cli([...both, '--format', 'markdown'], { folder });
  expect(printed.out).toMatch(/^## ❌ Regressed\n/);
  await cli([...both, '--format', 'markdown', '--out', 'diff.md'], { folder });
  expect(readFileSync(join(folder, 'diff.md'), 'utf8')).toBe(printed.out);
});

test('only terminals get colour', async () => {
  const folder = folderWith(healthy, faulty);
  expect((await cli(both, { folder, terminal: true })).out).toContain('\u001b[');
  expect((await cli([...both, '--no-color'], { folder, terminal: true })).out).not.toContain('\u001b[');
  expect((await cli(both, { folder })).out).not.toContain('\u001b[');
});

test('wrong usage is one sentence and exit code 2', async () => {
  const folder = folderWith(healthy, faulty);
  const results = JSON.parse(readFileSync(healthy, 'utf8'));
  writeFileSync(join(folder, 'two.json'), JSON.stringify({ ...results, schemaVersion: 3 }));
  writeFileSync(join(folder, 'other.json'), '{"name": "x"}');
  writeFileSync(join(folder, 'text.json'), 'hello');
  const cases = [
    [['diff', 'before.json', 'nowhere.json'], "nowhere.json can't be read: there is no such file"],
    [['diff', 'two.json', 'before.json'], 'two.json has schemaVersion 3; this version reads 1'],
    [['diff', 'other.json', 'before.json'], 'other.json is not a results file of this version'],
    [['diff', 'text.json', 'before.json'], 'text.json is not JSON'],
    [['diff', 'before.json'], "missing argument 'new'"],
    [[...both, '--format', 'htm'], "--format: no format is named 'htm'; did you mean 'html'?"],
    [[...both, '--fail-on', 'require'], "--fail-on: no level or kind is named 'require'; did you mean 'required'?"],
    [[...both, '--out', 'before.json'], '--out names before.json, which would be overwritten; expected another file'],
    [[...both, '--format', 'html', '--out', 'before.json/x.html'], "before.json/x.html can't be written"],
  ] as const;
  for (const [argv, sentence] of cases) {
    const { exitCode, out, err } = await cli(argv, { folder });
    expect([exitCode, out, err.trimEnd().split('\n').length]).toEqual([2, '', 1]);
    expect(err).toContain(sentence);
  }
});

test('--help has examples and every exit code', async () => {
  const { exitCode, out } = await cli(['diff', '--help']);
  expect(exitCode).toBe(0);
  expect(out).toMatch(/Examples:\n {2}getdata-conformance diff /);
  expect(out).toMatch(/0 nothing got worse, 1 .*3 /s);
});
