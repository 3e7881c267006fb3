import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadContract } from '../contract/load.ts';
import { HOSTILE, sampleFinding, sampleResults } from '../results/results.fixture.ts';
import { inFolder, reporterNames, views, writeReports } from './write-reports.ts';

const contract = loadContract('http://dealer.example/webservices/');
const github = { summaryFile: null, command: () => {} };

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-reports-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('each view is a file of its own name, written in the order given', async () => {
  const folder = newFolder();
  const names = Object.keys(views) as (keyof typeof views)[];
  const { files, troubles } = await writeReports(
    names,
    sampleResults([sampleFinding()]),
    contract,
    github,
    inFolder(folder),
  );
  expect(troubles).toEqual([]);
  expect(files).toEqual(names.map((name) => join(folder, views[name].file)));
  for (const file of files) expect(readFileSync(file, 'utf8').length).toBeGreaterThan(100);
  expect(new Set(files).size).toBe(reporterNames.length - 3);
});

test.each(['html', 'markdown', 'ctrf'] as const)(
  'commands in %s begin as they were given with npx, and name no path of this machine',
  async (name) => {
    const shown = async (tool: string): Promise<string> => {
      const folder = newFolder();
      await writeReports([name], sampleResults([sampleFinding()]), contract, github, inFolder(folder), tool);
      return readFileSync(join(folder, views[name].file), 'utf8');
    };
    expect(await shown('npx getdata-conformance')).toContain('npx getdata-conformance replay ');
    expect(await shown('node /home/jo/main.js')).not.toContain('/home/jo');
  },
);

test('a page links to the other reports of its run, and to the page of the fleet above it', async () => {
  const folder = newFolder();
  const own = join(folder, 'north');
  mkdirSync(own);
  const links = async (): Promise<readonly string[]> => {
    await writeReports(['html', 'junit'], sampleResults([sampleFinding()]), contract, github, inFolder(own));
    const [nav = ''] =
      /<nav aria-label="Pages beside.*?<\/nav>/s.exec(readFileSync(join(own, 'report.html'), 'utf8')) ?? [];
    return [...nav.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => address);
  };
  expect(await links()).toEqual(['junit.xml']);
  writeFileSync(join(folder, 'league.html'), '');
  expect(await links()).toEqual(['../league.html', 'junit.xml']);
});

test('characters that change the direction of text are raw in no report, as SECURITY.md says', async () => {
  const folder = newFolder();
  const names = Object.keys(views) as (keyof typeof views)[];
  const finding = sampleFinding({ message: HOSTILE, actual: HOSTILE, location: HOSTILE });
  const response = { ...finding.exchange.response, body: HOSTILE, reason: HOSTILE };
  const hostile = { ...finding, exchange: { ...finding.exchange, response } };
  await writeReports(names, sampleResults([hostile]), contract, github, inFolder(folder));
  const raw = names.filter((name) =>
    /[\u202A-\u202E\u2066-\u2069]/.test(readFileSync(join(folder, views[name].file), 'utf8')),
  );
  expect(raw).toEqual([]);
});

test('a report that can not be written is named, and the others are written', async () => {
  const folder = newFolder();
  // A folder stands where the file should go.
  mkdirSync(join(folder, 'junit.xml'));
  const written = await writeReports(
    ['ctrf', 'junit', 'markdown'],
    sampleResults([]),
    contract,
    github,
    inFolder(folder),
  );
  expect(written.files).toEqual([join(folder, 'ctrf.json'), join(folder, 'summary.md')]);
  expect(written.troubles).toEqual([expect.stringMatching(/^the junit report could not be written: /)]);
  expect(existsSync(join(folder, 'summary.md'))).toBe(true);
});
