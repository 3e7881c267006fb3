import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cli } from '../../cli/cli.fixture.ts';
import { command, commandHere, faultyServer, healthyServer, resultsOf } from '../../cli/command.fixture.ts';
import { patience } from '../../patience.fixture.ts';
import type { Results } from '../../results/results.ts';

const NAMESPACE = ['--namespace', 'http://dealer.example/webservices/'];
const SHORT = [...NAMESPACE, '--profile', 'quick', '--runs', '1', '--seed', '1'];
const ONE = ['--operations', 'Get_Inventory', '--bindings', 'soap11'];

test('--fail-fast ends the run with the first cell that has a finding, and its reports say so', async () => {
  const server = await faultyServer('fields-swapped');
  onTestFinished(() => server.close());
  const ended = await commandHere([
    'run',
    server.url,
    ...SHORT,
    '--operations',
    'Get_Inventory,McatCodes',
    '--fail-fast',
  ]);
  const { incomplete, verdict, findings, cells } = resultsOf(ended);
  expect([ended.code, verdict, incomplete]).toEqual([1, 'non-conformant', true]);
  expect(findings.length).toBeGreaterThan(0);
  expect(cells.some((cell) => cell.verdict !== 'fail')).toBe(true);
  const [, ending] =
    /^! --fail-fast ended the run at (\S+), cause \S+: what was not reached has no verdict\.$/m.exec(ended.out) ?? [];
  expect(findings.map(({ id }) => id)).toContain(ending);
});

test('what an out parameter adds is named, and the excerpt shows it', async () => {
  const server = await faultyServer('out-parameter-added');
  onTestFinished(() => server.close());
  const operations = ['--operations', 'Get_PartialProd_Resources_vehicle', '--bindings', 'soap11'];
  const ended = await commandHere(['run', server.url, ...SHORT, ...operations]);
  expect(ended.out).toContain(
    '<Get_PartialProd_Resources_vehicleResponse> holds <Message> beside <Get_PartialProd_Resources_vehicleResult>.',
  );
  expect(ended.out).toMatch(/^ {3}actual {4}<Message> beside it$/m);
  expect(ended.out).toMatch(/^ {13}.*<Message>ok<\/Message>/m);
});

test('an element in no namespace is said in words', async () => {
  const server = await faultyServer('result-element-unqualified');
  onTestFinished(() => server.close());
  const { out } = await commandHere(['run', server.url, ...SHORT, ...ONE]);
  expect(out).toContain('<Get_InventoryResponse> holds <Get_InventoryResult> in no namespace.');
});

test('replay takes a cause, and sends each of its findings', async () => {
  const server = await faultyServer('fields-swapped', { operation: 'Get_Inventory', binding: null });
  onTestFinished(() => server.close());
  const bindings = ['--operations', 'Get_Inventory', '--bindings', 'soap11,soap12'];
  const ended = await commandHere(['run', server.url, ...SHORT, ...bindings]);
  const { cause = '' } = resultsOf(ended).findings[0] ?? {};
  expect(ended.out).toContain(`reports/results.json '${cause}' --target ${server.url}`);
  const args = ['reports/results.json', cause, '--target', server.url];
  const again = await cli(['replay', ...args], { folder: ended.folder });
  expect(again.exitCode).toBe(1);
  expect(again.out.match(/^still fails: .*@Get_Inventory\/soap1[12] /gm)).toHaveLength(2);
  const wrong = await cli(['replay', 'reports/results.json', `${cause}x`, '--target', server.url], {
    folder: ended.folder,
  });
  expect([wrong.exitCode, wrong.err]).toEqual([2, expect.stringContaining(`has no finding or cause '${cause}x'; `)]);
});

test('what only several calls show is shown again by the printed commands', async () => {
  const server = await faultyServer('listed-value-unknown');
  onTestFinished(() => server.close());
  const asked = ['--operations', 'McatCode_check', '--bindings', 'soap11,http-get'];
  const usual = [...NAMESPACE, '--seed', '1'];
  const ended = await commandHere(['run', server.url, ...usual, ...asked]);
  for (const [name, found] of [
    ['again', '1 recommended finding'],
    ['all', '2 recommended findings'],
  ] as const) {
    const [, line = ''] = new RegExp(`^ {3}${name} +getdata-conformance (run .+)$`, 'm').exec(ended.out) ?? [];
    const again = await commandHere(line.split(' '), {}, ended.folder);
    expect(again.out).toContain(`${found} of 1 cause`);
    expect(again.out).toContain('A mcat that McatCodes lists gets no data.');
  }
  expect(resultsOf(ended).findings).toHaveLength(2);
});

test('--wait waits for a target that answers later, and no longer than that', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as AddressInfo;
  await new Promise((resolve) => taken.close(resolve));
  const wait = ['run', `http://127.0.0.1:${port}`, ...SHORT, ...ONE, '--wait'];
  const never = await commandHere([...wait, '1']);
  expect([never.code, never.out]).toEqual([4, expect.stringContaining('ECONNREFUSED')]);
  expect(never.out).not.toContain('answered after');
  let stopped: (() => Promise<void>) | undefined;
  onTestFinished(() => stopped?.());
  const started = new Promise<void>((resolve) => {
    setTimeout(async () => {
      stopped = (await healthyServer(port)).close;
      resolve();
    }, 1500);
  });
  const ended = await commandHere([...wait, `${Math.ceil(patience(30_000) / 1000)}`]);
  await started;
  expect([ended.code, ended.out]).toEqual([0, expect.stringContaining('Waiting up to ')]);
  expect(ended.out).toMatch(/^The target answered after \d+\.\d s\.$/m);
  // The results of a run are not lost where the target is down in the next.
  const { findings } = resultsOf(ended);
  await stopped?.();
  const [, target = '', ...args] = wait;
  const down = await commandHere(['run', target, ...args.slice(0, -1)], {}, ended.folder);
  expect([down.code, down.out]).toEqual([4, expect.stringContaining('are kept as ')]);
  const kept: Results = JSON.parse(readFileSync(join(ended.folder, 'reports/results.earlier.json'), 'utf8'));
  expect([kept.exitCode, kept.findings]).toEqual([0, findings]);
  await commandHere(['run', target, ...args.slice(0, -1)], {}, ended.folder);
  expect(readFileSync(join(ended.folder, 'reports/results.earlier.json'), 'utf8')).toContain('"exitCode": 0');
});

test.runIf(process.platform === 'linux').each([
  ['', true],
  ['true', false],
])('--open shows the report, and not where CI is %j', async (ci, shows) => {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-open-'));
  const opened = join(folder, 'opened');
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\necho "$1" > ${opened}.part\nmv ${opened}.part ${opened}\n`);
  chmodSync(join(folder, 'xdg-open'), 0o755);
  const env = { PATH: `${folder}:${process.env.PATH}`, CI: ci };
  const ended = await command(['run', '--embedded', ...SHORT, ...ONE, '--open'], env);
  expect(ended.code).toBe(0);
  if (shows) await expect.poll(() => existsSync(opened), { timeout: patience(20_000) }).toBe(true);
  expect(existsSync(opened) && readFileSync(opened, 'utf8').trim()).toBe(
    shows && join(ended.folder, 'reports/report.html'),
  );
});
