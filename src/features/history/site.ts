import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigError } from '../../base/error.ts';
import type { NamedFolder } from '../../base/read-file.ts';
import { remove, writeFiles, writeWhole } from '../../results/write.ts';
import { htmlDiff } from '../comparison/runs/views/page.tsx';
import { gapsMarkdown, gapsOf } from './gaps.ts';
import { isId, type RunLine } from './run-line.ts';
import { indexBytes, readOr, readRuns, targetFolders } from './store.ts';
import { type KnownRows, ROWS_FILE, readRows, rowsFile, targetRow } from './target-row.ts';
import { findingSpans, observedChanges } from './timeline.ts';
import { overviewPage, rulePage } from './views/overview.tsx';
import { linksFrom } from './views/parts.tsx';
import { targetPage } from './views/target.tsx';

/** Writes the pages of targets that changed since the last call, and those of all. @throws ConfigError, WriteError */
export async function writeSite(history: NamedFolder) {
  const index = join(history.name, 'site', 'index.html');
  const place = resolve(history.folder, history.name, 'site');
  const folders = targetFolders(history);
  if (folders.length === 0) throw new ConfigError(`${history.name} holds no run; \`history add\` adds some`);
  const before = readRows(place);
  const rows = new Map(before);
  const gone = [...before.keys()].filter((folder) => !folders.includes(folder));
  for (const folder of gone) {
    rows.delete(folder);
    for (const name of [`${folder}.html`, folder]) await remove(join(place, 'targets', name));
  }
  // Before reading: a line added meanwhile is for the next call.
  const sizes = folders.map((folder) => ({ folder, bytes: indexBytes(history, folder) }));
  const changed = sizes.filter(({ folder, bytes }) => before.get(folder)?.bytes !== bytes);
  const troubles: string[] = [];
  for (const { folder, bytes } of changed) {
    const written = await writeTarget(history, folder, join(place, 'targets'));
    rows.set(folder, { bytes, row: written.row });
    troubles.push(...written.troubles);
  }
  if (changed.length + gone.length > 0) await writeShared(place, before, rows);
  return { index, targets: folders.length, changed: changed.length, troubles };
}

/** Writes the pages of all targets, and of the rules of rows that changed; the rows come last: a failure is redone. */
async function writeShared(place: string, before: KnownRows, rows: KnownRows): Promise<void> {
  const all = [...rows].flatMap(([folder, { row }]) => (row === null ? [] : [[folder, row] as const]));
  const touched = [...before, ...rows].filter(([folder]) => before.get(folder) !== rows.get(folder));
  const rules = new Set(touched.flatMap(([, { row }]) => Object.keys(row?.rules ?? {})).filter(isId));
  for (const rule of rules) await writeFiles(place, { [`rules/${rule}.html`]: rulePage(rule, all) });
  const gaps = gapsOf(all.map(([, row]) => row));
  await writeFiles(place, { 'gaps.md': gapsMarkdown(gaps, all.length), 'index.html': overviewPage(all) });
  await writeWhole(join(place, ROWS_FILE), rowsFile(rows));
}

const MOST_DIFFS = 40;

/** Writes the page of a target and the diffs that it links to. @returns its row, and what could not be read */
async function writeTarget(history: NamedFolder, folder: string, place: string) {
  const { lines, troubles, open, diff } = readRuns(history, folder);
  const [first, ...more] = lines;
  if (first === undefined) return { row: null, troubles };
  const spans = findingSpans(lines);
  const changes = observedChanges(lines);
  const bad = spans.map(({ lastGood, firstBad }) => ({ before: lastGood, run: firstBad }));
  const pairs = [...bad, ...changes]
    .toSorted((a, b) => Date.parse(b.run.startedAt) - Date.parse(a.run.startedAt))
    .flatMap(({ before, run }) => (before ? [[diffFile(folder, before, run), () => diff(before, run)] as const] : []));
  const diffs = new Set<string>();
  for (const [file, make] of [...new Map(pairs)].slice(0, MOST_DIFFS)) {
    // The diff of two runs never changes.
    const isThere = existsSync(join(place, file));
    const told = isThere ? null : readOr(troubles, make);
    if (told !== null)
      await writeFiles(place, {
        [file]: htmlDiff(told, [[`../${folder}.html`, 'The target'], ...linksFrom('../../')]),
      });
    if (isThere || told !== null) diffs.add(file);
  }
  const diffOf = (before: RunLine | null, run: RunLine): string | null => {
    const file = diffFile(folder, before, run);
    return diffs.has(file) ? file : null;
  };
  const observing = lines.findLast(({ observed }) => Object.keys(observed).length > 0);
  const seen = observing && readOr(troubles, () => open(observing).observations);
  const page = targetPage({ lines: [first, ...more], spans, changes, troubles, diffOf });
  await writeFiles(place, { [`${folder}.html`]: page });
  return { row: targetRow([first, ...more], seen ?? []), troubles };
}

/** Where the diff of two runs is, from the page of their target. */
function diffFile(folder: string, before: RunLine | null, run: RunLine): string {
  return `${folder}/${[before, run].map((line) => line?.file.replace(/\.json\.gz$/, '')).join('..')}.html`;
}
