import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cli, newFolder } from '../../cli/cli.fixture.ts';
import { expectOrderly, fuzz } from '../../cli/input.fixture.ts';
import { changedBytes, changedStructure } from '../../cli/mutate.fixture.ts';
import { bytesOf, wholeRun } from '../../features/certify/run.fixture.ts';
import { baselineText } from '../../options/baseline-file.ts';
import { everyKey } from '../../options/every-key.fixture.ts';
import { browserEntry, foreignHar } from '../../results/har/foreign-har.fixture.ts';
import { suiteVersion } from '../../results/suite-version.ts';

const file = 'fuzzed';

const known = {
  rule: 'http.status',
  operation: 'Get_Inventory',
  binding: 'soap12',
  owner: 'jo',
  reason: 'T-1',
  expires: '2030-01-01',
} as const;

/** Files that are not results, by what reads them: a right one, and the command line. */
const inputs: Readonly<Record<string, readonly [string, readonly string[]]>> = {
  config: [JSON.stringify(everyKey, null, 2), ['run', '--config', file, '--dry-run']],
  baseline: [baselineText([known, { ...known, rule: 'http.answer' }], '/'), ['run', '--baseline', file, '--dry-run']],
  HAR: [JSON.stringify(foreignHar([browserEntry('Get_Inventory', 'soap12')])), ['judge', file]],
};

test.each(Object.entries(inputs))('any %s is taken or refused in one sentence', async (_name, [text, argv]) => {
  const folder = newFolder();
  const structure = await fuzz({ folder, file, argv, contents: changedStructure(JSON.parse(text)), runs: 50 });
  const bytes = await fuzz({ folder, file, argv, contents: changedBytes(text), runs: 20 });
  expect(structure[2]).toBeGreaterThan(5);
  expect(bytes[2]).toBeGreaterThan(5);
});

test('any results, statement or key is refused by certify and verify in one sentence', async () => {
  const folder = newFolder();
  const run = wholeRun();
  writeFileSync(join(folder, 'results.json'), bytesOf({ ...run, suite: { ...run.suite, version: suiteVersion() } }));
  await cli(['keygen', 'k'], { folder });
  expect(await cli(['certify', 'results.json', '--key', 'k.pem', '--out', 'c'], { folder })).toMatchObject({
    exitCode: 0,
  });
  const statement = readFileSync(join(folder, 'c/statement.json'), 'utf8');
  const small = JSON.stringify({ ...run, cells: run.cells.slice(0, 1), exchanges: [], coverage: {} });
  const key = readFileSync(join(folder, 'k.pub.pem'), 'utf8');
  const verify = ['verify', 'c/statement.json', '--key', 'k.pub.pem', '--results', 'c/results.json'];
  const given = (at: number): readonly string[] => verify.with(at, file);
  const codes = [
    await fuzz({ folder, file, argv: given(1), contents: changedStructure(JSON.parse(statement)), runs: 30 }),
    await fuzz({ folder, file, argv: given(1), contents: changedBytes(statement), runs: 30 }),
    await fuzz({ folder, file, argv: given(3), contents: changedBytes(key), runs: 60 }),
    await fuzz({ folder, file, argv: given(5), contents: changedStructure(JSON.parse(small)), runs: 20 }),
    await fuzz({
      folder,
      file,
      argv: ['certify', file, '--key', 'k.pem'],
      contents: changedStructure(JSON.parse(small)),
      runs: 20,
    }),
    await fuzz({
      folder,
      file,
      argv: ['certify', 'results.json', '--key', file],
      contents: changedBytes(key),
      runs: 20,
    }),
  ];
  expect(codes.map((one) => Object.keys(one).filter((code) => code !== '0').length > 0)).toEqual(codes.map(() => true));
});

/** Flags that take a value. */
const flags = [
  '--seed',
  '--runs',
  '--rate',
  '--concurrency',
  '--timeout',
  '--max-body',
  '--max-time',
  '--header',
  '--namespace',
  '--operations',
  '--bindings',
  '--rules',
  '--profile',
  '--fail-on',
  '--reporter',
  '--config',
  '--baseline',
];

/** What is planned for others is no other kind of value; a second flag of this name overrides it. */
const ONE = ['--operations', 'McatCodes'];

test('any value of a flag, and any address, is taken or refused in one sentence', async () => {
  const folder = newFolder();
  const numbers = fc.constantFrom('-0', '1e400', '9007199254740993', '4294967296', '0x10', ' 1', '1 ', '١', 'NaN', '');
  const lines = fc.constantFrom(
    'A:',
    ':',
    'A: b\r\nC: d',
    '__proto__: x',
    'Host: x',
    'A: ${NO_SUCH}',
    'A: \u0100',
    'ü: b',
  );
  const texts = fc.oneof(
    numbers,
    lines,
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom('x'.repeat(50_000), ',,,', '__proto__', 'constructor'),
  );
  const property = fc.asyncProperty(fc.constantFrom(...flags), texts, async (flag, text) => {
    expectOrderly(await cli(['run', '--embedded', ...ONE, `${flag}=${text}`, '--dry-run'], { folder }), flag);
  });
  await fc.assert(property, { seed: 5, numRuns: 100, endOnFailure: true });
  const addresses = fc.oneof(
    texts,
    fc.webUrl(),
    fc.constantFrom('http://', 'http://[', 'http://a:99999', 'file:///etc/passwd', 'http://a b', 'http://%zz'),
  );
  const targets = fc.asyncProperty(addresses, async (text) => {
    expectOrderly(await cli(['run', ...ONE, '--dry-run', '--', text], { folder }), text);
  });
  await fc.assert(targets, { seed: 5, numRuns: 30, endOnFailure: true });
});
