import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { measuredSlowness } from './src/machine.fixture.ts';
import { slowestFiles } from './src/slowest-files.fixture.ts';

const inCi = process.env.CI !== undefined;
// This file is read once for each project too: it is measured the first time.
const measured = process.env.TESTS_SLOWNESS;
const slowness = measured === undefined ? measuredSlowness() : Number(measured);
process.env.TESTS_SLOWNESS = `${slowness}`;
if (measured === undefined && slowness > 1.5)
  process.stdout.write(`limits are ${slowness.toFixed(1)} times longer: the machine is slow or busy\n`);

/** `npm run proof`, or a path in it: evidence that takes long. `npm test` runs all else. */
const PROOF = 'src/proof/**/*.test.ts';
const isProof = process.argv.some((argument) => argument.startsWith('src/proof'));
/** Tests that run whole commands. */
const COMMANDS = isProof ? ['src/proof/{commands,hostile,stacks}/**/*.test.ts'] : ['src/cli/**/*.test.ts'];
const ALL = isProof ? [PROOF] : ['src/**/*.test.ts', 'src/**/*.test.tsx'];
const NEITHER = isProof ? [] : [PROOF];

/** Files that take longest, longest first: the others fill up the time in which one of these is the last. */
const LONGEST = [
  ...['hostile/hostile', 'hostile/interruption', 'commands/command', 'commands/certify', 'stacks/asmx'],
  ...['faults/exchanges', 'faults/requests', 'faults/document', 'faults/wire', 'faults/by-wsdl', 'browser/pages'],
  ...['expressions', 'variations/harmless', 'cells/compare-bindings', 'cells/mixed-up', 'variations/stacks'],
  ...['cli/each-command', 'cell/confirm-lasting', 'cell/mixed-callers', 'cell/length-limit', 'defects/drawn'],
];

class LongestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const place = ({ moduleId }: (typeof files)[0]): number =>
      LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`)) >>> 0;
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    // Two groups, one after the other: a run in the test's own process makes that process sparing with memory, and slow,
    // which the files of the other group must not inherit.
    projects: [
      { extends: true, test: { name: 'commands', include: COMMANDS, sequence: { groupOrder: 1 } } },
      {
        extends: true,
        test: {
          name: 'parts',
          include: ALL,
          exclude: [...configDefaults.exclude, ...COMMANDS, ...NEITHER],
          sequence: { groupOrder: 2 },
        },
      },
    ],
    globalSetup: 'src/temporary-folder.fixture.ts',
    // libxmljs2 is a native addon that is not safe in worker threads.
    pool: 'forks',
    // Files share few processes: to load our modules anew for each of two hundred files would take half of all the time.
    isolate: false,
    // One more than processors: many tests wait, for a command or for a limit of time.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // Tests that run the compiled command in their own process load it as it is.
    server: { deps: { external: [/\/dist\//] } },
    // Limits are there to end what hangs: load that begins after the measurement must not reach them.
    testTimeout: 120_000 * slowness,
    hookTimeout: 120_000 * slowness,
    provide: { slowness },
    // In CI the tests leave Allure results too, for the build's report.
    reporters: inCi
      ? ['default', slowestFiles, ['allure-vitest/reporter', { resultsDir: 'reports/allure-results' }]]
      : ['default', slowestFiles],
  },
});
