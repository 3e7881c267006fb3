import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { cli, newFolder } from '../../cli/cli.fixture.ts';
import {
  command,
  commandHere,
  type Ended,
  echoingServer,
  healthyServer,
  resultsOf,
} from '../../cli/command.fixture.ts';
import type { FleetReport } from '../../features/fleet/fold.ts';

const quick = ['--profile', 'quick', '--seed', '1', '--operations', 'Get_Inventory', '--bindings', 'soap12'];
const DEAD = 'http://127.0.0.1:1';
const SECRET = 'hook-Secr3t';

/** A hook that executes this script, in which `fs` is there. */
const script = (text: string): readonly string[] => [process.execPath, '-e', text];

const prints = (value: unknown) => script(`console.log(${JSON.stringify(JSON.stringify(value))})`);
const leaves = (file: string) => script(`fs.writeFileSync(${JSON.stringify(file)}, '')`);

/** A folder with a config file of these hooks in a folder of its own. */
function withConfig(hooks: object, more: object = {}): string {
  const folder = newFolder();
  mkdirSync(join(folder, 'ci'));
  writeFileSync(join(folder, 'ci/config.json'), JSON.stringify({ ...more, hooks }));
  return folder;
}

const named = ['--config', 'ci/config.json'];

/** Everything that a command wrote. */
function allOf({ folder, out, err }: Ended): string {
  const entries = readdirSync(join(folder, 'reports'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return [out, err, ...files.map((file) => readFileSync(file, 'utf8'))].join('\n');
}

test('what `before` prints is sent, and is in no report; `after` runs whatever the verdict', async () => {
  const server = await echoingServer();
  const values = {
    credentials: { dealerId: `${SECRET}One`, apiKey: `${SECRET}Two\${HOME}`, password: `${SECRET}Three` },
    headers: { 'X-Token': `Bearer ${SECRET}Four` },
  };
  const folder = withConfig({ before: prints(values), after: leaves('over') }, { credentials: { apiKey: 'weak' } });
  const reporters = ['--reporter', 'html,junit,markdown,ctrf,har,allure,github'];
  const operations = ['--operations', 'McatCodes,Get_Video_Links'];
  const ended = await commandHere(['run', server.url, ...named, ...quick, ...operations, ...reporters], {}, folder);
  await server.close();
  expect([ended.code, ended.err]).toEqual([1, '']);
  expect(resultsOf(ended).options.headers).toEqual(['X-Token']);
  // The target gives back each request: what stands for the values shows that they were sent.
  const written = allOf(ended);
  const found = ['${GETDATA_DEALER_ID}', '${GETDATA_API_KEY}', '${GETDATA_PASSWORD}', '***', 'Secr3t', 'weak'];
  expect(found.filter((text) => written.includes(text))).toEqual(found.slice(0, 4));
  expect(existsSync(join(folder, 'ci/over'))).toBe(true);
});

test('`after` that fails is a warning, and the exit code stays that of the run', async () => {
  const folder = withConfig({ after: script('process.exit(3)') });
  const ended = await commandHere(['run', '--embedded', ...named, ...quick], {}, folder);
  expect([ended.code, ended.err]).toEqual([
    0,
    'warning: ci/config.json: hooks.after ended with exit code 3; expected 0\n',
  ]);
});

test('what a failed hook said is shown: its end, escaped, without secrets', async () => {
  const before = script(
    `console.log(JSON.stringify({ headers: { 'X-Token': '${SECRET}Printed' } }));
     console.error('x'.repeat(10_000));
     console.error('no \u001b[31mtoken: ' + process.env.CLIENT_SECRET + ' Authorization: Bearer ab.c ${SECRET}Printed ${SECRET}Key');
     process.exit(3)`,
  );
  const folder = withConfig({ before, after: script('') }, { credentials: { apiKey: `${SECRET}Key` } });
  const env = { CLIENT_SECRET: `${SECRET}Env` };
  const { exitCode, err } = await cli(['run', DEAD, ...named], { folder, env });
  expect([exitCode, err.length < 800]).toEqual([2, true]);
  expect(err).toMatch(
    /^error: ci\/config\.json: hooks\.before ended with exit code 3; expected 0; it said: …x+ no \uFFFD\[31mtoken: /,
  );
  expect(err).not.toMatch(/Secr3t|ab\.c|\p{Cc}(?!$)/u);
});

test('a process that `before` leaves behind with its stderr open does not hold up the run', async () => {
  const left = `child_process.spawn(process.execPath, ['-e', 'setTimeout(() => {}, 600_000)'], { stdio: ['ignore', 'ignore', 'inherit'] }).unref()`;
  const before = script(`${left}; console.log('{}')`);
  const folder = withConfig({ before, after: leaves('over') });
  const ended = await commandHere(['run', '--embedded', ...named, ...quick], {}, folder);
  expect([ended.code, existsSync(join(folder, 'ci/over'))]).toEqual([0, true]);
});

test('hooks of a config file that nobody named are not run, and the run says so', async () => {
  const folder = newFolder();
  const hooks = { before: leaves('begun'), after: leaves('over') };
  writeFileSync(join(folder, 'getdata.config.json'), JSON.stringify({ hooks }));
  const { exitCode, out } = await cli(['run', DEAD, '--dry-run'], { folder });
  expect(out.split('\n')[1]).toBe(
    '! Not taken, because getdata.config.json was not named but found in the folder: hooks; --trust-config takes all of it.',
  );
  expect(exitCode).toBe(0);
  const ended = await commandHere(['run', DEAD, ...quick], {}, folder);
  expect(ended.out).toContain('found in the folder: hooks;');
  expect(readdirSync(folder).toSorted()).toEqual(['getdata.config.json', 'reports']);
});

test('--dry-run shows the hooks without secrets and runs none', async () => {
  const folder = withConfig({ before: ['token', SECRET], after: leaves('over') }, { credentials: { apiKey: SECRET } });
  const { exitCode, out } = await cli(['run', DEAD, ...named, '--dry-run'], { folder });
  expect([exitCode, readdirSync(join(folder, 'ci'))]).toEqual([0, ['config.json']]);
  expect(out).toContain('\nNot run now, before the run: ["token","${GETDATA_API_KEY}"]\nNot run now, after the run: [');
});

const NO_VALUES =
  'did not print what is expected: one JSON object with credentials (dealerId, apiKey, password) and headers (name: value), both optional, with values that a request can carry; its output is not shown';

test.each([
  [
    'fails',
    script(`console.log('${SECRET}'); console.error('${SECRET}'); process.exit(3)`),
    'ended with exit code 3; expected 0; it said: ***',
  ],
  ['is ended', script("process.kill(process.pid, 'SIGTERM')"), 'was ended by SIGTERM'],
  ['is not there', ['./nothing'], "can't be started; expected a program that is there, and its arguments"],
  ['is no name', ['a\0b'], "can't be started; expected a program that is there, and its arguments"],
  ['prints too much', script("process.stdout.write('x'.repeat(2 ** 20 + 1))"), 'printed more than 1 MiB'],
  ['prints nothing', script(''), NO_VALUES],
  ['prints no JSON', script(`console.log('token=${SECRET}')`), NO_VALUES],
  ['prints another key', prints({ [SECRET]: 1 }), NO_VALUES],
  ['prints an empty value', prints({ credentials: { apiKey: '' } }), NO_VALUES],
  ['prints a value of two lines', prints({ credentials: { apiKey: `${SECRET}\n` } }), NO_VALUES],
  ['prints a header that is ours', prints({ headers: { Host: SECRET } }), NO_VALUES],
  ['prints no UTF-8', script('process.stdout.write(Buffer.from([0x7b, 0xff, 0x7d]))'), NO_VALUES],
])('a hook `before` that %s is one sentence, and nothing is sent', async (_what, before, sentence) => {
  const folder = withConfig({ before, after: leaves('over') });
  const { exitCode, out, err } = await cli(['run', DEAD, ...named], { folder });
  expect([exitCode, out, err]).toEqual([2, '', `error: ci/config.json: hooks.before ${sentence}\n`]);
  expect(readdirSync(folder)).toEqual(['ci']);
  expect(readdirSync(join(folder, 'ci'))).toEqual(['config.json']);
});

test('a hook that takes too long is ended with what it started', async () => {
  const lasting = 'setTimeout(() => {}, 60_000)';
  const before = script(
    `const child = require('child_process').spawn(process.execPath, ['-e', '${lasting}'], { stdio: 'inherit' }); fs.writeFileSync('child', String(child.pid)); ${lasting}`,
  );
  const folder = withConfig({ before, timeoutSeconds: 2 });
  const { exitCode, err } = await cli(['run', DEAD, ...named], { folder });
  expect([exitCode, err]).toEqual([2, 'error: ci/config.json: hooks.before did not end within 2 s\n']);
  const child = Number(readFileSync(join(folder, 'ci/child'), 'utf8'));
  const isThere = (): boolean => existsSync(`/proc/${child}`) && !/^State:\s+Z/m.test(statusOf(child));
  for (let tries = 0; tries < 20 && isThere(); tries++) await wait(50);
  expect(isThere()).toBe(false);
});

test('a signal ends the hook and what it started, in one sentence', async () => {
  const lasting = script("fs.writeFileSync('begun', String(process.pid)); setTimeout(() => {}, 60_000)");
  const folder = withConfig({ before: lasting, after: leaves('over') });
  const begun = join(folder, 'ci/begun');
  const file = join(folder, 'ci/config.json');
  const ended = await command(['run', DEAD, '--config', file], {}, async (child) => {
    while (!existsSync(begun) && child.exitCode === null) await wait(50);
    child.kill('SIGINT');
  });
  expect([ended.code, ended.err]).toEqual([2, `error: ${file}: hooks.before was ended by a signal\n`]);
  expect(readdirSync(join(folder, 'ci')).toSorted()).toEqual(['begun', 'config.json']);
  // A busy machine takes a while to end what was killed.
  await expect.poll(() => statusOf(Number(readFileSync(begun, 'utf8'))), { timeout: 20_000 }).toMatch(/^State:\s+Z/m);
});

/** As Linux says it; that of a process that is gone, but for its parent, where it says nothing. */
function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return 'State: Z';
  }
}

test('each target of a fleet has the hooks of its own config file; one that fails is exit code 2 and the next is run', async () => {
  const server = await healthyServer(0);
  const folder = newFolder();
  const config = (name: string, hooks: object): string => {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify({ hooks }));
    return `${name}.json`;
  };
  const targets = [
    { name: 'refused', target: server.url, config: config('bad', { before: script(`console.log('${SECRET}')`) }) },
    {
      name: 'healthy',
      target: server.url,
      config: config('good', { before: prints({ headers: { 'X-Token': SECRET } }), after: leaves('over') }),
    },
  ];
  writeFileSync(join(folder, 'targets.json'), JSON.stringify({ targets }));
  const ended = await commandHere(['run', '--targets', 'targets.json', ...quick], {}, folder);
  await server.close();
  const league: FleetReport = JSON.parse(readFileSync(join(folder, 'reports/league.json'), 'utf8'));
  expect(league.targets.map(({ name, standing, exitCode, note }) => [name, standing, exitCode, note])).toEqual([
    ['healthy', 'conformant', 0, expect.anything()],
    ['refused', 'error', 2, `bad.json: hooks.before ${NO_VALUES}`],
  ]);
  expect([ended.code, existsSync(join(folder, 'over'))]).toEqual([2, true]);
  const { options } = JSON.parse(readFileSync(join(folder, 'reports/healthy/results.json'), 'utf8'));
  expect(options.headers).toEqual(['X-Token']);
  expect(allOf(ended).includes(SECRET)).toBe(false);
});
