import { mostMiB, readIfThere, readNamed, textOf } from '../schemas/read-file.ts';
import type { ConfigText } from './config-file.ts';

/** The config file that is read where none is named and the folder has it. */
export const CONFIG_FILE = 'getdata.config.json';

/**
 * The text of the config file.
 * @param folder - the current folder
 * @param named - of `--config`; without it getdata.config.json of the folder, where it is present
 * @throws ConfigError where the file can't be read
 */
export function readConfigText(folder: string, named: string | undefined): ConfigText | null {
  const configFile = { folder, file: named ?? CONFIG_FILE, kind: 'the config file', mostMiB: mostMiB.written };
  const found = named === undefined ? readIfThere(configFile) : readNamed(configFile);
  return found === null ? null : { file: configFile.file, text: textOf(configFile, found.bytes) };
}
