import { appendFileSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readResults } from '../results/read.ts';
import type { Results } from '../results/results.ts';
import { folderOf } from '../results/target-folder.ts';
import { writeWhole } from '../results/write.ts';
import { ConfigError, thrownText, writing } from '../schemas/error.ts';
import { foldersIn, mostMiB, type NamedFolder, readIfThere } from '../schemas/read-file.ts';
import { digestOf, lineIn, lineOf, type RunLine, textOfLine } from './run-line.ts';

/** The runs of one target, and what could not be read, one sentence each. */
interface Runs {
  readonly lines: readonly RunLine[];
  readonly troubles: readonly string[];
}

const PACKED = '.json.gz';

/** The path of a target's file, as the user would name it. */
export function pathIn({ name }: NamedFolder, folder: string, file: string): string {
  return join(name, 'targets', folder, file);
}

export function targetFolders({ folder, name }: NamedFolder): readonly string[] {
  const place = resolve(folder, name, 'targets');
  return existsSync(place) ? foldersIn(place) : [];
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
  if (readIndex(history, folder).lines.some((line) => line.file === file)) return { path, added: false };
  const index = pathIn(history, folder, INDEX);
  await writing(path, () => writeWhole(resolve(history.folder, path), gzipSync(JSON.stringify(results))));
  const line = `\n${textOfLine(lineOf(results, file))}\n`;
  await writing(index, () => appendFileSync(resolve(history.folder, index), line));
  return { path, added: true };
}

const INDEX = 'index.jsonl';

function readIndex(history: NamedFolder, folder: string): Runs {
  const file = pathIn(history, folder, INDEX);
  const lines = new Map<string, RunLine>();
  const troubles: string[] = [];
  let index = '';
  try {
    index = readIfThere({ folder: history.folder, file, mostMiB: mostMiB.recorded })?.bytes.toString() ?? '';
  } catch (error) {
    // It must not keep the pages of other targets from being written.
    if (!(error instanceof ConfigError)) throw error;
    troubles.push(error.message);
  }
  for (const [at, text] of index.split('\n').entries()) {
    if (text.trim() === '') continue;
    try {
      const line = lineIn(text);
      if (folderOf(line.target) !== folder) throw new Error('it belongs to another target');
      lines.set(line.file, line);
    } catch (error) {
      troubles.push(`${file}:${at + 1} is left out: ${thrownText(error)}`);
    }
  }
  return { lines: [...lines.values()], troubles };
}

/** The runs of a target, the oldest first. A run without a readable line is taken from its results. */
export function readRuns(history: NamedFolder, folder: string): Runs {
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

/** The size of a target's index, which grows with each run. */
export function indexBytes(history: NamedFolder, folder: string): number {
  return statSync(resolve(history.folder, pathIn(history, folder, INDEX)), { throwIfNoEntry: false })?.size ?? 0;
}
