import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from '../config/error.ts';
import { fileTrouble } from '../config/file-trouble.ts';

/** The bytes of a file that the user named. @throws ConfigError in one sentence where it can't be read */
export function readBytes(folder: string, file: string): Buffer {
  try {
    return readFileSync(resolve(folder, file));
  } catch (error) {
    throw new ConfigError(`${file} can't be read: ${fileTrouble(error)}`);
  }
}
