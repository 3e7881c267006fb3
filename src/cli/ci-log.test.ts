import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hostileFinding, sampleResults } from '../results/results.fixture.ts';
import { newFolder } from './cli.fixture.ts';
import { command } from './command.fixture.ts';

const COMMANDS = [
  '::error file=x::pwned',
  '  ::set-output name=a::b\r::add-mask::e',
  'old ##[set-env name=A]b',
  '##vso[task.setvariable variable=a]b',
  "##teamcity[buildStatus text='x']",
  '\u001b[0Ksection_start:1560896352:x\r\u001b[0Kheading',
].join('\n');

/** The lines of a log that a runner obeys: actions/runner ActionCommand.cs, azure-pipelines-agent Command.cs, GitLab's job logs. */
function obeyed(log: string): readonly string[] {
  return log
    .split(/\r\n|\r|\n/)
    .filter((line) => /^\s*::|##\w*\[|section_(start|end):/.test(line))
    .map((line) => line.slice(0, 60));
}

const results = sampleResults([hostileFinding({ message: COMMANDS, actual: COMMANDS, cause: COMMANDS })], {
  target: COMMANDS,
  warnings: [COMMANDS],
});

/** RESULTS are those of a target that fills every place with commands, NAMED is a file whose very name is one. */
const lines = [
  'report RESULTS --format junit',
  'diff RESULTS RESULTS --out -',
  'diff RESULTS RESULTS --format markdown --out -',
  'diff RESULTS RESULTS --format json --out -',
  'diff RESULTS RESULTS --format html --out -',
  'judge RESULTS',
  'merge RESULTS',
  'baseline RESULTS --owner COMMANDS --reason x',
  'replay RESULTS COMMANDS',
  'certify RESULTS --key NAMED',
  'verify NAMED --key NAMED --results RESULTS',
  'run COMMANDS',
  'run --config NAMED',
  'explain COMMANDS',
  'COMMANDS',
];

test.each(lines)('`%s` prints no command of a CI runner', async (line) => {
  const folder = newFolder();
  const words: Readonly<Record<string, string>> = {
    RESULTS: join(folder, 'results.json'),
    NAMED: join(folder, '##vso[task.complete]\n::error::x'),
    COMMANDS,
  };
  writeFileSync(words.RESULTS ?? '', JSON.stringify(results));
  writeFileSync(words.NAMED ?? '', COMMANDS);
  const { out, err } = await command(line.split(' ').map((word) => words[word] ?? word));
  expect(`${out}${err}`).not.toBe('');
  expect(obeyed(`${out}\n${err}`)).toEqual([]);
});

test('a run prints none of its target, in no environment, and its own annotations work', async () => {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', '##vso[task.setvariable variable=a]b; ##[error]x ::error::y');
    response.end(`<x>${COMMANDS}</x>\n${COMMANDS}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cells = ['--operations', 'McatCodes', '--profile', 'quick', '--reporter', 'github,markdown'];
  const { code, out, err, folder: at } = await command(['run', target, ...cells]);
  const own = out.split('\n').filter((line) => line.startsWith('::'));
  expect([code, err]).toEqual([1, '']);
  expect(own.length).toBeGreaterThan(0);
  for (const line of own) expect(line).toMatch(/^::(error|warning|notice) title=[^:]+::/);
  // What Azure and TeamCity obey they find anywhere in a line, so also in an annotation of ours.
  expect(obeyed(out.replaceAll(/^::\w+ title=/gm, ''))).toEqual([]);
  expect(readFileSync(join(at, 'reports/results.json'), 'utf8')).toContain('##vso[task.setvariable');
});
