import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, openSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { access, constants, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, normalize, relative, resolve } from 'node:path';
import { attempt, ConfigError, fileTrouble, WriteError } from '../base/error.ts';
import { jsonText } from '../base/json.ts';
import { addressOf } from '../base/schemas/validate.ts';
import { checkResults, readResults } from './read.ts';
import type { Results } from './results.ts';

/** What a run has found so far, in the folder of its reports; a run that completes removes it. */
export const PARTIAL_FILE = 'results.partial.json';

/** Makes sure that the report can be written; returns its future path. @throws ConfigError in one sentence */
export async function reserveResults(folder: string): Promise<string> {
  await writableFolder(folder, `the reports folder '${folder}'`, 'name another with --reports');
  const path = join(folder, 'results.json');
  const near = relative(process.cwd(), path);
  return near.startsWith('..') ? path : near;
}

/** Makes a folder and those above it, where they are not there. Node's own way never ends below /proc. */
async function makeFolder(folder: string): Promise<void> {
  const isThere = (): boolean => statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isThere()) return;
  if (!existsSync(dirname(folder))) await makeFolder(dirname(folder));
  await mkdir(folder).catch((error: unknown) => {
    // Another process may have made it meanwhile.
    if (!isThere()) throw error;
  });
}

/** Makes sure that a folder is there and can be written to. @throws ConfigError, naming it so and with this advice */
export async function writableFolder(folder: string, name: string, advice: string): Promise<void> {
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new ConfigError(
      `${name} can't be written to: ${fileTrouble(error, { EEXIST: 'a file is in its place' })}; ${advice}`,
    );
  }
}

/** @throws ConfigError, that sentence, if a file to be written is the one that it is made from, which would be lost */
export function refuseInput(output: string, input: string, sentence: string): void {
  if (attempt(() => realpathSync(output) === realpathSync(input), false)) throw new ConfigError(sentence);
}

/** The path of `--out`. @param inputs - the files read @throws ConfigError if it is one of them, or a device */
export function outFile(out: string, inputs: readonly string[], folder: string): string {
  const path = resolve(folder, out);
  for (const input of inputs)
    refuseInput(
      path,
      resolve(folder, input),
      `--out names ${input}, which would be overwritten; expected another file`,
    );
  const found = attempt(() => statSync(path), null);
  if (found !== null && !found.isFile() && !found.isDirectory())
    throw new ConfigError(`--out names ${out}, which is a device or a pipe; expected a file`);
  return path;
}

/** Writes results.json into a folder and returns the path. Throws if they break their schema: a bug, not a report. */
export async function writeResults(results: Results, folder: string): Promise<string> {
  checkResults(results);
  const path = join(folder, 'results.json');
  await writeWhole(path, jsonText({ $schema: addressOf('results'), ...results }));
  return path;
}

/** Where earlier results go that a run which reached nothing replaces. */
const EARLIER_FILE = 'results.earlier.json';

/** Keeps the results of a folder under another name if that run reached its target. @returns the path; null if not */
export async function keepEarlier(folder: string): Promise<string | null> {
  const path = join(folder, 'results.json');
  const kept = join(folder, EARLIER_FILE);
  try {
    if (readResults(folder, path).cells.every(({ verdict }) => /^(?:not-reached|skipped)$/.test(verdict))) return null;
    await rename(path, kept);
    return kept;
  } catch {
    return null;
  }
}

/** Writes a file and its folder, the file whole or not at all. A link is replaced, not followed. Throws WriteError. */
export async function writeWhole(path: string, text: string | Uint8Array): Promise<void> {
  const unfinished = `${path}.${randomUUID()}.tmp`;
  try {
    await makeFolder(dirname(path));
    await writeFile(unfinished, text, { flag: 'wx' });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw new WriteError(path, error);
  }
}

/** Makes a file whole or not at all. @throws Error of node:fs, EEXIST where something is in its place */
export function writeNew(path: string, text: string, mode = 0o666): void {
  const file = openSync(path, 'wx', mode);
  try {
    writeFileSync(file, text);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Writes texts into a folder by the names of their files and returns the paths. Throws WriteError. */
export async function writeFiles(folder: string, texts: Readonly<Record<string, string>>): Promise<readonly string[]> {
  for (const [name, text] of Object.entries(texts)) await writeWhole(join(folder, name), text);
  return Object.keys(texts).map((name) => join(folder, name));
}

/**
 * Removes from a folder in `place` all files that are not among these, by their names from `place`; but for unfinished
 * ones, which another process may be writing. Throws WriteError.
 */
export async function removeOthers(place: string, folder: string, names: readonly string[]): Promise<void> {
  const kept = new Set(names.flatMap((name) => [normalize(name), dirname(normalize(name))]));
  const found = await readdir(join(place, folder), { recursive: true }).catch(() => []);
  const others = found.filter((name) => !kept.has(join(folder, name)) && !name.endsWith('.tmp'));
  for (const name of others) await remove(join(place, folder, name));
}

/** Removes a file or a folder with all that is in it, if it is there. Throws WriteError. */
export async function remove(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch (error) {
    throw new WriteError(path, error);
  }
}
