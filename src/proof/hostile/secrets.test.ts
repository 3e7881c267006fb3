import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../cli/cli.fixture.ts';
import { command, commandHere, type Ended, healthyServer, resultsOf } from '../../cli/command.fixture.ts';
import { givingAway } from '../../cli/echo.fixture.ts';
import { patience } from '../../patience.fixture.ts';
import { encodedForms } from '../../results/record/encoded.fixture.ts';

const env = {
  GETDATA_DEALER_ID: 'dealer-Secr3tOne',
  GETDATA_API_KEY: 'key-Secr3tTwo',
  GETDATA_PASSWORD: 'pass "Secr3t&<3> é',
};
const header = 'header-Secr3tFour';
const password = 'open-Secr3tFive';
const secrets = [...Object.values(env), header, password];

/** Every secret in every form, to be found nowhere; a form that is the secret itself is looked for in any case. */
const needles = secrets.flatMap((secret) =>
  Object.entries(encodedForms(secret)).map(([form, text]) => ({ secret, form, text: text.toLowerCase() })),
);

/** What is given away in a text: secret and form of each. */
function givenAway(where: string, text: string): readonly string[] {
  const folded = text.toLowerCase();
  const found = needles.filter((needle) => folded.includes(needle.text));
  const marked = folded.includes('secr3t')
    ? [`${where}: the mark, in …${text.slice(folded.indexOf('secr3t') - 40).slice(0, 90)}…`]
    : [];
  return [...marked, ...found.map(({ secret, form }) => `${where}: ${secret} ${form}`)];
}

/** All that a command wrote, bytes read as UTF-8 and one by one. */
function leaksOf(ended: Ended, what: string): readonly string[] {
  const files = readdirSync(ended.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return [
    ...givenAway(`${what}: output`, ended.out),
    ...givenAway(`${what}: errors`, ended.err),
    ...files.flatMap(({ parentPath, name }) => {
      const bytes = readFileSync(join(parentPath, name));
      return ['utf8', 'latin1'].flatMap((encoding) =>
        givenAway(`${what}: ${name}`, bytes.toString(encoding === 'utf8' ? 'utf8' : 'latin1')),
      );
    }),
  ];
}

test('secrets that a target gives back in every form are in nothing that any command writes', {
  timeout: patience(150_000),
}, async () => {
  const [server, healthy] = await Promise.all([givingAway(secrets), healthyServer(0)]);
  const target = server.url.replace('://', `://user:${password}@`);
  const same = ['--seed', '1', '--profile', 'quick', '--header', `X-Token: ${header}`];
  const reporters = 'html,junit,markdown,ctrf,har,allure,github';
  const run = await command(
    ['run', target, ...same, '--operations', 'Get_Inventory,GetModel_VehicleType', '--reporter', reporters],
    { ...env, GITHUB_STEP_SUMMARY: 'step.md' },
  );
  expect(run.code).toBe(1);
  expect(JSON.stringify(resultsOf(run).findings)).toContain('${GETDATA_PASSWORD}');
  const leaks = [...leaksOf(run, 'run')];
  const results = join(run.folder, 'reports/results.json');
  const har = join(run.folder, 'reports/exchanges.har');
  const fleet = join(newFolder(), 'targets.json');
  const credentials = { dealerId: env.GETDATA_DEALER_ID, apiKey: env.GETDATA_API_KEY, password: '${GETDATA_PASSWORD}' };
  writeFileSync(
    fleet,
    JSON.stringify({ targets: [{ name: 'one', target, credentials, headers: { 'X-Token': header } }] }),
  );
  for (const args of [
    ['run', '--targets', fleet, '--seed', '1', '--profile', 'quick', '--operations', 'Get_Inventory'],
    ['run', target, ...same, '--dry-run'],
    ['compare', target, healthy.url, ...same, '--operations', 'Get_Inventory'],
    ['compare', healthy.url, target, ...same, '--operations', 'Get_Inventory'],
    [
      'replay',
      results,
      '--target',
      target,
      '--header',
      `X-Token: ${header}`,
      '--header',
      `Authorization: Basic ${btoa(`user:${password}`)}`,
    ],
    ['diff', results, results, '--format', 'html'],
    ['report', results, '--format', reporters, '--out', 'again/'],
    ['baseline', results, '--owner', 'me', '--reason', 'known', '--out', 'known.json'],
    ['judge', results, '--reports', 'judged'],
    ['judge', har, '--reports', 'judged'],
    ['certify', results],
  ]) {
    const ended = await commandHere(args, env);
    expect([args[0], [0, 1, 2, 3].includes(ended.code ?? -1), ended.err.includes('bug in the suite')]).toEqual([
      args[0],
      true,
      false,
    ]);
    leaks.push(...leaksOf(ended, args.slice(0, 2).join(' ')));
  }
  await Promise.all([server.close(), healthy.close()]);
  expect(leaks).toEqual([]);
});
