#!/usr/bin/env node
// Fuzzes every reader for a number of seconds, first with the inputs that once broke one (src/proof/fuzz/seeds.json).
//   npm run fuzz -- --time 60
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { time: { type: 'string', default: '60' } } });
const seconds = Number(values.time);
if (!(seconds >= 1 && seconds <= 86_400)) {
  process.stderr.write(`--time is '${values.time}'; expected seconds, 1 to 86400\n`);
  process.exit(2);
}
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const { status, error } = spawnSync(process.execPath, [vitest, 'run', 'src/proof/fuzz', '--reporter=default'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  env: { ...process.env, FUZZ_SECONDS: `${seconds}` },
  stdio: 'inherit',
  // A reader that hangs can't interrupt itself.
  timeout: (seconds + 300) * 1000,
  killSignal: 'SIGKILL',
});
if (error !== undefined) process.stderr.write(`A reader did not end: ${error.message}\n`);
process.exit(status ?? 1);
