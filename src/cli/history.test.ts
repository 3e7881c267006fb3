import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runOn } from '../features/history/runs.fixture.ts';
import { readRuns } from '../features/history/store.ts';
import { sampleFinding } from '../results/results.fixture.ts';
import type { Results } from '../results/results.ts';
import { folderOf } from '../results/target-folder.ts';
import { cli, newFolder } from './cli.fixture.ts';
import { command } from './command.fixture.ts';

/** A folder with a history of these runs. */
async function folderWith(runs: readonly Results[]): Promise<string> {
  const folder = newFolder();
  for (const [at, run] of runs.entries()) writeFileSync(join(folder, `${at}.json`), JSON.stringify(run));
  const { exitCode, err } = await cli(['history', 'add', ...runs.keys()].map(String).map(named), { folder });
  expect([exitCode, err]).toEqual([0, '']);
  return folder;
}

function named(word: string): string {
  return /^\d/.test(word) ? `${word}.json` : word;
}

const broken = [sampleFinding()];
const gate = (folder: string, ...more: readonly string[]) =>
  cli(['history', 'gate', 'http://t.example', ...more], { folder });

test('add names each run and where it is, and adds none twice', async () => {
  const folder = await folderWith([runOn(1)]);
  const { out } = await cli(['history', 'add', '0.json'], { folder });
  expect(out).toMatch(
    /^0\.json: already there as history\/targets\/t-example-\w{8}\/2026-01-01T03-04-05-678Z-\w{8}\.json\.gz\n$/,
  );
});

test('a file that can’t be added is named, and keeps no other from it', async () => {
  const folder = newFolder();
  for (const day of [1, 3]) writeFileSync(join(folder, `${day}.json`), JSON.stringify(runOn(day)));
  writeFileSync(join(folder, '2.json'), '{');
  const { exitCode, out, err } = await cli(['history', 'add', '1.json', '2.json', 'none.json', '3.json'], { folder });
  expect([exitCode, out.match(/^\S+ added as/gm)]).toEqual([2, ['1.json: added as', '3.json: added as']]);
  expect(err.match(/^error: \S+/gm)).toEqual(['error: 2.json', 'error: none.json']);
});

test('gate: 0 not worse, 1 worse, and 0 again while it stays as bad', async () => {
  const folder = await folderWith([runOn(1), runOn(2)]);
  expect(await gate(folder)).toMatchObject({ exitCode: 0, err: '' });
  writeFileSync(join(folder, 'c.json'), JSON.stringify(runOn(3, broken)));
  await cli(['history', 'add', 'c.json'], { folder });
  const worse = await gate(folder);
  expect(worse.exitCode).toBe(1);
  expect(worse.out).toMatch(/^1 new failure in 1 cell/);
  expect(worse.out).toMatch(/replay history\/targets\/t-example-\w{8}\/2026-01-03\S+\.json\.gz 'record\.field-order@/);
  writeFileSync(join(folder, 'd.json'), JSON.stringify(runOn(4, broken)));
  await cli(['history', 'add', 'd.json'], { folder });
  expect((await gate(folder)).exitCode).toBe(0);
  expect((await gate(folder, '--since', '2026-01-03')).exitCode).toBe(1);
});

test('gate: 3 where evidence was lost, and where there is nothing to compare the run with', async () => {
  const [first, second] = [runOn(1), runOn(2)];
  const cells = second.cells.map((cell) => ({
    ...cell,
    rules: cell.rules.map((rule) => ({ ...rule, verdict: 'inconclusive' as const })),
  }));
  const folder = await folderWith([first, { ...second, cells }]);
  expect((await gate(folder)).exitCode).toBe(3);
  const alone = await gate(folder, '--since', '2026-01-01');
  expect(alone.exitCode).toBe(3);
  expect(alone.out).toBe(
    'Nothing to compare it with: no run before 2026-01-01 of http://t.example was complete and judged the same (exit code 3)\n',
  );
});

test('gate skips runs that had other settings, were cut short or reached nothing', async () => {
  const { options } = runOn(1);
  const folder = await folderWith([
    runOn(1, broken),
    runOn(2, [], { incomplete: true }),
    runOn(3, [], { verdict: 'error', exitCode: 4, warnings: ['nobody answers'] }),
    runOn(4, [], { options: { ...options, bindings: ['soap11'] } }),
    runOn(5, broken),
  ]);
  expect(await gate(folder)).toMatchObject({ exitCode: 0, out: expect.stringContaining('1 Jan 2026, 03:04 UTC') });
});

test('gate says in one line that the newest run tested nothing', async () => {
  const folder = await folderWith([
    runOn(1),
    runOn(2, [], { verdict: 'error', exitCode: 4, failure: { kind: 'target', message: 'nobody\u001b[2J answers' } }),
  ]);
  const { exitCode, out } = await gate(folder);
  expect(exitCode).toBe(3);
  expect(out).toMatch(
    /^The newest run, of 2 Jan 2026, 03:04 UTC, could not test it: nobody\uFFFD\[2J answers \(exit code 3\)\n$/,
  );
});

test('gate compares runs of two rule sets by the rules that both have', async () => {
  const folder = await folderWith([
    runOn(1),
    runOn(2, [], { ruleSet: '2026.11' }),
    runOn(3, [], { ruleSet: '2099.01' }),
  ]);
  const { exitCode, out } = await gate(folder);
  expect([exitCode, out]).toEqual([0, expect.stringContaining('2099.01')]);
  expect((await gate(folder, '--since', '2026-01-02')).exitCode).toBe(0);
});

test('gate does not compare a run of a wrong clock, which would be the newest for years', async () => {
  const future = runOn(3, [], { startedAt: '2199-01-01T00:00:00.000Z' });
  const folder = await folderWith([runOn(1), future, runOn(2, broken)]);
  const { exitCode, err } = await gate(folder);
  expect(exitCode).toBe(1);
  expect(err).toMatch(/^warning: \S+ is not compared: it begins at 1 Jan 2199, 00:00 UTC, which is in the future\n$/);
});

test('gate takes the address of a target as `run` does', async () => {
  const folder = await folderWith([runOn(1), runOn(2)]);
  const ask = async (target: string) => (await cli(['history', 'gate', target], { folder })).exitCode;
  expect(await Promise.all(['HTTP://T.example/', 'http://t.example/getData.asmx'].map(ask))).toEqual([0, 0]);
  expect(await ask('http://t.example/?x')).toBe(2);
});

test('two processes that add at the same time lose nothing', async () => {
  const folder = newFolder();
  const files = Array.from({ length: 24 }, (_, at) => {
    const file = join(folder, `${at}.json`);
    writeFileSync(file, JSON.stringify(runOn(at + 1)));
    return file;
  });
  const added = await Promise.all(
    // Eight runs are added by both.
    [files.slice(0, 16), files.slice(8)].map((mine) =>
      command(['history', 'add', ...mine, '--history', join(folder, 'history')]),
    ),
  );
  expect(added.map(({ code, err }) => [code, err])).toEqual([
    [0, ''],
    [0, ''],
  ]);
  const { lines, troubles } = readRuns({ folder, name: 'history' }, folderOf('http://t.example'));
  expect([lines.length, troubles]).toEqual([24, []]);
});

test('a mistake is one sentence and exit code 2', async () => {
  const folder = await folderWith([runOn(1)]);
  const [empty, wrong, day, part, frob] = await Promise.all([
    cli(['history', 'gate', 'http://x', '--history', 'none'], { folder }),
    cli(['history', 'gate', 'http://t.exampel'], { folder }),
    gate(folder, '--since', 'tuesday'),
    cli(['history', 'add'], { folder }),
    cli(['history', 'gat'], { folder }),
  ]);
  expect(empty.err).toBe("error: none has no run of 'http://x'; it holds no run at all\n");
  expect(wrong.err).toMatch(
    /^error: history has no run of 'http:\/\/t\.exampel'; (?:did you mean|it has runs of) '?http:\/\/t\.example\b.*\n$/,
  );
  expect(day.err).toBe("error: --since is 'tuesday'; expected a day of the calendar as YYYY-MM-DD\n");
  expect(part.err).toBe("error: missing argument 'results.json'; expected files that `run` wrote\n");
  expect(frob.err).toBe("error: unknown command 'gat'; did you mean 'gate'?\n");
  expect([empty, wrong, day, part, frob].map(({ exitCode }) => exitCode)).toEqual([2, 2, 2, 2, 2]);
});
