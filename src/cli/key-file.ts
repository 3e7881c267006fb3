import type { KeyObject } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { KeyError, readPrivateKey, readPublicKey } from '../certify/keys.ts';
import { variable } from '../config/environment.ts';
import { ConfigError } from '../config/error.ts';
import { fileTrouble } from '../config/file-trouble.ts';
import type { CliIo } from './io.ts';
import { readBytes } from './read-file.ts';

/**
 * The private key of a file that nobody but its owner may read.
 * @throws ConfigError in one sentence where it is no such file
 */
export function privateKeyOf({ env, folder }: CliIo, file: string): KeyObject {
  const { text, mode } = textAndMode(folder, file);
  const key = named(file, () => readPrivateKey(text, passphraseOf(env)));
  // Windows has no such bits.
  const open = process.platform !== 'win32' && (mode & 0o077) !== 0;
  if (open) throw new ConfigError(`${file} can be read by others than its owner, so it is not used; chmod 600 ${file}`);
  return key;
}

/** The public key of a file. @throws ConfigError in one sentence where it is none */
export function publicKeyOf({ folder }: CliIo, file: string): KeyObject {
  return named(file, () => readPublicKey(readBytes(folder, file).toString()));
}

/** The passphrase of a private key; null where none is given. */
export function passphraseOf(env: CliIo['env']): string | null {
  return variable(env, 'GETDATA_KEY_PASSPHRASE');
}

/** Text and permissions of one and the same file, whatever its name leads to a moment later. */
function textAndMode(folder: string, file: string): { readonly text: string; readonly mode: number } {
  const descriptor = opened(folder, file);
  try {
    return { text: readFileSync(descriptor, 'utf8'), mode: fstatSync(descriptor).mode };
  } catch (error) {
    throw new ConfigError(`${file} can't be read: ${fileTrouble(error)}`);
  } finally {
    closeSync(descriptor);
  }
}

function opened(folder: string, file: string): number {
  try {
    return openSync(resolve(folder, file), 'r');
  } catch (error) {
    throw new ConfigError(`${file} can't be read: ${fileTrouble(error)}`);
  }
}

function named<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof KeyError) throw new ConfigError(`${file} ${error.message}`);
    throw error;
  }
}
