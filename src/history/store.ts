import { appendFileSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readResults } from '../results/read.ts';
import type { Results } from '../results/results.ts';
import { folderOf } from '../results/target-folder.ts';
import { writeWhole } from '../results/write.ts';
import { ConfigError, thrownText, writing } from '../schemas/error.ts';
import { foldersIn, mostMiB, readIfThere } from '../schemas/read-file.ts';
import { digestOf, lineIn, lineOf, type RunLine, textOfLine } from './run-line.ts';

/** The folder of a history, as the user named it, and the current folder. */
export interface History {
  readonly folder: string;
  readonly name: string;
}

/** The runs of one target. */
export interface Runs {
  /** The oldest first. */
  readonly lines: readonly RunLine[];
  /** What could not be read, one sentence each. */
  readonly troubles: readonly string[];
}

const PACKED = '.json.gz';

/** Path of something of a target, as the user would name it. */
export function pathIn({ name }: History, folder: string, file: string): string {
  return join(name, 'targets', folder, file);
}

/** The folders of all targets, in the order of their names. */
export function targetFolders({ folder, name }: History): readonly string[] {
  const place = resolve(folder, name, 'targets');
  return existsSync(place) ? foldersIn(place) : [];
}

/**
 * Adds a run to its target: the results, then a line in the index, in one write that begins with a line feed, so that
 * an interrupted write harms no later line. @returns the path of the results; false if it was there @throws ConfigError
 * for a part of a run, and what can't be read or written
 */
export async function addRun(history: History, results: Results, named: string) {
  if (results.options.shard !== undefined)
    throw new ConfigError(`${named} is a shard; expected a whole run: \`merge\` joins the shards first`);
  const text = JSON.stringify(results);
  const file = `${results.startedAt.replaceAll(/[:.]/g, '-')}-${digestOf(results).slice(0, 8)}${PACKED}`;
  const folder = folderOf(results.target);
  const path = pathIn(history, folder, file);
  if (readIndex(history, folder).lines.some((line) => line.file === file)) return { path, added: false };
  const index = pathIn(history, folder, INDEX);
  await writing(path, () => writeWhole(resolve(history.folder, path), gzipSync(text)));
  const line = `\n${textOfLine(lineOf(results, file))}\n`;
  await writing(index, () => appendFileSync(resolve(history.folder, index), line));
  return { path, added: true };
}

const INDEX = 'index.jsonl';

/** The lines of an index, in its order. */
function readIndex(history: History, folder: string): Runs {
  const file = pathIn(history, folder, INDEX);
  const lines = new Map<string, RunLine>();
  const troubles: string[] = [];
  for (const [at, text] of indexText(history.folder, file, troubles).split('\n').entries()) {
    if (text.trim() === '') continue;
    try {
      const line = lineIn(text);
      if (folderOf(line.target) !== folder) throw new Error('it is of another target');
      lines.set(line.file, line);
    } catch (error) {
      troubles.push(`${file}:${at + 1} is left out: ${thrownText(error)}`);
    }
  }
  return { lines: [...lines.values()], troubles };
}

/** An index that can't be read has no lines: one target must not keep the pages of all others from being written. */
function indexText(folder: string, file: string, troubles: string[]): string {
  try {
    return readIfThere({ folder, file, mostMiB: mostMiB.recorded })?.bytes.toString() ?? '';
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    troubles.push(error.message);
    return '';
  }
}

/** The runs of a target; one whose line is missing or damaged is taken from its results. @throws ConfigError */
export function readRuns(history: History, folder: string): Runs {
  const { lines, troubles } = readIndex(history, folder);
  const known = new Set(lines.map(({ file }) => file));
  const lost = readdirSync(resolve(history.folder, pathIn(history, folder, '.'))).filter(
    (file) => file.endsWith(PACKED) && !known.has(file),
  );
  const found = lost.map((file) => {
    try {
      return lineOf(readResults(history.folder, pathIn(history, folder, file)), file);
    } catch (error) {
      return thrownText(error);
    }
  });
  const all = [...lines, ...found.filter((one) => typeof one !== 'string')];
  return {
    lines: all.toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt)),
    troubles: [...troubles, ...found.filter((one) => typeof one === 'string')],
  };
}

/** Size of a target's index: changes when a run is added. */
export function indexBytes(history: History, folder: string): number {
  return statSync(resolve(history.folder, pathIn(history, folder, INDEX)), { throwIfNoEntry: false })?.size ?? 0;
}
