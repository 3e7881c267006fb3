import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cli, cliWhile, newFolder } from '../../cli/cli.fixture.ts';
import { compiledRunCli, faultyServer, healthyServer } from '../../cli/command.fixture.ts';
import type { commands } from '../../cli/commands.ts';
import { DEAD } from '../../cli/fleet.fixture.ts';
import { cleanScreen, REMAINS } from '../../views/terminal/screen.fixture.ts';

type CommandName = (typeof commands)[number]['name'];

interface Servers {
  readonly good: string;
  readonly faulty: string;
  /** The finding of the run before. */
  readonly finding: string;
}

const FEW = ['--operations', 'Get_Inventory', '--bindings', 'soap12', '--profile', 'quick'];

/** What each command is called with, in an order in which each finds the files that it needs. */
const lines: Readonly<Record<CommandName, (servers: Servers) => readonly string[][]>> = {
  run: ({ faulty, good }) => [
    ['--help'],
    [faulty, ...FEW, '--seed', '8', '--reports', 'before'],
    [faulty, ...FEW, '--seed', '7'],
    [faulty, '--dry-run'],
    ['--targets', 'targets.json', ...FEW, '--reports', 'fleet'],
    [good, ...FEW, '--seed', '7', '--quiet', '--reports', 'good'],
    [good, '--operations', 'McatCode'],
  ],
  list: () => [['--help'], ['rules'], ['defects'], ['operations']],
  explain: () => [['--help'], ['record.field-order'], ['fields-swapped'], ['envelope-prefix'], ['none']],
  replay: ({ faulty, finding }) => [
    ['--help'],
    ['reports/results.json', '--target', faulty],
    ['reports/results.json', finding, '--target', faulty],
  ],
  report: () => [['--help'], ['reports/results.json', '--format', 'html,junit']],
  diff: () => [['--help'], ['good/results.json', 'reports/results.json']],
  compare: ({ good, faulty }) => [['--help'], [good, faulty, ...FEW, '--reports', 'compared']],
  merge: () => [['--help'], ['reports']],
  baseline: () => [['--help'], ['reports/results.json', '--owner', 'Jo', '--reason', 'the vendor fixes it']],
  judge: () => [['--help'], ['reports/results.json']],
  keygen: () => [['--help'], ['certifier']],
  certify: () => [['--help'], ['reports/results.json', '--key', 'certifier.pem']],
  verify: () => [
    ['--help'],
    ['reports/results.json', '--key', 'certifier.pub.pem', '--results', 'reports/results.json'],
  ],
  revoke: () => [['--help'], ['reports/results.json', '--key', 'certifier.pem', '--reason', 'withdrawn']],
  registry: () => [['--help'], ['build', '.', '--keys', 'certifier.pub.pem']],
  history: ({ faulty }) => [
    ['--help'],
    ['add', 'before/results.json', 'reports/results.json'],
    ['site'],
    ['gate', faulty],
  ],
  serve: () => [['--help'], ['--port', '0', '--defect', 'fields-swapped', '--judge', '--reports', 'served']],
  proxy: ({ good }) => [['--help'], [good, '--port', '0', '--reports', 'passed']],
  init: ({ good }) => [['--help'], [good]],
  completion: () => [['--help'], ['bash']],
  version: () => [['--help'], []],
};

const LISTENING: readonly string[] = ['serve', 'proxy'];

/** Every command with paint in it must show a colour; others have none. */
const PAINTED: readonly string[] = ['run', 'diff', 'compare', 'judge', 'history'];

test.each([80, 140])('what any command prints is clean on a screen of %i columns', async (columns) => {
  const [faulty, good] = await Promise.all([faultyServer('fields-swapped'), healthyServer(0)]);
  onTestFinished(async () => {
    await Promise.all([faulty.close(), good.close()]);
  });
  const folder = newFolder();
  const targets = [
    { name: 'faulty', target: faulty.url },
    { name: 'gone', target: DEAD },
  ];
  writeFileSync(join(folder, 'targets.json'), JSON.stringify({ targets }));
  const around = { folder, terminal: true, columns };
  const run = await compiledRunCli();
  const paintedBy = new Set<string>();
  let finding = '';
  for (const [name, linesOf] of Object.entries(lines)) {
    for (const args of linesOf({ good: good.url, faulty: faulty.url, finding })) {
      const argv = [name, ...args];
      const listens = LISTENING.includes(name) && !args.includes('--help');
      const use = async (url: string): Promise<void> => {
        await fetch(`${url}/getData.asmx/Get_Inventory?itemno=1`);
      };
      const { out, err } = listens ? await cliWhile(argv, use, around) : await cli(argv, around, run);
      process.exitCode = undefined;
      for (const printed of [out, err]) {
        const { lines: shown, painted } = await cleanScreen(printed, columns);
        expect({ argv, remains: shown.filter(({ text }) => REMAINS.test(text)) }).toEqual({ argv, remains: [] });
        if (painted.length > 0) paintedBy.add(name);
      }
    }
    if (name === 'run')
      [{ id: finding }] = JSON.parse(readFileSync(join(folder, 'reports/results.json'), 'utf8')).findings;
  }
  expect([...paintedBy].toSorted()).toEqual(PAINTED.toSorted());
});
