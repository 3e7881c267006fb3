import { rmSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Cli } from '../base/cli-io.ts';
import { ConfigError, writing } from '../base/error.ts';
import { keyIdOf, newKeyPair, passphraseOf, readPublicKey } from '../features/certify/keys.ts';
import { writeNew } from '../results/write.ts';
import { printable } from '../views/terminal/palette.ts';

const EXAMPLES = `
Examples:
  getdata-conformance keygen certifier                  writes certifier.pem and certifier.pub.pem
  GETDATA_KEY_PASSPHRASE=... getdata-conformance keygen certifier    encrypts certifier.pem

Existing files are never overwritten. Keep the .pem secret, publish the .pub.pem.`;

export function addKeygen(command: Command, { io, finish }: Cli): void {
  command
    .argument('<name>', 'path and name of the files; .pem is added')
    .addHelpText('after', EXAMPLES)
    .action(async (given: string) => {
      const name = given.replace(/\.pem$/, '');
      // A variable that is not set, or a folder: the files would be hidden.
      if (basename(name) === '' || name.endsWith('/'))
        throw new ConfigError(`'${given}' is not the name of a file; expected one like certifier`);
      const passphrase = passphraseOf(io.env);
      const { privatePem, publicPem } = newKeyPair(passphrase);
      const privateFile = `${name}.pem`;
      const publicFile = `${name}.pub.pem`;
      await writeKey(io.folder, privateFile, privatePem, 0o600);
      try {
        await writeKey(io.folder, publicFile, publicPem, 0o644);
      } catch (error) {
        rmSync(resolve(io.folder, privateFile));
        throw error;
      }
      io.out(
        printable(
          `${privateFile}: the private key, ${passphrase === null ? 'not encrypted' : 'encrypted'}; keep it secret\n` +
            `${publicFile}: the public key, for those who verify\n` +
            `key id: ${keyIdOf(readPublicKey(publicFile, publicPem))}\n`,
        ),
      );
      finish(0);
    });
}

function writeKey(folder: string, file: string, text: string, mode: number): Promise<void> {
  const write = () => writeNew(resolve(folder, file), text, mode);
  return writing(file, write, { ENOENT: 'there is no such folder' });
}
