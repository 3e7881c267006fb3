import { judging } from './judging.ts';
import type { Line } from './line.ts';
import { machineLine } from './machine.ts';
import { scaling } from './scaling.ts';
import { server } from './server.ts';
import { start } from './start.ts';
import { tableOf } from './table.ts';

// npm run bench [-- section ...] [--strict] [--rounds n]: measures what issue 6 asks for, each ratio within one run.

const sections: Readonly<Record<string, (rounds: number) => Promise<readonly Line[]>>> = {
  judging: (rounds) => judging({ rounds, clients: true }),
  server: (rounds) => server({ rounds }),
  start: (rounds) => start({ rounds }),
  scaling,
};

const args = process.argv.slice(2);
const rounds = Number(args[args.indexOf('--rounds') + 1] ?? '') || 5;
const named = args.filter((arg, index) => !arg.startsWith('--') && args[index - 1] !== '--rounds');
const unknown = named.filter((name) => sections[name] === undefined);
if (unknown.length > 0) {
  process.stderr.write(`There is no section ${unknown.join(', ')}; there are ${Object.keys(sections).join(', ')}.\n`);
  process.exit(2);
}
const lines: Line[] = [];
process.stdout.write(`${machineLine()}\n`);
for (const [name, measure] of Object.entries(sections)) {
  if (named.length > 0 && !named.includes(name)) continue;
  const found = await measure(rounds);
  lines.push(...found);
  process.stdout.write(`\n${name}\n${tableOf(found)}`);
}
const short = lines.filter(({ pass }) => pass === false).length;
process.stdout.write(`\n${short === 0 ? 'Every target is reached' : `${short} short of target`}.\n`);
process.exit(short > 0 && args.includes('--strict') ? 1 : 0);
