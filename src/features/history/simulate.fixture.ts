import { spawnSync } from 'node:child_process';
import { copyFileSync, linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { readResults } from '../../results/read.ts';
import type { Results } from '../../results/results.ts';
import { folderOf } from '../../results/target-folder.ts';
import { lineOf, textOfLine } from './run-line.ts';

// Measures the history of 1,000 targets with 365 runs each, made from the results of real runs: the first files passed, the
// last ones failed. Needs Linux, 2 GB of disk and a build: npx -y tsx@4.23.15 src/features/history/simulate.fixture.ts ok.json… bad.json…

const TARGETS = Number(process.env.TARGETS ?? 1000);
const RUNS = 365;
const main = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

const real = process.argv.slice(2).map((file) => readResults(process.cwd(), file));
const folder = mkdtempSync(join(tmpdir(), 'getdata-history-'));

/** Links to one copy of the results of a real run; a file system allows some ten thousand to each. */
function packer(results: Results, name: string): (path: string) => void {
  let links = 0;
  let copy = '';
  const bytes = gzipSync(JSON.stringify(results));
  return (path) => {
    if (links % 30_000 === 0) {
      copy = join(folder, `${name}-${links}.gz`);
      writeFileSync(copy, bytes);
    }
    links += 1;
    linkSync(copy, path);
  };
}

const kinds = real.map((results, at) => ({
  isGood: results.verdict === 'conformant',
  line: JSON.parse(textOfLine(lineOf(results, '2030-01-01T00-00-00-000Z-00000000.json.gz'))),
  pack: packer(results, `real-${at}`),
}));
const good = kinds.filter(({ isGood }) => isGood);
const bad = kinds.filter(({ isGood }) => !isGood);

/** Four targets of five are right; one of ten breaks for some weeks each quarter, one of ten stays broken. */
function kindOf(target: number, run: number) {
  const fails = (target % 10 === 0 && run % 90 < 20) || (target % 10 === 1 && run > target % RUNS);
  const some = fails ? bad : good;
  return some[(fails ? target : target + run) % some.length] ?? kinds[0];
}

for (let target = 0; target < TARGETS; target += 1) {
  const address = nameOf(target);
  const place = join(folder, 'history/targets', folderOf(address));
  mkdirSync(place, { recursive: true });
  const lines = Array.from({ length: RUNS }, (_, run) => {
    const kind = kindOf(target, run);
    const startedAt = new Date(Date.UTC(2025, 10, 20 + run, 2)).toISOString();
    const file = `${startedAt.replaceAll(/[:.]/g, '-')}-${String(run).padStart(8, '0')}.json.gz`;
    kind?.pack(join(place, file));
    return `\n${JSON.stringify({ ...kind?.line, target: address, startedAt, file })}\n`;
  });
  writeFileSync(join(place, 'index.jsonl'), lines.join(''));
}

function nameOf(target: number): string {
  return `https://vendor-${target}.example/ws`;
}

/** Runs a command and prints what it took, as a row of a table. */
function measure(what: string, ...args: readonly string[]): void {
  const told =
    'data:text/javascript,process.on("exit",()=>{const u=process.resourceUsage();process.stderr.write(`\\n${u.userCPUTime+u.systemCPUTime} ${u.maxRSS}`)})';
  const from = performance.now();
  const { stderr, stdout, status } = spawnSync(process.execPath, ['--import', told, main, 'history', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  const wall = (performance.now() - from) / 1000;
  const [cpu = 0, rss = 0] = (stderr.split('\n').at(-1) ?? '').split(' ').map(Number);
  const cells = [what, wall.toFixed(1), (cpu / 1e6).toFixed(1), (rss / 1024).toFixed(0), status];
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
  if (status === 2 || status === 5) process.stdout.write(`${stdout}${stderr}\n`);
}

/** One more run, as a file. */
function nextRun(target: number, results: Results | undefined): string {
  const file = join(folder, `next-${target}.json`);
  writeFileSync(file, JSON.stringify({ ...results, target: nameOf(target), startedAt: '2026-11-22T02:00:00.000Z' }));
  return file;
}

process.stdout.write('| command | seconds | of them CPU | MB at most | exit code |\n|---|---:|---:|---:|---:|\n');
measure('`history site`, the first time', 'site');
measure('`history add` of a run like the one before', 'add', nextRun(52, real[0]));
measure('`history site` after it', 'site');
measure('`history add` of a run that fails', 'add', nextRun(53, real.at(-1)));
measure('`history site` after it', 'site');
measure('`history gate` of that target', 'gate', nameOf(53));
measure('`history site` when nothing changed', 'site');
if (process.env.KEEP === undefined) rmSync(folder, { recursive: true });
else copyFileSync(process.argv[2] ?? '', join(folder, 'kept.json'));
