import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { command, resultsOf } from './command.fixture.ts';

const LONG = ['run', '--seed', '1', '--runs', '100'];
const SHORT = ['run', '--seed', '1', '--profile', 'quick', '--operations', 'Get_Inventory'];

/** Does something once, when a run has said how far it is. */
function underWay(what: (child: ChildProcess) => void, sign = '10/80 cells'): (child: ChildProcess) => void {
  let done = false;
  return (child) =>
    child.stdout?.on('data', (text: string) => {
      if (done || !text.includes(sign)) return;
      done = true;
      what(child);
    });
}

/** The process that runs the cells (of Linux: proc(5), /proc/pid/task/tid/children). */
function workerOf({ pid }: ChildProcess): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  const worker = children.find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('forks.js'));
  if (worker === undefined) throw new Error('there is no worker');
  return worker;
}

function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), 'getdata-reports-'));
}

test.each(['SIGKILL', 'SIGSEGV'] as const)(
  'a worker that dies of %s costs what was not yet learned',
  async (signal) => {
    const ended = await command(
      LONG,
      {},
      underWay((child) => process.kill(workerOf(child), signal)),
    );
    const results = resultsOf(ended);
    expect([ended.code, results.verdict, results.exitCode, results.incomplete]).toEqual([5, 'error', 5, true]);
    expect(results.totals.cells.pass).toBeGreaterThanOrEqual(10);
    expect(results.exchanges.length).toBeGreaterThan(0);
    const [sentence = '', ...others] = results.warnings.filter((text) => text.includes('failed'));
    expect([others, sentence]).toEqual([
      [],
      expect.stringMatching(
        new RegExp(
          String.raw`^The suite itself failed: the worker that runs the cells died \(${signal}\) in \w+/[a-z0-9-]+; `,
        ),
      ),
    ]);
    expect(ended.out).toContain(sentence);
    expect(ended.err).toBe('');
    expect(readdirSync(join(ended.folder, 'reports')).toSorted()).toEqual(['report.html', 'results.json']);
  },
);

test('a run that is killed leaves a snapshot that other commands read, and no worker', async () => {
  let worker = 0;
  const reports = emptyFolder();
  const partial = join(reports, 'results.partial.json');
  const ended = await command([...LONG, '--reports', reports], {}, (child) => {
    const timer = setInterval(() => {
      if (!existsSync(partial)) return;
      clearInterval(timer);
      worker = workerOf(child);
      child.kill('SIGKILL');
    }, 50);
    child.on('close', () => clearInterval(timer));
  });
  expect([ended.code, readdirSync(reports)]).toEqual([null, ['results.partial.json']]);
  const results = JSON.parse(readFileSync(partial, 'utf8'));
  expect([results.incomplete, results.totals.rules.pass]).toEqual([true, expect.any(Number)]);
  expect(results.totals.rules.pass).toBeGreaterThan(0);
  expect((await command(['report', partial, '--format', 'junit,html,markdown'])).code).toBe(0);
  await expect.poll(() => existsSync(`/proc/${worker}`), { timeout: 5_000 }).toBe(false);
});

test('a full disk costs the files, not the summary', async () => {
  const reports = emptyFolder();
  // Every write to it fails with ENOSPC (full(4)).
  symlinkSync('/dev/full', join(reports, 'results.json.tmp'));
  const ended = await command([...SHORT, '--reports', reports]);
  expect(ended.out).toContain(
    `error: the suite itself failed: ${reports}/results.json could not be written: no space is left on the disk; no other report was written either\n`,
  );
  expect(ended.out).toContain('4 of 4 cells judged');
  expect([ended.code, ended.err, ended.out.trimEnd().split('\n').at(-1)]).toEqual([5, '', 'error (exit code 5)']);
  expect(readdirSync(reports)).toEqual([]);
});

test('a reports folder that is gone when the run ends costs the files, not the summary', async () => {
  const reports = emptyFolder();
  const gone = underWay(() => {
    rmSync(reports, { recursive: true });
    writeFileSync(reports, '');
  }, 'Learned from the target');
  const ended = await command([...SHORT, '--reports', reports], {}, gone);
  expect(ended.out).toContain('results.json could not be written: a file is in the place of its folder');
  expect(ended.out).toContain('4 of 4 cells judged');
  expect([ended.code, ended.err]).toEqual([5, '']);
});

test('a report that finds the disk full is the only one lost', async () => {
  const reports = emptyFolder();
  symlinkSync('/dev/full', join(reports, 'report.html.tmp'));
  const ended = await command([...SHORT, '--reports', reports, '--reporter', 'html,junit']);
  expect(ended.out).toContain('the html report could not be written');
  expect([ended.code, readdirSync(reports).toSorted()]).toEqual([5, ['junit.xml', 'results.json']]);
});

test('a reader that leaves early changes neither the reports nor the exit code', async () => {
  const ended = await command(SHORT, {}, (child) => child.stdout?.destroy());
  expect([ended.code, resultsOf(ended).verdict]).toEqual([0, 'conformant']);
});
