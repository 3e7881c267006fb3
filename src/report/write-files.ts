import { readdir, rm } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { writeWhole } from '../results/write.ts';
import { WriteError } from '../schemas/error.ts';

/** Writes texts into a folder by the names of their files and returns the paths. Throws WriteError. */
export async function writeFiles(folder: string, texts: Readonly<Record<string, string>>): Promise<readonly string[]> {
  for (const [name, text] of Object.entries(texts)) await writeWhole(join(folder, name), text);
  return Object.keys(texts).map((name) => join(folder, name));
}

/** Removes from a folder in `place` all files that are not among these, by their names from `place`. Throws WriteError. */
export async function removeOthers(place: string, folder: string, names: readonly string[]): Promise<void> {
  const kept = new Set(names.flatMap((name) => [normalize(name), dirname(normalize(name))]));
  const found = await readdir(join(place, folder), { recursive: true }).catch(() => []);
  for (const name of found.filter((one) => !kept.has(join(folder, one)))) await remove(join(place, folder, name));
}

/** Removes a file or a folder with all that is in it, if it is there. Throws WriteError. */
export async function remove(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch (error) {
    throw new WriteError(path, error);
  }
}

/** A value as JSON in our files. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
