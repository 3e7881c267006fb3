import { join } from 'node:path';
import { writeWhole } from '../results/write.ts';

/** Writes texts into a folder by the names of their files and returns the paths. Throws WriteError. */
export async function writeFiles(folder: string, texts: Readonly<Record<string, string>>): Promise<readonly string[]> {
  for (const [name, text] of Object.entries(texts)) await writeWhole(join(folder, name), text);
  return Object.keys(texts).map((name) => join(folder, name));
}

/** A value as JSON in our files. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
