import type { Reporter, TestModule } from 'vitest/node';

const MOST = 10;
/** Files from which on a run is no choice of some. */
const WHOLE = 200;

/** Prints the test files that took longest, when all have ended: a vitest reporter. */
export const slowestFiles: Reporter = {
  onTestRunEnd(modules) {
    process.stdout.write(slowest(modules.map(durationOf)));
    if (modules.length >= WHOLE && !modules.some(({ relativeModuleId }) => relativeModuleId.startsWith('src/proof/')))
      process.stdout.write(
        '\nThe proof was not run: faults, variations, hostile targets, stacks, browser (npm run proof)\n',
      );
  },
};

interface Duration {
  readonly file: string;
  readonly seconds: number;
}

/** Setup, hooks and tests of a file. */
function durationOf(module: TestModule): Duration {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return { file: module.relativeModuleId, seconds: (collectDuration + setupDuration + duration) / 1000 };
}

/** The text for these files, longest first; '' for one file alone. */
export function slowest(files: readonly Duration[]): string {
  if (files.length < 2) return '';
  const longest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, MOST);
  const lines = longest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}\n`);
  return `\nSlowest test files:\n${lines.join('')}`;
}
