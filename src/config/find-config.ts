import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ConfigText } from './config-file.ts';
import { ConfigError } from './error.ts';
import { fileTrouble } from './file-trouble.ts';

/** The config file that is read where none is named and the folder has it. */
export const CONFIG_FILE = 'getdata.config.json';

/**
 * The text of the config file.
 * @param folder - the current folder
 * @param named - of `--config`; without it getdata.config.json of the folder, where it is present
 * @throws ConfigError where the file can't be read
 */
export function readConfigText(folder: string, named: string | undefined): ConfigText | null {
  const file = named ?? CONFIG_FILE;
  const path = resolve(folder, file);
  if (named === undefined && !existsSync(path)) return null;
  try {
    return { file, text: readFileSync(path, 'utf8') };
  } catch (error) {
    throw new ConfigError(`the config file ${file} can't be read: ${fileTrouble(error)}`);
  }
}
