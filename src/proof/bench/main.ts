import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { thrownText } from '../../base/error.ts';
import { faults } from './faults.ts';
import { judging } from './judging.ts';
import { type Line, tableOf } from './line.ts';
import { proxy } from './proxy.ts';
import { scaling, start } from './scaling.ts';
import { server } from './server.ts';
import { suites } from './suites.ts';
import { wsdl } from './wsdl.ts';

// npm run bench [-- section ...] [--strict] [--rounds n]: each ratio is measured within one run.

const sections: Readonly<Record<string, (rounds: number) => Promise<readonly Line[]>>> = {
  judging,
  server,
  proxy,
  start,
  scaling,
  faults,
  wsdl,
  suites,
};

const usage = `npm run bench -- [section ...] [--rounds n] [--strict]
  section     ${Object.keys(sections).join(', ')}; default: all but suites
  --rounds n  take medians of n rounds (default: 5)
  --strict    exit code 1 if anything misses its target
`;

const { values, positionals: named } = readArguments();
const rounds = Number(values.rounds ?? 5);
const unknown = named.filter((name) => sections[name] === undefined);
if (values.help === true) {
  process.stdout.write(usage);
  process.exit(0);
}
if (unknown.length > 0) wrong(`There is no section ${unknown.join(', ')}.`);
if (!Number.isInteger(rounds) || rounds < 1) wrong(`--rounds is '${values.rounds}'; expected a whole number from 1.`);
const lines: Line[] = [];
process.stdout.write(`${machineLine()}\n`);
for (const [name, measure] of Object.entries(sections)) {
  if (named.length > 0 ? !named.includes(name) : name === 'suites') continue;
  const load = await quiet();
  const found = await measure(rounds);
  lines.push(...found);
  process.stdout.write(`\n${name} (load before ${load.toFixed(2)})\n${tableOf(found)}`);
}
const short = lines.filter(({ pass }) => pass === false).length;
process.stdout.write(`\n${short === 0 ? 'Every target is reached' : `${short} short of target`}.\n`);
process.exit(short > 0 && values.strict === true ? 1 : 0);

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { help: { type: 'boolean' }, rounds: { type: 'string' }, strict: { type: 'boolean' } },
    });
  } catch (error) {
    return wrong(thrownText(error));
  }
}

function wrong(sentence: string): never {
  process.stderr.write(`${sentence}\n${usage}`);
  process.exit(2);
}

function machineLine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown CPU';
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  return `${availableParallelism()} cores (${model}), ${memory}, node ${process.versions.node}, ${process.platform}`;
}

/** Waits until the load of the last minute is below 0.5, for two minutes at most. @returns the load */
async function quiet(): Promise<number> {
  const load = (): number => loadavg()[0] ?? 0;
  for (let n = 0; n < 24 && load() >= 0.5; n += 1) await setTimeout(5000);
  return load();
}
