import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { thrownText } from '../base/error.ts';
import { ContractError } from './error.ts';

/** Path below the package's root, with '/', → text. */
export type ContractFiles = ReadonlyMap<string, string>;

const root = new URL('../../', import.meta.url);

/** Reads every .json below specs/ and .xsd below xsd/, in the order of their paths. @throws ContractError */
export function readContractFiles(): ContractFiles {
  return new Map([...readFiles('specs', '.json'), ...readFiles('xsd', '.xsd')]);
}

/** Reads the files below a folder of the package that end in one of these. @throws ContractError */
export function readFiles(folder: string, ...endings: readonly string[]): ContractFiles {
  try {
    const entries = readdirSync(fileURLToPath(new URL(`${folder}/`, root)), { recursive: true, encoding: 'utf8' });
    const own = entries.filter((entry) => endings.some((ending) => entry.endsWith(ending)));
    const paths = own.map((entry) => `${folder}/${entry.replaceAll('\\', '/')}`).sort();
    return new Map(paths.map((path) => [path, readFileSync(new URL(path, root), 'utf8')]));
  } catch (error) {
    const expected = `expected its ${endings.join(' and ')} files`;
    throw new ContractError(`${folder}/ of the package cannot be read (${thrownText(error)}); ${expected}`);
  }
}

const OURS = /^specs\/(?:schemas\/|rule-sets\.json$|corrections\.json$)/;

/** Without JSON Schemas and rule sets, which are not of the service. */
export function contractDigest(files: ContractFiles): string {
  return digestOf(new Map([...files].filter(([path]) => !OURS.test(path))));
}

/** SHA-256 in hex over paths and texts, in the order of the paths. */
export function digestOf(files: ContractFiles): string {
  const hash = createHash('sha256');
  for (const path of [...files.keys()].sort()) {
    // JSON separates path and text, so that no shift between them gives the same bytes.
    hash.update(`${JSON.stringify([path, files.get(path)])}\n`);
  }
  return hash.digest('hex');
}

/** The text of a file that the contract requires. @throws ContractError if it is missing */
export function fileText(files: ContractFiles, path: string, wantedBy: string): string {
  const text = files.get(path);
  if (text === undefined) throw new ContractError(`${path} is missing; expected because of ${wantedBy}`);
  return text;
}
