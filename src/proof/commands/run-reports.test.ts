import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../cli/cli.fixture.ts';
import { command, commandHere, faultyServer, resultsOf, underWay } from '../../cli/command.fixture.ts';

const quick = ['--profile', 'quick', '--seed', '1', '--operations', 'Get_Inventory'];

test('a run in a GitHub job writes the requested reports, names them, annotates, and ends with the verdict', async () => {
  const server = await faultyServer('fields-swapped', { operation: 'Get_Inventory', binding: 'soap12' });
  const step = join(newFolder(), 'step.md');
  const args = ['run', server.url, ...quick, '--reporter', 'junit,markdown,ctrf,github'];
  const ended = await command(args, { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: step });
  await server.close();
  expect(ended.code).toBe(1);
  const files = ['results.json', 'junit.xml', 'summary.md', 'ctrf.json'].map((file) =>
    join(ended.folder, 'reports', file),
  );
  expect(/^Written: (.*)$/m.exec(ended.out)?.[1]?.split(', ')).toEqual([...files, step]);
  for (const file of files) expect(existsSync(file)).toBe(true);
  expect(existsSync(join(ended.folder, 'reports/report.html'))).toBe(false);
  expect(readFileSync(step, 'utf8')).toContain('❌ GetData conformance: non-conformant');
  expect(ended.out).toMatch(/^::error title=record\.field-order in Get_Inventory\/soap12::/m);
  expect(ended.out.trimEnd().split('\n').at(-1)).toMatch(/^.+: non-conformant \(exit code 1\)$/);
});

test('a run without --reporter writes the HTML report', async () => {
  const ended = await commandHere(['run', '--embedded', ...quick]);
  expect(ended.out).toContain(`${join(ended.folder, 'reports/report.html')}\n`);
  expect(readFileSync(join(ended.folder, 'reports/report.html'), 'utf8')).toContain('conformant');
});

test('a run cut short writes its reports too', async () => {
  const args = ['run', '--embedded', '--seed', '1', '--reporter', 'html,junit,markdown,ctrf'];
  const ended = await command(
    args,
    {},
    underWay((child) => child.kill('SIGINT')),
  );
  expect(resultsOf(ended).incomplete).toBe(true);
  for (const file of ['report.html', 'summary.md', 'ctrf.json'])
    expect(existsSync(join(ended.folder, 'reports', file))).toBe(true);
  expect(readFileSync(join(ended.folder, 'reports/junit.xml'), 'utf8')).toContain('<skipped>incomplete, not passed');
  expect([ended.code, ended.out.trimEnd().split('\n').at(-1)]).toEqual([
    3,
    expect.stringMatching(/^.+: inconclusive \(exit code 3\)$/),
  ]);
});

test('a report that can not be made is exit 5 and loses neither the others nor results.json', async () => {
  const reports = newFolder();
  mkdirSync(join(reports, 'junit.xml'));
  const ended = await commandHere([
    'run',
    '--embedded',
    ...quick,
    '--reports',
    reports,
    '--reporter',
    'html,junit,ctrf',
  ]);
  expect(ended.out).toMatch(/^error: the suite itself failed: the junit report could not be written: /m);
  expect([ended.code, ended.out.trimEnd().split('\n').at(-1)]).toEqual([
    5,
    expect.stringMatching(/^.+: error \(exit code 5\)$/),
  ]);
  for (const file of ['results.json', 'report.html', 'ctrf.json']) expect(existsSync(join(reports, file))).toBe(true);
  expect(JSON.parse(readFileSync(join(reports, 'results.json'), 'utf8')).verdict).toBe('conformant');
});
