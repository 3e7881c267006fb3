import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cli } from '../../cli/cli.fixture.ts';
import { command, commandHere, underWay } from '../../cli/command.fixture.ts';
import { DEAD, fleetReportIn, listed } from '../../cli/fleet.fixture.ts';
import { fleetOptions } from '../../features/fleet/options.ts';
import { startRawServer } from '../../wire/http/raw-server.fixture.ts';

/** Only compiled code can start the process of a target. */
const compiledFleet = new URL('../../../dist/features/fleet/run-fleet.js', import.meta.url).href;

test('a run that throws is the suite’s failure in the report, and the next is run anyway', async () => {
  const { folder } = listed([
    { name: 'thrower', target: DEAD, credentials: { password: 'open-sesame' } },
    { name: 'dead', target: DEAD },
  ]);
  const sources = { flags: {}, env: {}, config: null, randomSeed: 1, folder, file: 'targets.json' };
  const [thrower, dead] = fleetOptions(sources);
  if (thrower === undefined || dead === undefined) throw new Error('two targets were listed');
  let out = '';
  const { runFleet }: typeof import('../../features/fleet/run-fleet.ts') = await import(compiledFleet);
  const targets = [{ ...thrower, options: { ...thrower.options, namespace: 'no uri open-sesame' } }, dead];
  const exitCode = await runFleet(
    { targets, kept: new Map(), maxSeconds: null, parallel: 1 },
    {
      out: (text) => {
        out += text;
      },
      reportsDir: join(folder, 'reports'),
      quiet: true,
      color: false,
      live: false,
    },
    {
      reportersOf: () => [],
      github: { summaryFile: null, command: () => {} },
      process: { folder, env: {}, err: () => {} },
    },
  );
  const { targets: told } = fleetReportIn(folder);
  expect(told.map(({ name, standing, note }) => [name, standing, note?.slice(0, 40)])).toEqual([
    ['dead', 'unreachable', "http://127.0.0.1:1 can't be reached: con"],
    ['thrower', 'error', 'the suite itself failed: the namespace i'],
  ]);
  expect(exitCode).toBe(5);
  expect(`${out}${told[1]?.note}`).not.toContain('sesame');
});

test('a run whose process is killed is an error of its own, and the next is run all the same', async () => {
  const silent = await startRawServer(() => {});
  onTestFinished(() => silent.close());
  const { file } = listed([
    { name: 'killed', target: silent.url.href },
    { name: 'dead', target: DEAD },
  ]);
  const ended = await command(
    // With a namespace the WSDL, which never comes, is not waited for.
    ['run', '--targets', file, '--verbose', '--namespace', 'http://dealer.example/webservices/'],
    {},
    underWay(({ pid }) => {
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
      for (const child of children) process.kill(child, 'SIGKILL');
    }, 'Reading from the target'),
  );
  const { targets } = fleetReportIn(ended.folder);
  expect([ended.code, targets.map(({ name, standing, note }) => [name, standing, note?.slice(0, 55)])]).toEqual([
    5,
    [
      ['dead', 'unreachable', expect.any(String)],
      ['killed', 'error', 'the suite itself failed: its process died (SIGKILL)'],
    ],
  ]);
});

test('a report of the fleet that can’t be written at the end is exit 5, and its table is printed all the same', async () => {
  const { folder } = listed([{ name: 'dead', target: DEAD, config: 'hook.json' }]);
  const full = 'rm reports/league.json; mkdir reports/league.json; echo {}';
  writeFileSync(join(folder, 'hook.json'), JSON.stringify({ hooks: { before: ['sh', '-c', full] } }));
  const { code, out } = await commandHere(['run', '--targets', 'targets.json', '--quiet'], {}, folder);
  const lines = out.trimEnd().split('\n');
  expect([code, lines.at(-1)]).toEqual([5, '1 unreachable (exit code 5)']);
  expect(out).toMatch(/^error: the suite itself failed: \S+league\.json could not be written: /m);
  expect(out).toMatch(/dead +unreachable +–/);
});

test.each([
  ['run http://h.example --targets targets.json', '--targets and a target are given together; name it in the file'],
  ['run --targets targets.json --baseline b.json', '--targets and --baseline are given together; '],
  ['run --targets targets.json --rerun-failed r.json', '--rerun-failed names r.json; with --targets it takes no file'],
  ['run --targets targets.json --parallel 0', "--parallel is '0'; expected an integer from 1 to 64"],
  ['run http://h.example --parallel 2', '--parallel is for --targets; '],
  ['run --targets targets.json --shard 1/2', '--targets and --shard are given together; '],
  ['run --targets targets.json --profile quik', "--profile: no profile is named 'quik'; did you mean 'quick'?"],
  ['run --targets targets.json --max-time 0', "--max-time is '0'; expected an integer from 1"],
  ['run --targets targets.json --reporter htm', "--reporter: no reporter is named 'htm'; did you mean 'html'?"],
  ['run --targets no.json', "the file of targets no.json can't be read: there is no such file"],
])('`%s` is exit 2 and one sentence, and nothing is sent or written', async (line, sentence) => {
  const { folder } = listed([{ name: 'a', target: DEAD }]);
  const { exitCode, out, err } = await cli(line.split(' '), { folder });
  expect([exitCode, out, readdirSync(folder)]).toEqual([2, '', ['targets.json']]);
  expect(err.startsWith(`error: ${sentence}`), err).toBe(true);
  expect(err.trimEnd().split('\n')).toHaveLength(1);
});

test('a file in the place of a folder of reports is known before anything is sent', async () => {
  const { folder } = listed([
    { name: 'a', target: `${DEAD}/a` },
    { name: 'b', target: `${DEAD}/b` },
  ]);
  writeFileSync(join(folder, 'b'), '');
  const { exitCode, out, err } = await cli(['run', '--targets', 'targets.json', '--reports', '.'], { folder });
  expect([exitCode, out]).toEqual([2, '']);
  expect(err).toMatch(/^error: the reports folder '.*\/b' can't be written to/);
});

test('targets with one address are named before anything is sent', async () => {
  const { folder } = listed([
    { name: 'a', target: `${DEAD}/app` },
    { name: 'b', target: `${DEAD}/b` },
    { name: 'c', target: `${DEAD}/app/getData.asmx` },
  ]);
  const { exitCode, out } = await cli(['run', '--targets', 'targets.json', '--dry-run'], { folder });
  expect([exitCode, out.split('\n')[0]]).toEqual([
    0,
    `! a and c have the same address, ${DEAD}/app: are they meant to be one server?`,
  ]);
});

test('--dry-run shows what each would be sent, with what is not taken from the config file for all', async () => {
  const { folder } = listed([
    { name: 'a', target: `${DEAD}/a` },
    { name: 'b', target: `${DEAD}/b` },
  ]);
  writeFileSync(join(folder, 'getdata.config.json'), JSON.stringify({ includeWrites: true, profile: 'quick' }));
  const { exitCode, out } = await cli(['run', '--targets', 'targets.json', '--dry-run', '--trust-config'], { folder });
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^! getdata\.config\.json holds includeWrites, which is for one server/);
  expect(out.match(/^Dry run: nothing is sent to .*$/gm)).toEqual([
    `Dry run: nothing is sent to ${DEAD}/a.`,
    `Dry run: nothing is sent to ${DEAD}/b.`,
  ]);
  expect(out).toContain('Written at the target: nothing');
});
