import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { configDefaults, defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { measuredSlowness } from './src/machine.fixture.ts';
import { slowestFiles } from './src/slowest-files.fixture.ts';

const inCi = process.env.CI !== undefined;
const slowness = measuredSlowness();
if (slowness > 1.5)
  process.stdout.write(`limits are ${slowness.toFixed(1)} times longer: the machine is slow or busy\n`);

/** `npm run proof`, or a path in it: evidence that takes long. `npm test` runs all else. */
const PROOF = 'src/proof/**/*.test.ts';
const isProof = process.argv.some((argument) => argument.startsWith('src/proof'));

/** Files that take longest, longest first: the others fill up the time in which one of these is the last. */
const LONGEST = [
  ...['hostile/hostile', 'hostile/interruption', 'faults/exchanges', 'faults/wire', 'stacks/run-by-wsdl'],
  ...['faults/requests', 'stacks/server-stacks', 'stacks/asmx', 'commands/command', 'browser/pages', 'faults/document'],
  ...['commands/certify', 'expressions', 'variations/harmless', 'cells/compare-bindings', 'cells/mixed-up'],
  ...['cli/each-command', 'cell/length-limit', 'cli/compare-recorders', 'cell/confirm-lasting', 'cell/mixed-callers'],
  ...['registry/site', 'defects/drawn', 'cell/late-data', 'cli/proxy-also', 'cli/run-wsdl', 'data/lists'],
];

class LongestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const place = ({ moduleId }: (typeof files)[0]): number =>
      LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`)) >>> 0;
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

const texts = new Map<string, string>();
function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(file, 'utf8');
  texts.set(file, text);
  return text;
}

const SOURCES = join(import.meta.dirname, 'src/');

/** What the build makes of a source; null for tests, fixtures, and what is not below `src`. */
function compiledOf(source: string): string | null {
  if (!source.startsWith(SOURCES) || !/(?<!\.(?:test|fixture|d))\.tsx?$/.test(source)) return null;
  return join(import.meta.dirname, 'dist', source.slice(SOURCES.length)).replace(/\.tsx?$/, '.js');
}

/**
 * Gives tests the modules that the build made. node loads these as they are, where vitest would transform each and turn
 * every use of an import into a look-up; and the commands that tests run in their own process share them.
 */
const compiled: Plugin = {
  name: 'compiled',
  enforce: 'pre',
  config: () => {
    for (const name of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })) {
      const built = compiledOf(join(SOURCES, name));
      if (built !== null && !(existsSync(built) && statSync(built).mtimeMs > statSync(join(SOURCES, name)).mtimeMs))
        throw new Error(`npm run build first: src/${name} has changed since the last one`);
    }
  },
  resolveId: (id, importer = '') => {
    // Of a module that node loads vitest replaces no import: a test that does so gets the sources, and those import sources.
    const isOfTest = /\.(?:test|fixture)\.tsx?$/.test(importer) && !/\bvi\.(?:doM|m)ock\(/.test(textOf(importer));
    return isOfTest && id.startsWith('.') ? compiledOf(resolve(dirname(importer), id)) : null;
  },
};

export default defineConfig(({ mode }) => ({
  // `npm test` has just built them; one file alone is tested as it is written.
  plugins: isProof || mode === 'compiled' ? [compiled] : [],
  test: {
    include: isProof ? [PROOF] : ['src/**/*.test.ts', 'src/**/*.test.tsx'],
    exclude: isProof ? configDefaults.exclude : [...configDefaults.exclude, PROOF],
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
}));
