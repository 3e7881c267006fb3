import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { inFolder, type ReporterName } from '../report/write-reports.ts';
import { ConfigError } from '../schemas/error.ts';
import { fileTrouble } from '../schemas/file-error.ts';

/**
 * Where each report goes, by its usual name: into the folder of the results, into a folder named, or, where there is
 * one report alone, to the path named (Allure's folder, or a file).
 * @param beside - the folder of the results
 * @throws ConfigError where that can't be
 */
export function reportPlace(
  formats: readonly ReporterName[],
  out: string | undefined,
  folder: string,
  beside: string,
): (name: string) => string {
  const writing = formats.filter((name) => name !== 'github');
  if (out === undefined) {
    if (writing.length > 0) checkFolder(beside, 'name another place with --out');
    return inFolder(beside);
  }
  if (writing.length === 0) {
    throw new ConfigError('--out names a place, but --format github writes no file of ours; leave --out away');
  }
  const path = resolve(folder, out);
  const advice = 'name another with --out';
  if (formats.length === 1 && (formats[0] === 'allure' || !isFolder(out, path))) {
    checkFolder(dirname(path), advice);
    return () => path;
  }
  if (existsSync(path) && !statSync(path).isDirectory()) {
    throw new ConfigError(`--out names the file ${out}; expected a folder for the formats ${formats.join(', ')}`);
  }
  checkFolder(path, advice);
  return inFolder(path);
}

function isFolder(out: string, path: string): boolean {
  return /[/\\]$/.test(out) || (existsSync(path) && statSync(path).isDirectory());
}

function checkFolder(folder: string, advice: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new ConfigError(`the folder ${folder} can't be written to: ${fileTrouble(error)}; ${advice}`);
  }
}
