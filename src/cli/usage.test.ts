import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { defects } from '../reference/defects/defects.ts';
import { cli, newFolder } from './cli.fixture.ts';
import { explanations } from './explanations.ts';

const commands = ['run', 'serve', 'proxy', 'list', 'explain', 'replay', 'baseline', 'report', 'judge', 'init'];

test.each(commands)('%s --help says how it is used, with examples', async (command) => {
  const { exitCode, out, err } = await cli([command, '--help']);
  expect([exitCode, err]).toEqual([0, '']);
  expect(out).toContain(`Usage: getdata-conformance ${command}`);
  expect(out).toMatch(new RegExp(`Examples:\n  getdata-conformance ${command}`));
});

test('--help lists every command and exit code, --version prints the version', async () => {
  const { out, exitCode } = await cli(['--help']);
  for (const command of commands) expect(out).toMatch(new RegExp(`^  ${command} `, 'm'));
  expect(out).toMatch(/0 conformant, 1 non-conformant, 2 wrong usage/);
  expect(exitCode).toBe(0);
  expect(await cli(['--version'])).toEqual({ exitCode: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), err: '' });
});

test('no command at all is wrong usage', async () => {
  const { exitCode, out, err } = await cli([]);
  expect([exitCode, out]).toEqual([2, '']);
  expect(err).toContain('Usage: getdata-conformance');
});

test.each([
  ['runn', "error: unknown command 'runn'; did you mean 'run'?"],
  ['-v', "error: unknown option '-v'; did you mean '-V'?"],
  ['run --seeed 3', "error: unknown option '--seeed'; did you mean '--seed'?"],
  ['run --seed', 'error: --seed has no value; expected --seed <n>'],
  ['run --seed -5', "error: --seed is '-5'; expected an integer from 0 to 4294967295"],
  ['run --certify --seed 3', 'error: --certify draws the seed itself, and --seed is given too; expected one of them'],
  [
    'run --certify --shard 1/2',
    'error: --certify draws a seed, and all shards need the same one; run the whole with --certify',
  ],
  [
    'run --certify --rerun-failed',
    'error: --certify draws a seed, and --rerun-failed sends the calls of an earlier run; expected one of them',
  ],
  ['run --profile quik', "error: --profile: no profile is named 'quik'; did you mean 'quick'?"],
  [
    'run --operations Get_Inventry',
    "error: --operations: no operation is named 'Get_Inventry'; did you mean 'Get_Inventory'?",
  ],
  ['run --config no.json', "error: the config file no.json can't be read: there is no such file"],
  ['run http://a http://b', "error: unexpected argument 'http://b'; expected only target"],
  ['run http://a http://jo:sesame@b c', "error: unexpected arguments 'http://b', 'c'; expected only target"],
  ['diff a.json b.json c.json', "error: unexpected argument 'c.json'; expected only old and new"],
  [
    'run http://a --bindings soap13',
    "error: --bindings: no binding is named 'soap13'; expected one of soap11, soap12, http-get, http-post",
  ],
  ['run http://jo:sesame@h/?x', 'error: the target has a query; expected only the address: http://h'],
  ['list rulez', "error: list: no list is named 'rulez'; did you mean 'rules'?"],
  ['list', "error: missing argument 'what'; expected rules, operations, requirements, defects, variations, traits"],
  ['replay', "error: missing argument 'results.json'; expected a file that `run` wrote"],
  ['help serv', "error: unknown command 'serv'; did you mean 'serve'?"],
  ['serv --help', "error: unknown command 'serv'; did you mean 'serve'?"],
  ['history ad', "error: unknown command 'ad'; did you mean 'add'?"],
  [
    'serve --defect nested-request',
    `error: --defect: no defect is named 'nested-request'; the nearest of ${defects.length} are nested-value-nil, nested-int-empty, nested-field-case, nested-keys-shifted, nested-key-differs; \`list defects\` shows all`,
  ],
  [
    'explain zzzqqq',
    `error: explain: no rule, clause, defect or trait is named 'zzzqqq'; none of the ${explanations().length} is like it; \`list rules\`, \`requirements\`, \`defects\` and \`traits\` show all`,
  ],
  [
    'explain http.contenttype',
    "error: explain: no rule, clause, defect or trait is named 'http.contenttype'; did you mean 'http.content-type'?",
  ],
  ['serve --port 65536', "error: --port is '65536'; expected an integer from 0 to 65535"],
  [
    'serve --defect field-swapped',
    "error: --defect: no defect is named 'field-swapped'; did you mean 'fields-swapped'?",
  ],
  [
    'serve --defect status-201@Get_Inventry',
    "error: --defect: no operation or binding is named 'Get_Inventry'; did you mean 'Get_Inventory'?",
  ],
  [
    'serve --defect status-201@Get_Inventory/soap13',
    "error: --defect: no binding is named 'soap13'; expected one of soap11, soap12, http-get, http-post",
  ],
  [
    'serve --defect status-201@McatCode/soap11',
    "error: --defect: no operation is named 'McatCode'; did you mean 'McatCodes'?",
  ],
  ['serve --defect value-outside-cdata', /^error: --defect: no defect is named 'value-outside-cdata'; /],
  ['serve --namespace', 'error: --namespace has no value; expected --namespace <uri>'],
  ['replay none.json', "error: none.json can't be read: there is no such file"],
])('`%s` is exit 2 and one sentence', async (line, sentence) => {
  const { exitCode, out, err } = await cli(line.split(' '));
  expect([exitCode, out]).toEqual([2, '']);
  if (typeof sentence === 'string') expect(err).toBe(`${sentence}\n`);
  else expect(err).toMatch(sentence);
  expect(err.trim().split('\n')).toHaveLength(1);
});

test('what a terminal would obey is made harmless in a sentence', async () => {
  const { err } = await cli(['explain', 'a\u001B[31mb']);
  expect(err).toContain("'a\uFFFD[31mb'");
});

test('what nobody foresaw is exit 5, called a bug in the suite, with the stack', async () => {
  const { exitCode, err } = await cli(['list', 'rules'], {
    onOut: () => {
      throw new Error('paper jam');
    },
  });
  expect(exitCode).toBe(5);
  expect(err).toMatch(
    /^error: the suite itself failed, this is a bug in the suite: paper jam\nError: paper jam\n +at /,
  );
});

test.each([
  ['run --embedded --reports=', '--reports <dir>'],
  ['merge x --reports=', '--reports <dir>'],
  ['certify results.json --key k.pem --out=', '--out <dir>'],
  ['history add results.json --history=', '--history <dir>'],
])('an empty name of a folder is not the current folder: %s', async (line, flag) => {
  const folder = newFolder();
  const { exitCode, err } = await cli(line.split(' '), { folder });
  expect([exitCode, err]).toEqual([2, `error: ${flag} is empty; expected the name of a folder\n`]);
  expect(readdirSync(folder)).toEqual([]);
  expect((await cli(['registry', 'build', '', '--keys', 'k.pub.pem'], { folder })).err).toBe(
    'error: <folder> is empty; expected the name of a folder\n',
  );
});
