import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Cli } from '../base/cli-io.ts';
import { dayOf } from '../base/days.ts';
import { ConfigError } from '../base/error.ts';
import { nowFlag, readBytes, withProgram } from '../features/certify/evidence.ts';
import { fileNames } from '../features/certify/files.ts';
import { keyIdOf, publicKeyOf } from '../features/certify/keys.ts';
import { revocationBeside, revokedText } from '../features/certify/revocation.ts';
import { ended } from '../features/certify/statement.ts';
import { statementText } from '../features/certify/statement-text.ts';
import { verifyStatement } from '../features/certify/verify.ts';
import type { TextFlags } from '../options/flags.ts';
import { line } from '../views/shown-text.ts';

type VerifyFlags = TextFlags<'results' | 'now'> & { readonly key: string };

const EXAMPLES = `
Examples:
  getdata-conformance verify certificate/statement.json --key certifier.pub.pem
  getdata-conformance verify statement.json --key certifier.pub.pem --results reports/results.json
  getdata-conformance verify certificate/statement.json --key certifier.pub.pem --now 2027-06-30

It needs no network: take the public key from its owner, not from the folder that the statement is in.
A statement does not verify after its last day, after the last day of a waiver, or with a revocation.json next to it.

Exit codes: 0 verified, 1 something does not match (it says what), 2 wrong usage.`;

/** The last line, so that nobody takes a signature for more than it is. */
const PROVES =
  'the key signed it, the results are unchanged and support it; it does not prove that their exchanges took place, ' +
  'that the target still answers so, or that it was not revoked elsewhere';

export function addVerify(command: Command, { io, finish }: Cli): void {
  command
    .argument('<statement>', 'the statement.json that `certify` wrote')
    .requiredOption('--key <public.pem>', "the signer's public key")
    .option('--results <results.json>', 'the results it is about (default: results.json next to the statement)')
    .option('--now <day>', 'verify as on that day, YYYY-MM-DD in UTC (default: today)')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, { key, results: named, now }: VerifyFlags) => {
      const at = nowFlag(now);
      const publicKey = publicKeyOf(io, key);
      const statementBytes = readBytes(io.folder, file);
      const results = named ?? join(dirname(file), fileNames.evidence);
      if (named === undefined && !existsSync(resolve(io.folder, results)))
        throw new ConfigError(
          `${results} is not next to the statement; name the results that it is about with --results`,
        );
      const bytes = { statement: statementBytes, results: readBytes(io.folder, results) };
      const refused = (reason: string): void => {
        io.out(line(`not verified: ${reason}`));
        finish(1);
      };
      const verified = await withProgram(at, (own) => verifyStatement({ ...bytes, keys: [publicKey] }, own));
      if (typeof verified === 'string') return refused(verified);
      const { statement, evidence } = verified;
      const revocation = revocationBeside(io.folder, file, bytes.statement, publicKey);
      if (typeof revocation === 'string') return refused(revocation);
      const over = revocation === null ? ended(statement, at) : revokedText(revocation);
      if (over !== null) return refused(over);
      io.out(statementText(statement, evidence.results, keyIdOf(publicKey)));
      io.out(`verified as of ${dayOf(at)}: ${PROVES}\n`);
      finish(0);
    });
}
