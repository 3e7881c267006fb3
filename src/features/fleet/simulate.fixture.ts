import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { readDefects, servedChanges } from '../../cli/served-changes.ts';
import { loadContract } from '../../contract/load.ts';
import { startReferenceServer } from '../../reference/server.ts';

// Runs a fleet of 1,000 targets, which are 20 kinds of server in this process, and prints the memory of all processes of the
// suite (Pss, proc(5)) and the seconds of each target. Needs Linux and a build:
// TARGETS=1000 PARALLEL=2 npx -y tsx@4.23.15 src/features/fleet/simulate.fixture.ts --profile quick --operations Get_Inventory

const TARGETS = Number(process.env.TARGETS ?? 1000);
const PARALLEL = Number(process.env.PARALLEL ?? 2);
const PRINTS = 20;
const TICKS = 100;
const main = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));
const contract = loadContract('http://dealer.example/webservices/');

const stacks = ['aspnet', 'wcf', 'spyne', 'php', 'gsoap', 'jaxws', 'axis'].map((as) => servedChanges({ as }, contract));
const legal = ['http-1.0', 'connection-close', 'soap-indented', 'cdata', 'prefix-per-element'].map((variation) =>
  servedChanges({ variation: [variation] }, contract),
);
const wrong = [
  'fields-swapped',
  'int-decimal',
  'fault-with-200',
  'bom',
  'wsdl-soap-action',
  'status-500-with-body',
].map((defect) => readDefects([defect], contract));
const kinds = [[], ...stacks, ...legal, ...wrong];

// All of 127.0.0.0/8 is this machine, so each target has an address of its own. The last kind refuses every connection.
const servers = await Promise.all(
  kinds.map((changes) =>
    startReferenceServer({ contract, host: '0.0.0.0', defects: changes.map(({ mutation }) => mutation) }),
  ),
);
const ports = [...servers.map(({ url }) => new URL(url).port), '1'];
const folder = mkdtempSync(join(tmpdir(), 'getdata-fleet-'));
const targets = Array.from({ length: TARGETS }, (_, at) => ({
  name: `vendor-${at}`,
  target: `http://127.1.${at >> 8}.${at & 255}:${ports[at % ports.length]}`,
}));
writeFileSync(join(folder, 'targets.json'), JSON.stringify({ targets }));

const parallel = PARALLEL > 1 ? ['--parallel', `${PARALLEL}`] : [];
const asked = [...parallel, ...process.argv.slice(2)];
const from = performance.now();
const child = spawn(process.execPath, [main, 'run', '--targets', 'targets.json', '--seed', '3', ...asked], {
  cwd: folder,
  stdio: ['ignore', 'pipe', 'inherit'],
});

/** A process and its descendants. */
function family(pid: number): readonly number[] {
  const children = textOf(`/proc/${pid}/task/${pid}/children`).match(/\d+/g) ?? [];
  return [pid, ...children.flatMap((one) => family(Number(one)))];
}

/** '' for a process that has just ended. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const pss = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(textOf(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024;

/** Seconds of CPU of a process, and of its children that have ended. */
function cpu(pid: number): readonly [own: number, ended: number] {
  const stat = textOf(`/proc/${pid}/stat`);
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return [(user + system) / TICKS, (endedUser + endedSystem) / TICKS];
}

process.stdout.write(
  '| targets | seconds | CPU of the parent | of its workers | MB of the parent | MB of all | open files |\n',
);
process.stdout.write(`|${'---:|'.repeat(7)}\n`);
let done = 0;
let printed = 0;
let most = 0;
let own: readonly number[] = [];
const sampler = setInterval(() => {
  const [parent = 0, ...workers] = family(child.pid ?? 0).map(pss);
  own = [parent, ...workers];
  most = Math.max(
    most,
    own.reduce((sum, one) => sum + one, 0),
  );
}, 250);
createInterface({ input: child.stdout }).on('line', (line) => {
  printed += line.length + 1;
  if (!/^Target \d+ of \d+: /.test(line)) return;
  done += 1;
  if (done % Math.ceil(TARGETS / PRINTS) === 0) print();
});

function print(): void {
  const [ownCpu, ended] = cpu(child.pid ?? 0);
  const files = readdirSync(`/proc/${child.pid}/fd`).length;
  const figures = [(performance.now() - from) / 1000, ownCpu, ended, own[0] ?? 0, most].map((one) => one.toFixed(0));
  process.stdout.write(`| ${[done, ...figures, files].join(' | ')} |\n`);
  most = 0;
}

const code = await new Promise((resolve) => child.on('close', resolve));
clearInterval(sampler);
const size = (file: string): string => `${file} ${(textOf(join(folder, 'reports', file)).length / 1e6).toFixed(1)} MB`;
const said = `exit code ${code}, ${(printed / 1e3).toFixed(0)} kB printed`;
process.stdout.write(`${said}; ${['league.json', 'league.html', 'league.md'].map(size).join(', ')}\n`);
if (process.env.KEEP === undefined) rmSync(folder, { recursive: true });
else process.stdout.write(`kept: ${folder}\n`);
await Promise.all(servers.map((server) => server.close()));
