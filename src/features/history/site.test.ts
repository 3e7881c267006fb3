import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { NamedFolder } from '../../base/read-file.ts';
import { newFolder } from '../../cli/cli.fixture.ts';
import { sampleFinding } from '../../results/results.fixture.ts';
import type { Results } from '../../results/results.ts';
import { folderOf } from '../../results/target-folder.ts';
import { runOn } from './runs.fixture.ts';
import { writeSite } from './site.ts';
import { addRun } from './store.ts';

async function historyOf(runs: readonly Results[]): Promise<NamedFolder> {
  const history = { folder: newFolder(), name: 'history' };
  for (const run of runs) await addRun(history, run, 'a.json');
  return history;
}

const [a, b] = ['http://a.example', 'http://b.example'];
const on = (target: string, day: number, findings: Parameters<typeof runOn>[1] = [], more: Partial<Results> = {}) =>
  runOn(day, findings, { target, ...more });
const broken = [sampleFinding()];

function pageOf(history: NamedFolder, file: string): string {
  return readFileSync(join(history.folder, 'history/site', file), 'utf8');
}

test('only pages of targets that changed are written again, with the overview pages', async () => {
  const history = await historyOf([on(a, 1), on(b, 1, broken)]);
  expect(await writeSite(history)).toEqual({
    index: 'history/site/index.html',
    targets: 2,
    changed: 2,
    troubles: [],
  });
  const place = join(history.folder, 'history/site');
  const pages = ['index.html', 'gaps.md', `targets/${folderOf(a)}.html`, `targets/${folderOf(b)}.html`];
  const inodes = () => [...pages, 'rules/record.field-order.html'].map((file) => statSync(join(place, file)).ino);
  const first = inodes();
  expect((await writeSite(history)).changed).toBe(0);
  expect(inodes()).toEqual(first);
  await addRun(history, on(a, 2), 'a.json');
  expect((await writeSite(history)).changed).toBe(1);
  // A page that is written is another file: its rename replaced the old one.
  expect(inodes().map((inode, at) => inode === first[at])).toEqual([false, false, false, true, true]);
});

test('what is read again from the rows is what a new history makes of the same runs', async () => {
  const observations = [
    { id: 'observe.wsdl@x', operation: null, binding: null, probe: 'observe.wsdl', fingerprint: { status: 404 } },
  ] as const;
  const runs = [on(a, 1, [], { observations }), on(b, 1, broken, { observations }), on(a, 2, broken)];
  const steps = await historyOf([]);
  for (const run of runs) {
    await addRun(steps, run, 'a.json');
    await writeSite(steps);
  }
  const atOnce = await historyOf(runs);
  await writeSite(atOnce);
  for (const file of ['index.html', 'gaps.md', 'rules/record.field-order.html', 'rows.json.gz'])
    expect(pageOf(steps, file), file).toBe(pageOf(atOnce, file));
});

test('a cell that the newest run left out shows its last verdict, and that it is not of that run', async () => {
  const part = on(a, 3);
  const cells = part.cells.filter(({ binding }) => binding === 'soap11');
  const history = await historyOf([on(a, 1), on(a, 2, broken), { ...part, cells }]);
  await writeSite(history);
  const page = pageOf(history, `targets/${folderOf(a)}.html`);
  const matrix = /<section[^>]* id="matrix".*?<\/section>/s.exec(page)?.[0] ?? page;
  expect(matrix).toMatch(/✗ FAIL <span class="small">since 2 Jan 2026, not in the newest run/);
  expect(matrix).not.toContain('skipped');
});

test('a finding has its first bad and its last good run, with the diff between them', async () => {
  const passing = on(a, 2);
  const cells = passing.cells.map((cell) => ({
    ...cell,
    rules: [...cell.rules, { rule: 'record.field-order', level: 'required', verdict: 'pass', judged: 1 } as const],
  }));
  const history = await historyOf([on(a, 1), { ...passing, cells }, on(a, 3, broken), on(a, 4, broken)]);
  await writeSite(history);
  const page = pageOf(history, `targets/${folderOf(a)}.html`);
  const [, link = ''] =
    /3 Jan 2026, 03:04 UTC<\/time><\/td><td[^>]*><time[^>]*>2 Jan 2026, 03:04 UTC<\/time><\/td><td[^>]*><a href="([^"]+)"/.exec(
      page,
    ) ?? [];
  expect(link).toMatch(/^a-example-\w{8}\/2026-01-02T\S+\.\.2026-01-03T\S+\.html$/);
  expect(pageOf(history, `targets/${link}`)).toMatch(
    /New failures.*replay history\/targets\/a-example-\w{8}\/2026-01-03T\S+\.json\.gz /s,
  );
});

test('a target that is gone disappears from all pages', async () => {
  const history = await historyOf([on(a, 1), on(b, 1, broken)]);
  await writeSite(history);
  rmSync(join(history.folder, 'history/targets', folderOf(b)), { recursive: true });
  await writeSite(history);
  for (const file of ['index.html', 'rules/record.field-order.html']) expect(pageOf(history, file)).not.toContain(b);
  expect(existsSync(join(history.folder, 'history/site/targets', `${folderOf(b)}.html`))).toBe(false);
});

test('a target whose index can’t be read is named and keeps no other from its pages; a link to one is one', async () => {
  const history = await historyOf([on(a, 1), on(b, 1)]);
  const at = (name: string) => join(history.folder, 'history/targets', name);
  rmSync(join(at(folderOf(a)), 'index.jsonl'));
  mkdirSync(join(at(folderOf(a)), 'index.jsonl'));
  renameSync(at(folderOf(b)), join(history.folder, 'moved'));
  symlinkSync(join(history.folder, 'moved'), at(folderOf(b)));
  symlinkSync('circle', at('circle'));
  const { targets, troubles } = await writeSite(history);
  expect([targets, troubles]).toEqual([2, [expect.stringMatching(/index\.jsonl can't be read: it is a folder$/)]]);
  for (const target of [a, b]) expect(pageOf(history, 'index.html')).toContain(`>${target}<`);
});

test('damaged lines and results are named, on the page too; a damaged row file only costs time', async () => {
  const history = await historyOf([on(a, 1), on(a, 2), on(a, 3, broken)]);
  const own = join(history.folder, 'history/targets', folderOf(a));
  const index = readFileSync(join(own, 'index.jsonl'), 'utf8');
  writeFileSync(join(own, 'index.jsonl'), `${index}\n{"schemaVersion":1,`);
  const { troubles } = await writeSite(history);
  expect(troubles).toEqual([expect.stringMatching(/index\.jsonl:\d+ is left out: it is damaged$/)]);
  expect(pageOf(history, `targets/${folderOf(a)}.html`)).toContain('is left out: it is damaged');
  const rows = join(history.folder, 'history/site/rows.json.gz');
  const saved = readFileSync(rows);
  for (const damaged of [Buffer.from('x'), saved.subarray(0, 50), Buffer.from(saved).fill('x', 60, 61)]) {
    writeFileSync(rows, damaged);
    expect((await writeSite(history)).changed).toBe(1);
  }
});

test('a history without a run is refused', async () => {
  const history = await historyOf([]);
  await expect(writeSite(history)).rejects.toThrow('history holds no run; `history add` adds some');
  expect(existsSync(join(history.folder, 'history'))).toBe(false);
});
