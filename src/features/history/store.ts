import { appendFileSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ConfigError, thrownText, writing } from '../../base/error.ts';
import { foldersIn, mostMiB, type NamedFolder, readIfThere } from '../../base/read-file.ts';
import { readResults } from '../../results/read.ts';
import type { Results } from '../../results/results.ts';
import { folderOf } from '../../results/target-folder.ts';
import { writeWhole } from '../../results/write.ts';
import { type Diff, diffResults } from '../comparison/runs/diff.ts';
import { digestOf, lineIn, lineOf, type RunLine, textOfLine } from './run-line.ts';

const PACKED = '.json.gz';

/** The path of a target's file, as the user would name it. */
export function pathIn({ name }: NamedFolder, folder: string, file: string): string {
  return join(name, 'targets', folder, file);
}

export function targetFolders({ folder, name }: NamedFolder): readonly string[] {
  const targets = { folder, name: join(name, 'targets') };
  return existsSync(resolve(folder, targets.name)) ? foldersIn(targets) : [];
}

/**
 * Adds a run to its target: the results, then a line in the index. The line begins with a line feed, so that a write
 * that was interrupted before damages only its own line. @param named - the file that the results are from
 * @returns the path of the results, and whether they are new @throws ConfigError for a shard
 */
export async function addRun(history: NamedFolder, results: Results, named: string) {
  if (results.options.shard !== undefined)
    throw new ConfigError(`${named} is a shard; expected a whole run: \`merge\` joins the shards first`);
  const file = `${results.startedAt.replaceAll(/[:.]/g, '-')}-${digestOf(results).slice(0, 8)}${PACKED}`;
  const folder = folderOf(results.target);
  const path = pathIn(history, folder, file);
  if (readIndex(history, folder).lines.has(file)) return { path, added: false };
  const index = pathIn(history, folder, INDEX);
  await writing(path, () => writeWhole(resolve(history.folder, path), gzipSync(JSON.stringify(results))));
  const line = `\n${textOfLine(lineOf(results, file))}\n`;
  await writing(index, () => appendFileSync(resolve(history.folder, index), line));
  return { path, added: true };
}

const INDEX = 'index.jsonl';

function readIndex(history: NamedFolder, folder: string) {
  const file = pathIn(history, folder, INDEX);
  const lines = new Map<string, RunLine>();
  const troubles: string[] = [];
  const named = { folder: history.folder, file, mostMiB: mostMiB.recorded };
  // It must not keep the pages of other targets from being written.
  const index = readOr(troubles, () => readIfThere(named)?.bytes.toString());
  for (const [at, text] of (index ?? '').split('\n').entries()) {
    if (text.trim() === '') continue;
    const where = `${file}:${at + 1} is left out: `;
    const line = readOr(troubles, () => lineIn(text), where);
    if (line === null) continue;
    if (folderOf(line.target) === folder) lines.set(line.file, line);
    else troubles.push(`${where}it belongs to another target`);
  }
  return { lines, troubles };
}

/** What `read` returns; null if it throws, why goes to the troubles. @param where - what the sentence begins with */
export function readOr<T>(troubles: string[], read: () => T, where = ''): T | null {
  try {
    return read();
  } catch (error) {
    troubles.push(`${where}${thrownText(error)}`);
    return null;
  }
}

type File = Pick<RunLine, 'file'>;

/**
 * The runs of a target, the oldest first, what could not be read, one sentence each, and what opens and compares them.
 * A run without a readable line is taken from its results.
 */
export function readRuns(history: NamedFolder, folder: string) {
  const { lines, troubles } = readIndex(history, folder);
  const pathOf = ({ file }: File): string => pathIn(history, folder, file);
  const open = (run: File): Results => readResults(history.folder, pathOf(run));
  const diff = (before: File, run: File): Diff =>
    diffResults(open(before), open(run), { oldFile: pathOf(before), newFile: pathOf(run) });
  const found = readdirSync(resolve(history.folder, pathOf({ file: '.' })))
    .filter((file) => file.endsWith(PACKED) && !lines.has(file))
    .flatMap((file) => readOr(troubles, () => lineOf(open({ file }), file)) ?? []);
  const all = [...lines.values(), ...found].toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt));
  return { lines: all, troubles, pathOf, open, diff };
}

/** The size of a target's index, which grows with each run. */
export function indexBytes(history: NamedFolder, folder: string): number {
  return statSync(resolve(history.folder, pathIn(history, folder, INDEX)), { throwIfNoEntry: false })?.size ?? 0;
}
