import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { writeWhole } from '../results/write.ts';
import { ConfigError, fileTrouble } from '../schemas/error.ts';
import { fileNames } from './files.ts';

/**
 * Writes files and the evidence they are about into one folder, so that it can be handed on as it is. Resolves to their
 * paths, as the user named the folder.
 * @throws ConfigError where it can't be written to, or holds other results: evidence is never written over
 */
export async function writeCertificate(
  at: { readonly folder: string; readonly out: string },
  evidence: Uint8Array,
  files: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const folder = resolve(at.folder, at.out);
  try {
    await mkdir(folder, { recursive: true });
    await keepEvidence(join(folder, fileNames.evidence), evidence, at.out);
    for (const [name, text] of Object.entries(files)) await writeWhole(join(folder, name), text);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`the folder '${at.out}' can't be written to: ${fileTrouble(error)}; name another with --out`);
  }
  return [...Object.keys(files), fileNames.evidence].map((name) => join(at.out, name));
}

async function keepEvidence(path: string, evidence: Uint8Array, out: string): Promise<void> {
  try {
    await writeFile(path, evidence, { flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    if ((await readFile(path)).equals(evidence)) return;
    throw new ConfigError(`the folder '${out}' holds the results of another run; name another with --out`);
  }
}
