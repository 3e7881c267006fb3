import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { command, commandHere, resultsOf, underWay } from '../../cli/command.fixture.ts';

const SHORT = ['run', '--embedded', '--seed', '1', '--profile', 'quick', '--operations', 'Get_Inventory'];

function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), 'getdata-reports-'));
}

test('results that can not be written cost the files, not the summary', async () => {
  const reports = emptyFolder();
  mkdirSync(join(reports, 'results.json'));
  const ended = await commandHere([...SHORT, '--reports', reports]);
  expect(ended.out).toContain(
    `error: the suite itself failed: ${reports}/results.json could not be written: a folder is in its place; no other report was written either\n`,
  );
  expect(ended.out).toContain('4 of 4 cells judged');
  expect([ended.code, ended.err, ended.out.trimEnd().split('\n').at(-1)]).toEqual([
    5,
    '',
    'embedded reference server: error (exit code 5)',
  ]);
  expect(readdirSync(reports)).toEqual(['results.json']);
});

test('a reports folder that is gone when the run ends costs the files, not the summary', async () => {
  const reports = emptyFolder();
  const gone = underWay(() => {
    rmSync(reports, { recursive: true });
    writeFileSync(reports, '');
  }, 'Learned from the target');
  const ended = await command([...SHORT, '--verbose', '--reports', reports], {}, gone);
  expect(ended.out).toContain('results.json could not be written: a file is in the place of its folder');
  expect(ended.out).toContain('4 of 4 cells judged');
  expect([ended.code, ended.err]).toEqual([5, '']);
});

test('a report that can not be written is the only one lost', async () => {
  const reports = emptyFolder();
  mkdirSync(join(reports, 'report.html'));
  const ended = await commandHere([...SHORT, '--reports', reports, '--reporter', 'html,junit']);
  expect(ended.out).toContain('the html report could not be written');
  expect([ended.code, readdirSync(reports).toSorted()]).toEqual([5, ['junit.xml', 'report.html', 'results.json']]);
});

test('a reader that leaves early changes neither the reports nor the exit code', async () => {
  const ended = await command(SHORT, {}, (child) => child.stdout?.destroy());
  expect([ended.code, resultsOf(ended).verdict]).toEqual([0, 'conformant']);
});
