import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { NamedFolder } from '../../base/read-file.ts';
import { newFolder } from '../../cli/cli.fixture.ts';
import { hostileFinding, sampleFinding, sampleResults } from '../../results/results.fixture.ts';
import { folderOf } from '../../results/target-folder.ts';
import { runOn } from './runs.fixture.ts';
import { addRun, readRuns, targetFolders } from './store.ts';

function newHistory(): NamedFolder {
  return { folder: newFolder(), name: 'history' };
}

const target = 'http://t.example';
const folder = folderOf(target);

test('a run is one line of the index and its results, and is added once', async () => {
  const history = newHistory();
  const first = await addRun(history, runOn(1), 'a.json');
  const again = await addRun(history, runOn(1), 'a.json');
  expect([first.added, again]).toEqual([true, { path: first.path, added: false }]);
  await addRun(history, runOn(3, [sampleFinding()]), 'c.json');
  await addRun(history, runOn(2), 'b.json');
  expect(targetFolders(history)).toEqual([folder]);
  const { lines, troubles } = readRuns(history, folder);
  expect(troubles).toEqual([]);
  expect(lines.map(({ startedAt }) => startedAt.slice(0, 10))).toEqual(['2026-01-01', '2026-01-02', '2026-01-03']);
  expect(lines.map(({ verdict }) => verdict)).toEqual(['conformant', 'conformant', 'non-conformant']);
  expect(lines[2]).toMatchObject({
    cells: ['Get_Inventory/soap11', 'Get_Inventory/soap12'],
    verdicts: 'pf',
    rules: { 'http.status': 'pp', 'record.field-order': '-f' },
  });
});

test('a known failure has a letter of its own', async () => {
  const history = newHistory();
  await addRun(history, runOn(1, [sampleFinding({ known: true })]), 'a.json');
  expect(readRuns(history, folder).lines[0]?.rules).toMatchObject({ 'record.field-order': '-k' });
});

test('damaged lines are named and left out; their runs come from the results, and later lines are whole', async () => {
  const history = newHistory();
  await addRun(history, runOn(1), 'a.json');
  await addRun(history, runOn(2), 'b.json');
  const index = join(history.folder, 'history/targets', folder, 'index.jsonl');
  const [, first = '', , second = ''] = readFileSync(index, 'utf8').split('\n');
  const other = JSON.stringify({ ...JSON.parse(second), target: 'http://other.example' });
  const short = JSON.stringify({ ...JSON.parse(second), packed: 'AAAA' });
  const open = JSON.stringify({ ...JSON.parse(second), file: '../../x' });
  writeFileSync(index, [first, other, short, open, '[]', '\u0000', second.slice(0, 300)].join('\n'));
  await addRun(history, runOn(3), 'c.json');
  const { lines, troubles } = readRuns(history, folder);
  expect(lines).toHaveLength(3);
  const said = troubles.map((trouble) => trouble.replace(/^.*index\.jsonl:/, ''));
  expect(said.map((one) => one.slice(0, 60))).toEqual([
    '2 is left out: it belongs to another target',
    '3 is left out: it is damaged',
    expect.stringMatching(/^4 is left out: history.json is not valid: file is/),
    '5 is left out: it is damaged',
    '6 is left out: it is damaged',
    '7 is left out: it is damaged',
  ]);
});

test('where a line and its results are both damaged, both are named', async () => {
  const history = newHistory();
  const { path } = await addRun(history, runOn(1), 'a.json');
  const own = join(history.folder, 'history/targets', folder);
  rmSync(join(own, 'index.jsonl'));
  expect(readRuns(history, folder).lines).toHaveLength(1);
  writeFileSync(join(history.folder, path), readFileSync(join(history.folder, path)).subarray(0, 100));
  expect(readRuns(history, folder)).toMatchObject({
    lines: [],
    troubles: [`${path} can't be read: gzip finds it damaged`],
  });
  appendFileSync(join(own, 'index.jsonl'), 'x');
  expect(readRuns(history, folder).troubles).toHaveLength(2);
});

test('a target can name no file outside, whatever its name', async () => {
  const history = newHistory();
  for (const name of ['../../etc', '', '\u0000', 'ü'.repeat(500), 'http://a/b?c=d#e'])
    await addRun(history, sampleResults([hostileFinding()], { target: name }), 'a.json');
  expect(targetFolders(history)).toHaveLength(5);
  for (const name of targetFolders(history)) {
    expect(name).toMatch(/^[a-z0-9-]{1,70}$/);
    expect(readRuns(history, name).troubles).toEqual([]);
  }
  expect(readdirSync(history.folder)).toEqual(['history']);
});

test('a shard is refused', async () => {
  const { options } = sampleResults([]);
  const shard = sampleResults([], { options: { ...options, shard: { index: 1, count: 2 } } });
  await expect(addRun(newHistory(), shard, 's.json')).rejects.toThrow(
    's.json is a shard; expected a whole run: `merge` joins the shards first',
  );
});
