import { createPublicKey } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Cli } from '../base/cli-io.ts';
import { ConfigError, writing } from '../base/error.ts';
import { member } from '../base/json.ts';
import { readBytes } from '../features/certify/evidence.ts';
import { privateKeyOf } from '../features/certify/keys.ts';
import { REVOCATION_FILE, revocationText } from '../features/certify/revocation.ts';
import { TYPES } from '../features/certify/statement.ts';
import { openPayload } from '../features/certify/verify.ts';
import { writeNew } from '../results/write.ts';
import { line } from '../views/shown-text.ts';

const EXAMPLES = `
Examples:
  getdata-conformance revoke certificate/statement.json --key certifier.pem --reason 'the vendor withdrew the build'

It writes ${REVOCATION_FILE} next to the statement, signed with the same key. verify refuses the statement from then on,
and registry build shows it as revoked. Pass it on to everyone who has the statement: a copy without it still verifies.
GETDATA_KEY_PASSPHRASE is the passphrase of an encrypted key.

Exit codes: 0 revoked, 1 it is not a statement of that key, 2 wrong usage.`;

export function addRevoke(command: Command, { io, finish }: Cli): void {
  command
    .argument('<statement>', 'the statement.json that `certify` wrote')
    .requiredOption('--key <private.pem>', 'the key that signed it')
    .requiredOption('--reason <text>', 'why it no longer holds')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, { key: keyFile, reason }: Readonly<Record<'key' | 'reason', string>>) => {
      if (reason.trim() === '') throw new ConfigError('--reason is empty; expected a text');
      const key = privateKeyOf(io, keyFile);
      const statement = readBytes(io.folder, file);
      const opened = openPayload(statement, [createPublicKey(key)]);
      const isOfRun = typeof opened !== 'string' && member(opened.payload, 'predicateType') === TYPES.predicateType;
      if (!isOfRun) {
        io.out(line(`not revoked: ${typeof opened === 'string' ? opened : 'it is not a statement about a run'}`));
        return finish(1);
      }
      const path = join(dirname(file), REVOCATION_FILE);
      const text = revocationText(statement, { revokedAt: new Date().toISOString(), reason }, key);
      await writing(path, () => writeNew(resolve(io.folder, path), text));
      io.out(`${line(`Written: ${path}`)}revoked\n`);
      finish(0);
    });
}
