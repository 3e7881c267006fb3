import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type HarFiles, openHarFiles, recordingLimits } from './har-file.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-har-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const add = (har: HarFiles, entry: object): void => har.add('', Buffer.from(JSON.stringify(entry)));
const entriesOf = (path: string): readonly unknown[] => JSON.parse(readFileSync(path, 'utf8')).log.entries;

test('the file is a whole HAR after each write', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const folder = newFolder();
  const path = join(folder, 'traffic.har');
  const har = openHarFiles(folder, { version: '1.2' });
  expect(entriesOf(path)).toEqual([]);
  for (const n of [1, 2, 3]) {
    add(har, { n, text: 'ä'.repeat(n) });
    vi.advanceTimersByTime(1000);
    expect(entriesOf(path)).toHaveLength(n);
  }
  add(har, { n: 4 });
  expect(har.close()).toEqual({ files: [path], lost: 0, problem: null });
  expect(entriesOf(path)).toHaveLength(4);
});

test('a full file is followed by another, and what comes after the last one is counted', () => {
  const folder = newFolder();
  const har = openHarFiles(folder, {}, { ...recordingLimits, entriesPerFile: 2, files: 2 });
  for (const n of [1, 2, 3, 4, 5]) add(har, { n });
  const { files, lost } = har.close();
  expect(files.map((path) => entriesOf(path))).toEqual([
    [{ n: 1 }, { n: 2 }],
    [{ n: 3 }, { n: 4 }],
  ]);
  expect(lost).toBe(1);
});

test('the recording of an earlier session is kept under another name', () => {
  const folder = newFolder();
  for (const n of [1, 2, 3]) {
    const har = openHarFiles(folder, { n });
    expect(har.earlier).toEqual(n === 1 ? [] : [expect.stringMatching(/traffic\.\d{4}-\S+Z\.har$/)]);
    add(har, { n });
    har.close();
    utimesSync(join(folder, 'traffic.har'), n, n);
  }
  const recorded = readdirSync(folder).map((file) => entriesOf(join(folder, file)));
  expect(recorded).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
});

test('a link in the place of the file is not followed', () => {
  const folder = newFolder();
  const other = join(folder, 'other');
  writeFileSync(other, 'mine');
  symlinkSync(other, join(folder, 'traffic.har'));
  openHarFiles(folder, {}).close();
  expect(readFileSync(other, 'utf8')).toBe('mine');
});
