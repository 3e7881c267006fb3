import { join, resolve } from 'node:path';
import { writeFiles } from '../report/write-files.ts';
import { ConfigError } from '../schemas/error.ts';
import { gapsMarkdown, gapsOf } from './gaps.ts';
import { ROWS_FILE, type Rows, readRows, rowsText } from './rows.ts';
import { isId } from './run-line.ts';
import { type History, indexBytes, targetFolders } from './store.ts';
import { writeTarget } from './target-pages.ts';
import { overviewPage, rulePage } from './views/overview.tsx';

/** What was written. */
export interface Site {
  /** The first page, as the user would name it. */
  readonly index: string;
  readonly targets: number;
  /** Targets whose pages were rewritten. */
  readonly changed: number;
  /** What could not be read, one sentence each. */
  readonly troubles: readonly string[];
}

/**
 * Writes the pages of a history into its folder `site`: of the targets that changed since the last call, of the rules
 * that they break or broke, and those over all targets.
 * @throws ConfigError if the history has no target or an index can't be read, WriteError
 */
export async function writeSite(history: History): Promise<Site> {
  const index = join(history.name, 'site', 'index.html');
  const place = resolve(history.folder, history.name, 'site');
  const folders = targetFolders(history);
  if (folders.length === 0) throw new ConfigError(`${history.name} holds no run; \`history add\` adds some`);
  const before = readRows(place);
  const rows = new Map(before);
  const gone = [...before.keys()].filter((folder) => !folders.includes(folder));
  for (const folder of gone) rows.delete(folder);
  const changed = folders.filter((folder) => before.get(folder)?.bytes !== indexBytes(history, folder));
  const troubles: string[] = [];
  for (const folder of changed) {
    // Before reading: a line added meanwhile is for the next call.
    const bytes = indexBytes(history, folder);
    const written = await writeTarget(history, folder, join(place, 'targets'));
    rows.set(folder, { bytes, row: written.row });
    troubles.push(...written.troubles);
  }
  const touched = [...changed, ...gone];
  if (touched.length > 0) await writeShared(place, rows, [...rulesOf(before, touched), ...rulesOf(rows, touched)]);
  return { index, targets: folders.length, changed: changed.length, troubles };
}

function rulesOf(rows: Rows, folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) => Object.keys(rows.get(folder)?.row?.rules ?? {})).filter(isId);
}

/** Writes the pages of all targets, and of these rules; the rows come last, so that what failed is redone. */
async function writeShared(place: string, rows: Rows, rules: readonly string[]): Promise<void> {
  const all = [...rows].flatMap(([folder, { row }]) => (row === null ? [] : [[folder, row] as const]));
  for (const rule of new Set(rules)) await writeFiles(place, { [`rules/${rule}.html`]: rulePage(rule, all) });
  await writeFiles(place, {
    'gaps.md': gapsMarkdown(gapsOf(all.map(([, row]) => row)), all.length),
    'index.html': overviewPage(all),
    [ROWS_FILE]: rowsText(rows),
  });
}
