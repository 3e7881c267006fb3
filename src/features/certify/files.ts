import type { KeyObject } from 'node:crypto';
import { join, resolve } from 'node:path';
import { ConfigError, WriteError } from '../../base/error.ts';
import { mostMiB, readIfThere } from '../../base/read-file.ts';
import { writeWhole } from '../../results/write.ts';
import { canonicalJson } from './canonical-json.ts';
import { certificateText } from './certificate.tsx';
import { sealed } from './envelope.ts';
import type { CheckedEvidence } from './evidence.ts';
import { badgeText, factsOf } from './facts.ts';
import { keyIdOf } from './keys.ts';
import { EVIDENCE_NAME, endOf, type Statement } from './statement.ts';

export const fileNames = {
  evidence: EVIDENCE_NAME,
  statement: 'statement.json',
  certificate: 'certificate.html',
  badge: 'badge.svg',
} as const;

/** The files for accepted evidence and its statement: file name → text. The same key gives the same bytes. */
export function certificateFiles(evidence: CheckedEvidence, statement: Statement, key: KeyObject) {
  const facts = factsOf(evidence, keyIdOf(key), endOf(statement));
  return {
    [fileNames.statement]: sealed(canonicalJson(statement), key),
    [fileNames.certificate]: certificateText(facts),
    [fileNames.badge]: badgeText(facts),
  };
}

/** Writes the files and their evidence into a folder, where nothing else is overwritten. @throws ConfigError */
export async function writeCertificate(
  at: { readonly folder: string; readonly out: string },
  evidence: Uint8Array,
  files: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const folder = resolve(at.folder, at.out);
  const kept = { [fileNames.evidence]: 'the results of another run', [fileNames.statement]: 'another statement' };
  const all = Object.entries({ ...files, [fileNames.evidence]: evidence });
  const pathOf = (name: string): string => join(at.out, name);
  for (const [name, what] of Object.entries(kept)) {
    const found = readIfThere({ folder: at.folder, file: pathOf(name), mostMiB: mostMiB.recorded });
    if (found?.bytes.equals(Buffer.from(files[name] ?? evidence)) === false)
      throw new ConfigError(`the folder '${at.out}' holds ${what}; name another with --out`);
  }
  try {
    // The statement is the last one: it is about the others.
    for (const [name, text] of all.toReversed()) await writeWhole(join(folder, name), text);
  } catch (error) {
    if (!(error instanceof WriteError)) throw error;
    throw new ConfigError(`${error.message}; name another folder with --out`);
  }
  return all.map(([name]) => pathOf(name));
}
