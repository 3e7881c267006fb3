import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { readBytes, withProgram } from '../certify/evidence.ts';
import { fileNames } from '../certify/files.ts';
import { keyIdOf, publicKeyOf } from '../certify/keys.ts';
import { line, statementText } from '../certify/statement.ts';
import { verifyStatement } from '../certify/verify.ts';
import type { Cli } from '../run/output.ts';

interface Flags {
  readonly key: string;
  readonly results?: string;
}

const EXAMPLES = `
Examples:
  getdata-conformance verify certificate/statement.json --key certifier.pub.pem
  getdata-conformance verify statement.json --key certifier.pub.pem --results reports/results.json

It needs no network: take the public key from its owner, not from the folder that the statement is in.

Exit codes: 0 verified, 1 something does not match (it says what), 2 wrong usage.`;

/** Adds `verify <statement>`: checks what certify wrote, with no network. */
export function addVerify(command: Command, { io, finish }: Cli): void {
  command
    .argument('<statement>', 'the statement.json that `certify` wrote')
    .requiredOption('--key <public.pem>', "the signer's public key")
    .option('--results <results.json>', 'the results it is about (default: results.json next to the statement)')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, { key, results = join(dirname(file), fileNames.evidence) }: Flags) => {
      const publicKey = publicKeyOf(io, key);
      const presented = { statement: readBytes(io.folder, file), results: readBytes(io.folder, results), publicKey };
      const verification = await withProgram((own) => verifyStatement(presented, own));
      if (verification.kind === 'failed') {
        io.out(line(`not verified: ${verification.reason}`));
        return finish(1);
      }
      const { statement, evidence } = verification;
      io.out(`${statementText(statement, evidence.results, keyIdOf(publicKey))}verified\n`);
      finish(0);
    });
}
