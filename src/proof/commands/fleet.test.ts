import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cli } from '../../cli/cli.fixture.ts';
import { command, commandHere, faultyServer, healthyServer, underWay } from '../../cli/command.fixture.ts';
import { DEAD, fleetReportIn, listed } from '../../cli/fleet.fixture.ts';
import type { FleetReport } from '../../features/fleet/fold.ts';
import { checkResults } from '../../results/read.ts';
import { startRawServer } from '../../wire/http/raw-server.fixture.ts';

const quick = ['--profile', 'quick', '--seed', '3', '--operations', 'Get_Inventory'];
const standings = ({ targets }: FleetReport) => targets.map(({ place, name, standing }) => [place, name, standing]);

test('three servers, one with a defect and one dead, give three reports and one of the fleet', async () => {
  const [healthy, faulty] = await Promise.all([
    healthyServer(0),
    faultyServer('fields-swapped', { operation: 'Get_Inventory', binding: 'soap12' }),
  ]);
  const secret = 'fleet-Secr3tOne';
  const { folder, file } = listed([
    { name: 'Broken.1', target: faulty.url, credentials: { apiKey: '${FLEET_KEY}' } },
    { name: 'dead', target: DEAD.replace('://', `://jo:${secret}@`), headers: { 'X-Token': secret } },
    { name: 'healthy', target: healthy.url, credentials: { apiKey: secret } },
  ]);
  const summary = join(folder, 'step_summary');
  const ended = await command(['run', '--targets', file, ...quick, '--reporter', 'html,junit,github'], {
    FLEET_KEY: secret,
    GITHUB_STEP_SUMMARY: summary,
  });
  await Promise.all([healthy.close(), faulty.close()]);
  const report = fleetReportIn(ended.folder);
  expect(standings(report)).toEqual([
    [1, 'healthy', 'conformant'],
    [2, 'Broken.1', 'non-conformant'],
    [null, 'dead', 'unreachable'],
  ]);
  expect([ended.code, ended.err, report.exitCode, report.incomplete]).toEqual([4, '', 4, false]);
  const lines = ended.out.trimEnd().split('\n');
  expect(lines.at(-1)).toBe('1 conformant for what was selected, 1 non-conformant, 1 unreachable (exit code 4)');
  expect(ended.out).toMatch(/healthy +conformant for what was selected +4 of 4/);
  expect(ended.out).toContain('\ndead: http://127.0.0.1:1 can');
  expect(lines.filter((line) => line.startsWith('Target '))).toEqual([
    'Target 1 of 3: Broken.1',
    'Target 2 of 3: dead',
    'Target 3 of 3: healthy',
  ]);
  for (const { name, target, result, verdict, exitCode } of report.targets) {
    const results: unknown = JSON.parse(readFileSync(join(ended.folder, 'reports', name, 'results.json'), 'utf8'));
    checkResults(results);
    expect([results.target, results.verdict, results.exitCode]).toEqual([target, verdict, exitCode]);
    expect(result?.files).toEqual({ results: `${name}/results.json`, report: `${name}/report.html` });
    expect(existsSync(join(ended.folder, 'reports', name, 'junit.xml'))).toBe(true);
  }
  expect(readFileSync(join(ended.folder, 'reports/Broken.1/results.json'), 'utf8')).toContain(
    'replay reports/Broken.1/results.json',
  );
  expect(report.rules.map(({ rule }) => rule)).toContain('record.field-order');
  const titles = readFileSync(summary, 'utf8').match(/^## .*$/gm);
  expect(titles).toEqual([
    '## GetData conformance of a fleet',
    '## ❌ GetData conformance of `Broken.1`: non-conformant',
    '## 💥 GetData conformance of `dead`: error',
    '## ✅ GetData conformance of `healthy`: conformant',
  ]);
  expect(ended.out).toMatch(/^::error title=Broken\.1%3A record\.field-order in Get_Inventory\/soap12::/m);
  expect(ended.out).toMatch(/^::error title=dead%3A GetData conformance%3A target not reached::/m);
  const written = readdirSync(join(ended.folder, 'reports'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
  expect([ended.out, readFileSync(summary, 'utf8'), ...written].filter((text) => /secr3t/i.test(text))).toEqual([]);
  expect(written).toHaveLength(12);
});

test('Ctrl-C keeps what was learned, leaves out the rest, and the report says so', async () => {
  const server = await healthyServer(0);
  const { file } = listed([
    { name: 'first', target: server.url },
    { name: 'second', target: server.url },
  ]);
  const ended = await command(
    ['run', '--targets', file, '--seed', '1', '--runs', '100'],
    {},
    underWay((child) => child.kill('SIGINT')),
  );
  await server.close();
  const report = fleetReportIn(ended.folder);
  expect(standings(report)).toEqual([
    [null, 'first', 'inconclusive'],
    [null, 'second', 'not-run'],
  ]);
  expect(report.targets[0]?.result?.cells.pass).toBeGreaterThanOrEqual(10);
  expect([ended.code, report.incomplete]).toEqual([3, true]);
  expect(ended.out.trimEnd().split('\n').at(-1)).toBe('1 inconclusive, 1 not run, incomplete (exit code 3)');
  expect(readFileSync(join(ended.folder, 'reports/league.html'), 'utf8')).toContain('Incomplete: not all was judged.');
});

test('the time limit is for all of them', async () => {
  const silent = await startRawServer(() => {});
  onTestFinished(() => silent.close());
  const { folder } = listed([
    { name: 'silent', target: silent.url.href },
    { name: 'silent-too', target: silent.url.href },
    { name: 'next', target: silent.url.href },
  ]);
  const flags = ['--targets', 'targets.json', '--max-time', '1', '--parallel', '2'];
  const { code, out } = await commandHere(['run', ...flags], {}, folder);
  expect(standings(fleetReportIn(folder))).toEqual([
    [null, 'silent', 'inconclusive'],
    [null, 'silent-too', 'inconclusive'],
    [null, 'next', 'not-run'],
  ]);
  expect([code, out.trimEnd().split('\n').at(-1)]).toEqual([3, '2 inconclusive, 1 not run, incomplete (exit code 3)']);
});

test('several at a time are printed one after the other, and only what did not pass is run again', async () => {
  const [healthy, faulty] = await Promise.all([healthyServer(0), faultyServer('fields-swapped')]);
  onTestFinished(async () => void (await Promise.all([healthy.close(), faulty.close()])));
  const { folder } = listed([
    { name: 'healthy', target: healthy.url },
    { name: 'faulty', target: faulty.url },
    { name: 'dead', target: DEAD },
  ]);
  const flags = ['run', '--targets', 'targets.json', ...quick, '--parallel', '3', '--reporter', 'html,github'];
  const first = await commandHere(flags, { GITHUB_STEP_SUMMARY: join(folder, 'summary') }, folder);
  expect([first.code, standings(fleetReportIn(folder))]).toEqual([
    4,
    [
      [1, 'healthy', 'conformant'],
      [2, 'faulty', 'non-conformant'],
      [null, 'dead', 'unreachable'],
    ],
  ]);
  const blocks = first.out.split('\nFleet\n')[0]?.split(/^(?=Target \d of 3: )/m) ?? [];
  const named = blocks.map((block) => [
    ...new Set(block.match(/(?<=reports\/|^Target \d of 3: )(?:healthy|faulty|dead)/gm)),
  ]);
  expect(named.toSorted()).toEqual([['dead'], ['faulty'], ['healthy']]);
  expect(first.out).toContain('::error title=faulty%3A record.field-order');
  expect(readFileSync(join(folder, 'summary'), 'utf8').match(/^## .*$/gm)).toEqual([
    '## GetData conformance of a fleet',
  ]);
  const file = join(folder, 'reports/healthy/results.json');
  const before = readFileSync(file, 'utf8');
  const again = await commandHere([...flags, '--rerun-failed'], {}, folder);
  expect(again.out.split('\n')[0]).toBe('1 target of 3 passed before: kept, and not run again.');
  expect(again.out.match(/^Target \d of \d: \w+$/gm)?.toSorted()).toEqual([
    'Target 1 of 2: faulty',
    'Target 2 of 2: dead',
  ]);
  expect([again.code, standings(fleetReportIn(folder))]).toEqual([4, standings(fleetReportIn(folder))]);
  expect(fleetReportIn(folder).targets[0]?.result?.files).toEqual({
    results: 'healthy/results.json',
    report: 'healthy/report.html',
  });
  expect(readFileSync(file, 'utf8')).toBe(before);
  const other = await cli([...flags, '--rerun-failed', '--profile', 'standard', '--dry-run'], { folder });
  expect(other.out.split('\n')[0]).toBe('0 targets of 3 passed before: kept, and not run again.');
});
