import { type ChildProcess, execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { stopSignals } from '../../base/stop-signal.ts';
import { command, healthyServer, resultsOf, underWay } from '../../cli/command.fixture.ts';
import { patience } from '../../patience.fixture.ts';
import { REQUESTS_BEFORE_CELLS } from './hostile-behaviours.fixture.ts';
import { hostileServer } from './hostile-server.fixture.ts';

/** A run of all cells: seconds are left of it when 20 are judged. */
const WHOLE = ['run', '--embedded', '--seed', '1', '--profile', 'quick'];

const LONG = ['run', '--embedded', '--seed', '1', '--runs', '100'];

const FEW_CELLS = [
  'run',
  '--embedded',
  '--seed',
  '1',
  '--runs',
  '10',
  '--operations',
  'Get_Inventory,McatCodes,McatCode_check',
];

const SHORT = ['run', '--embedded', '--seed', '1', '--profile', 'quick', '--operations', 'Get_Inventory'];

/** Milliseconds after which a run counts as hanging, on a machine that has other things to do too. */
const LONGEST = patience(240_000);

/** The process that runs the cells, once there is one (of Linux: proc(5), /proc/pid/task/tid/children). */
function workerOf({ pid }: ChildProcess): number | undefined {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return children.map(Number).find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('forks.js'));
}

/** Sends a signal to the process that runs the cells. Gives its id. */
function signalWorker(child: ChildProcess, signal: NodeJS.Signals): number {
  const worker = workerOf(child);
  if (worker === undefined) throw new Error('there is no worker');
  process.kill(worker, signal);
  return worker;
}

const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`);

function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), 'getdata-reports-'));
}

test.each(['SIGKILL', 'SIGSEGV'] as const)(
  'a worker that dies of %s costs what was not yet learned',
  async (signal) => {
    const ended = await command(
      WHOLE,
      {},
      underWay((child) => void signalWorker(child, signal)),
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

test('a worker that dies before the first cell costs all of them, in the report too', async () => {
  const killed = (child: ChildProcess): void => {
    const timer = setInterval(() => {
      if (workerOf(child) === undefined) return;
      clearInterval(timer);
      signalWorker(child, 'SIGKILL');
    }, 5);
    child.on('exit', () => clearInterval(timer));
  };
  const ended = await command([...SHORT, '--verbose'], {}, underWay(killed, 'Reading from the target'));
  expect([ended.code, ended.err, resultsOf(ended).verdict]).toEqual([5, '', 'error']);
  expect(ended.out).toContain('the worker that runs the cells died (SIGKILL) in Get_Inventory/soap11; ');
});

test("a worker that can't be started costs the cells, and is named", async () => {
  const folder = emptyFolder();
  // What it starts, it starts by this path.
  writeFileSync(join(folder, 'path.cjs'), "process.execPath = '/nonexistent/node';");
  const ended = await command(SHORT, { NODE_OPTIONS: `--require ${join(folder, 'path.cjs')}` });
  expect([ended.code, ended.err, resultsOf(ended).verdict]).toEqual([5, '', 'error']);
  expect(ended.out).toContain('the worker that runs the cells died (spawn /nonexistent/node ENOENT)');
});

test('a worker that ends at its start is reported with its reason', async () => {
  const folder = emptyFolder();
  // node, which then does not start, prints that a flag is wrong.
  const flagged = `process.channel ?? (fork => (cp.fork = (file, how) => fork(file, { ...how, execArgv: ['--of-no-node'] })))(cp.fork)`;
  writeFileSync(
    join(folder, 'flag.cjs'),
    `const cp = require('node:child_process'); ${flagged};\nrequire('node:module').syncBuiltinESMExports();`,
  );
  const ended = await command(SHORT, { NODE_OPTIONS: `--require ${join(folder, 'flag.cjs')}` });
  expect([ended.code, ended.err, resultsOf(ended).verdict]).toEqual([5, '', 'error']);
  expect(ended.out).toMatch(/the worker that runs the cells died \(exit code 9: .*bad option: --of-no-node\)/);
});

test.each([
  ["throw new Error('of a timer')", 'of a timer'],
  ["Promise.reject(new Error('of a promise'))", 'of a promise'],
  // The variable makes node's net module wait for a parent that there is not.
  ["process.env.NODE_UNIQUE_ID = '1'", 'it waits for what can never come'],
  // As vitest does.
  ["process.env.NODE_UNIQUE_ID = '1'; process.exitCode = 1", 'it waits for what can never come'],
])('after %s the exit code is 5, not one of node that is a verdict', async (script, reason) => {
  const file = join(emptyFolder(), 'late.cjs');
  const listening = `process.on('newListener', (event) => event === 'uncaughtException' && setImmediate(() => { ${script} }))`;
  writeFileSync(file, `process.channel ?? ${listening};`);
  const ended = await command(SHORT, { NODE_OPTIONS: `--require ${file}` });
  expect([ended.code, ended.err]).toEqual([5, expect.stringMatching(`this is a bug in the suite: ${reason}\n`)]);
});

test('a run that is killed leaves a snapshot that other commands read, and no worker', {
  timeout: LONGEST,
}, async () => {
  let worker = 0;
  const reports = emptyFolder();
  const partial = join(reports, 'results.partial.json');
  const ended = await command([...LONG, '--reports', reports], {}, (child) => {
    const timer = setInterval(() => {
      // The first snapshot of a busy machine may come before the first rule.
      if (!existsSync(partial) || JSON.parse(readFileSync(partial, 'utf8')).totals.rules.pass === 0) return;
      clearInterval(timer);
      worker = workerOf(child) ?? 0;
      child.kill('SIGKILL');
    }, 50);
    child.on('close', () => clearInterval(timer));
  });
  expect([ended.code, readdirSync(reports)]).toEqual([null, ['results.partial.json']]);
  const results = JSON.parse(readFileSync(partial, 'utf8'));
  expect([results.incomplete, results.totals.rules.pass]).toEqual([true, expect.any(Number)]);
  expect(results.totals.rules.pass).toBeGreaterThan(0);
  expect((await command(['report', partial, '--format', 'junit,html,markdown'])).code).toBe(0);
  expect(worker).toBeGreaterThan(0);
  await expect.poll(() => isAlive(worker), { timeout: patience(20_000) }).toBe(false);
});

test('a run that is killed while its worker waits for an answer leaves no worker', { timeout: LONGEST }, async () => {
  const upstream = await healthyServer(0);
  const server = await hostileServer('hangs once the cells run', '', upstream.url);
  onTestFinished(async () => {
    await server.close();
    await upstream.close();
  });
  let worker = 0;
  const cells = ['--operations', 'McatCodes', '--bindings', 'soap11,http-get', '--profile', 'quick', '--seed', '1'];
  const ended = await command(['run', server.url, ...cells, '--timeout', '200000'], {}, (child) => {
    const timer = setInterval(() => {
      if (server.requests.length <= REQUESTS_BEFORE_CELLS) return;
      clearInterval(timer);
      worker = workerOf(child) ?? 0;
      child.kill('SIGKILL');
    }, 20);
  });
  expect(ended.code).toBe(null);
  expect(worker).toBeGreaterThan(0);
  await expect.poll(() => isAlive(worker), { timeout: patience(20_000) }).toBe(false);
});

/** Milliseconds after the last line before the worker starts: while vitest is loaded, created and started. */
const moments = [0, 100, 200, 300, 400];

test.each((['SIGINT', 'SIGTERM'] as const).flatMap((signal) => moments.map((ms) => [signal, ms] as const)))(
  'a run that %s ends %s ms after it has learned values has its reports, and no worker after the verdict',
  { timeout: LONGEST },
  async (signal, ms) => {
    let verdict = false;
    let workers = 0;
    const ended = await command([...LONG, '--verbose'], {}, (child) => {
      underWay(() => setTimeout(() => child.kill(signal), ms), 'Learned from the target')(child);
      child.stdout?.on('data', (text: string) => {
        verdict ||= text.includes('(exit code ');
      });
      const timer = setInterval(() => {
        if (verdict && isAlive(child.pid ?? 0) && workerOf(child) !== undefined) workers += 1;
      }, 20);
      child.on('exit', () => clearInterval(timer));
    });
    expect(ended.out).toMatch(/\n.+ \(exit code 3\)\n$/);
    expect([workers, ended.code, ended.err, resultsOf(ended).incomplete]).toEqual([0, 3, '', true]);
  },
);

test.each(stopSignals)('a run that %s ends at its first line has its reports too', async (signal) => {
  const ended = await command(
    SHORT,
    {},
    underWay((child) => child.kill(signal), 'against embedded'),
  );
  expect([ended.code, ended.err, resultsOf(ended).incomplete]).toEqual([3, '', true]);
  expect(readdirSync(join(ended.folder, 'reports')).toSorted()).toEqual(['report.html', 'results.json']);
});

test('a run that is ended leaves out the report that takes long, says how to get it, and writes the others', {
  timeout: LONGEST,
}, async () => {
  const flags = ['--reporter', 'allure,junit'];
  const ended = await command(
    [...WHOLE, ...flags],
    {},
    underWay((child) => child.kill('SIGINT')),
  );
  const reports = join(ended.folder, 'reports');
  expect([ended.code, ended.err, resultsOf(ended).incomplete]).toEqual([3, '', true]);
  expect(resultsOf(ended).totals.rules.pass).toBeGreaterThan(0);
  const [, again = ''] =
    /^! The run was ended, and this report takes long; .* (report .*) writes it\.$/m.exec(ended.out) ?? [];
  expect(again).toBe(`report ${join(reports, 'results.json')} --format allure`);
  const left = existsSync(join(reports, 'allure-results')) ? readdirSync(join(reports, 'allure-results')) : [];
  expect(left.filter((name) => name.endsWith('-result.json'))).toEqual([]);
  expect(existsSync(join(reports, 'junit.xml'))).toBe(true);
  const whole = await command(again.split(' '));
  expect([whole.code, whole.err]).toEqual([0, '']);
  expect(readdirSync(join(reports, 'allure-results')).length).toBeGreaterThan(1000);
});

test('a report that takes long is left out at once while its worker runs, with nothing else to wait for', async () => {
  const { folder } = await command(SHORT);
  const built = (path: string): string => JSON.stringify(new URL(`../../../dist/${path}`, import.meta.url));
  const script = `
    import { subscribe } from 'node:diagnostics_channel';
    import { readFileSync } from 'node:fs';
    import { loadContract } from ${built('contract/load.js')};
    import { writeAllure } from ${built('views/allure/allure.js')};
    const late = new AbortController();
    subscribe('child_process', ({ process: worker }) => worker.once('message', () => setImmediate(() => late.abort())));
    const results = JSON.parse(readFileSync('reports/results.json', 'utf8'));
    const contract = loadContract(results.namespace);
    console.log('written:', await writeAllure(results, contract, 'allure', false, late.signal));
    process.exit();`;
  const run = promisify(execFile)(process.execPath, ['--input-type', 'module', '--eval', script], { cwd: folder });
  expect(await run).toEqual({ stdout: 'written: false\n', stderr: '' });
});

test('two signals in a row, as npm passes one Ctrl-C on, leave the reports', { timeout: LONGEST }, async () => {
  const twice = (child: ChildProcess): void => {
    child.kill('SIGINT');
    setTimeout(() => child.kill('SIGINT'), 100);
  };
  const ended = await command([...LONG, '--verbose'], {}, underWay(twice, 'Learned from the target'));
  expect([ended.code, resultsOf(ended).incomplete, readdirSync(join(ended.folder, 'reports')).toSorted()]).toEqual([
    3,
    true,
    ['report.html', 'results.json'],
  ]);
});

test('a worker that is stopped across the time limit is ended before the verdict', { timeout: LONGEST }, async () => {
  let worker = 0;
  let wasAlive: boolean | null = null;
  const stopped = (seconds: number) =>
    command([...FEW_CELLS, '--max-time', `${seconds}`], {}, (child) => {
      underWay((run) => {
        // It may have ended just now.
        worker = workerOf(run) === undefined ? 0 : signalWorker(run, 'SIGSTOP');
      }, '10/12 cells')(child);
      child.stdout?.on('data', (text: string) => {
        if (text.includes('(exit code ')) wasAlive = isAlive(worker);
      });
    });
  let ended = await stopped(12);
  // A busy machine may not come to the cells in time.
  for (const seconds of [40, 120]) if (worker === 0) ended = await stopped(seconds);
  expect(worker).toBeGreaterThan(0);
  expect([wasAlive, ended.code, ended.err]).toEqual([false, 3, '']);
  expect(ended.out).toMatch(/\n.+ \(exit code 3\)\n$/);
  const { exitCode, incomplete, totals } = resultsOf(ended);
  expect([exitCode, incomplete]).toEqual([3, true]);
  expect(totals.rules.pass).toBeGreaterThan(0);
});
