import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkResults } from './check.ts';
import type { Results } from './results.ts';

/**
 * Writes results.json into a folder, which is made where it is missing, and returns its path. The file appears whole
 * or not at all. Throws where the results break their own schema: a bug of ours that must not become a report.
 */
export async function writeResults(results: Results, folder: string): Promise<string> {
  checkResults(results);
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'results.json');
  await writeFile(`${path}.tmp`, `${JSON.stringify(results, null, 2)}\n`);
  await rename(`${path}.tmp`, path);
  return path;
}
