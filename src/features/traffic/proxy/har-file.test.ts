import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { mountSmallDisk } from '../../../small-disk.fixture.ts';
import { onFullDisk } from './failing-disk.fixture.ts';
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

const fate = fc.record({ bytes: fc.nat({ max: 300 }), throws: fc.boolean() });
const session = fc.record({
  fates: fc.array(fate, { maxLength: 6 }),
  /** Characters of each entry, and whether the file is written before the next one. */
  entries: fc.array(fc.tuple(fc.nat({ max: 200 }), fc.boolean()), { minLength: 1, maxLength: 12 }),
  entriesPerFile: fc.integer({ min: 1, max: 12 }),
});

test('whatever becomes of a write, each file is a whole HAR of first entries, and the others are counted', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const failed = new Set<boolean>();
  const property = fc.property(session, ({ fates, entries, entriesPerFile }) => {
    const folder = newFolder();
    const recorded = (): readonly unknown[] =>
      readdirSync(folder)
        .toSorted((a, b) => a.length - b.length || a.localeCompare(b))
        .flatMap((file) => entriesOf(join(folder, file)));
    const seen = entries.map(([length], n) => ({ n, text: 'x'.repeat(length) }));
    const har = openHarFiles(folder, {}, { ...recordingLimits, entriesPerFile, files: 20 });
    onFullDisk(fates, () => {
      for (const [n, entry] of seen.entries()) {
        add(har, entry);
        if (entries[n]?.[1] === true) vi.advanceTimersByTime(1000);
        expect(recorded()).toEqual(seen.slice(0, recorded().length));
      }
      const { files, lost, problem } = har.close();
      expect(recorded()).toEqual(seen.slice(0, seen.length - lost));
      expect(files.map((path) => existsSync(path))).toEqual(files.map(() => true));
      expect(lost === 0 || problem?.includes('could not be written') === true).toBe(true);
      failed.add(problem !== null);
    });
  });
  fc.assert(property, { numRuns: 100 });
  expect([...failed].toSorted()).toEqual([false, true]);
});

test('a file that can not even begin is not there, and says why', () => {
  const folder = newFolder();
  onFullDisk(
    [
      { bytes: 5, throws: false },
      { bytes: 0, throws: true },
    ],
    () =>
      expect(() => openHarFiles(folder, {})).toThrow('traffic.har could not be written: no space is left on the disk'),
  );
  expect(readdirSync(folder)).toEqual([]);
});

test('on a disk that is really full', ({ skip }) => {
  const folder = newFolder();
  const refused = mountSmallDisk(folder, 200);
  if (refused !== null) skip(refused);
  const har = openHarFiles(folder, { version: '1.2' });
  const texts = Array.from({ length: 300 }, (_, n) => `${n} ${'x'.repeat(4000)}`);
  for (const text of texts) add(har, { text });
  const { lost, files } = har.close();
  const recorded = entriesOf(join(folder, 'traffic.har'));
  expect(recorded).toEqual(texts.slice(0, recorded.length).map((text) => ({ text })));
  expect([recorded.length + lost, files]).toEqual([300, [join(folder, 'traffic.har')]]);
});
