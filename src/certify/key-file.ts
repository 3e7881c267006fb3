import type { KeyObject } from 'node:crypto';
import { variable } from '../config/environment.ts';
import type { CliIo } from '../run/output.ts';
import { ConfigError } from '../schemas/error.ts';
import { mostMiB, readNamed } from '../schemas/read-file.ts';
import { KeyError, readPrivateKey, readPublicKey } from './keys.ts';

/**
 * The private key of a file that nobody but its owner may read.
 * @throws ConfigError in one sentence where it is no such file
 */
export function privateKeyOf({ env, folder }: CliIo, file: string): KeyObject {
  const { bytes, mode } = readNamed({ folder, file, mostMiB: mostMiB.written });
  const key = named(file, () => readPrivateKey(bytes.toString(), passphraseOf(env)));
  // Windows has no such bits.
  const open = process.platform !== 'win32' && (mode & 0o077) !== 0;
  if (open) throw new ConfigError(`${file} can be read by others than its owner, so it is not used; chmod 600 ${file}`);
  return key;
}

/** The public key of a file. @throws ConfigError in one sentence where it is none */
export function publicKeyOf({ folder }: CliIo, file: string): KeyObject {
  const { bytes } = readNamed({ folder, file, mostMiB: mostMiB.written });
  return named(file, () => readPublicKey(bytes.toString()));
}

/** The passphrase of a private key; null where none is given. */
export function passphraseOf(env: CliIo['env']): string | null {
  return variable(env, 'GETDATA_KEY_PASSPHRASE');
}

function named<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof KeyError) throw new ConfigError(`${file} ${error.message}`);
    throw error;
  }
}
