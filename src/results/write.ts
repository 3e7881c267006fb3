import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { ConfigError, WriteError } from '../schemas/error.ts';
import { checkResults, readResults } from './read.ts';
import type { Results } from './results.ts';

/** What a run has found so far, in the folder of its reports; a run that completes removes it. */
export const PARTIAL_FILE = 'results.partial.json';

/**
 * Makes sure, before a run, that its report can be written, and returns its future path, relative if it is near.
 * @throws ConfigError in one sentence
 */
export async function reserveResults(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new ConfigError(
      `the reports folder '${folder}' can't be written to (${reason}); name another with --reports`,
    );
  }
  const path = join(folder, 'results.json');
  const near = relative(process.cwd(), path);
  return near.startsWith('..') ? path : near;
}

/**
 * Writes results.json into a folder, creating it if missing, and returns the path. The file appears whole or not at
 * all. Throws if the results break their own schema: a bug of the suite, which must not become a report.
 */
export async function writeResults(results: Results, folder: string): Promise<string> {
  checkResults(results);
  const path = join(folder, 'results.json');
  await writeWhole(path, `${JSON.stringify(results, null, 2)}\n`);
  return path;
}

/** Where earlier results go that a run which reached nothing replaces. */
const EARLIER_FILE = 'results.earlier.json';

/**
 * Keeps results.json of a folder under another name if its run reached its target.
 * @returns the path; null if there is nothing to keep
 */
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

/**
 * Writes a file, and its folder if missing; the file appears whole or not at all. A link in its place is replaced, and
 * nobody can have put one in place of the unfinished file. Throws WriteError.
 */
export async function writeWhole(path: string, text: string | Uint8Array): Promise<void> {
  const unfinished = `${path}.${randomUUID()}.tmp`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(unfinished, text, { flag: 'wx' });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw new WriteError(path, error);
  }
}
