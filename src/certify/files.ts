import type { KeyObject } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { writeWhole } from '../results/write.ts';
import { ConfigError, fileTrouble } from '../schemas/error.ts';
import { canonicalJson } from './canonical-json.ts';
import { certificateText } from './certificate.tsx';
import { sealed } from './envelope.ts';
import type { Evidence } from './evidence.ts';
import { badgeText, factsOf } from './facts.ts';
import { keyIdOf } from './keys.ts';
import { EVIDENCE_NAME, endOf, type Statement } from './statement.ts';

/** Names of the files in the folder of a certificate. */
export const fileNames = {
  evidence: EVIDENCE_NAME,
  statement: 'statement.json',
  certificate: 'certificate.html',
  badge: 'badge.svg',
} as const;

/** The files for accepted evidence and its statement: file name → text. The same key gives the same bytes. */
export function certificateFiles(
  evidence: Evidence,
  statement: Statement,
  key: KeyObject,
): Readonly<Record<string, string>> {
  const facts = factsOf(evidence, keyIdOf(key), endOf(statement));
  return {
    [fileNames.statement]: sealed(canonicalJson(statement), key),
    [fileNames.certificate]: certificateText(facts),
    [fileNames.badge]: badgeText(facts),
  };
}

/**
 * Writes files and their evidence into one folder and returns the paths.
 * @throws ConfigError if it can't be written to, or holds other results: evidence is never overwritten
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
