import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jsonText } from '../../base/json.ts';
import { readResults } from '../../results/read.ts';
import { recordedOptions } from '../../results/run-record.ts';
import { writeFiles } from '../../results/write.ts';
import { addRun } from '../history/store.ts';
import type { EndedTarget } from './ended.ts';
import { judged } from './ended.ts';
import { foldFleet } from './fold.ts';
import { fleetMarkdown } from './views/markdown.ts';
import { fleetPage } from './views/page.tsx';

// Reads 10,000 results one by one, made from those of real runs, into the table of a fleet and into a history, and prints
// seconds of CPU and memory: RESULTS=10000 npx -y tsx@4.23.15 src/features/fleet/merge.fixture.ts <results.json…>

const RESULTS = Number(process.env.RESULTS ?? 10_000);
const PRINTS = 5;
const files = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'getdata-merge-'));

function print(what: string): void {
  const { user, system } = process.cpuUsage();
  const rss = process.memoryUsage.rss() / 1024 ** 2;
  process.stdout.write(`| ${what} | ${((user + system) / 1e6).toFixed(1)} | ${rss.toFixed(0)} |\n`);
}

/** The results of a real run as those of another target. */
function resultsOf(at: number) {
  const results = readResults(process.cwd(), files[at % files.length] ?? '');
  return { ...results, target: `https://vendor-${at}.example/ws` };
}

process.stdout.write('| after | seconds of CPU | MB (RSS) |\n|---|---:|---:|\n');
print('the start');
const ended: EndedTarget[] = [];
for (let at = 0; at < RESULTS; at += 1) {
  const results = resultsOf(at);
  const name = `vendor-${at}`;
  const paths = { results: `${name}/results.json`, report: null };
  ended.push(judged({ name, options: recordedOptions(results) }, results, paths));
  if ((at + 1) % (RESULTS / PRINTS) === 0) print(`${at + 1} results read`);
}
const suite = { name: 'getdata-conformance', version: '0.0.0' } as const;
const report = foldFleet(ended, { suite, startedAt: new Date(0).toISOString(), durationMs: 0, cells: 80 });
print(`folded, ${report.rules.length} rules are broken`);
const texts = {
  'league.json': jsonText(report),
  'league.html': fleetPage(report),
  'league.md': fleetMarkdown(report),
};
await writeFiles(folder, texts);
print(
  Object.entries(texts)
    .map(([file, text]) => `${file} ${(text.length / 1e6).toFixed(1)} MB`)
    .join(', '),
);
for (let at = 0; at < RESULTS; at += 1) {
  await addRun({ folder, name: 'history' }, resultsOf(at), files[0] ?? '');
  if ((at + 1) % (RESULTS / PRINTS) === 0) print(`${at + 1} in the history`);
}
rmSync(folder, { recursive: true });
