import type { Command } from 'commander';
import { objection } from '../certify/assess.ts';
import { readBytes, readEvidence, withProgram } from '../certify/evidence.ts';
import { certificateFiles, writeCertificate } from '../certify/files.ts';
import { keyIdOf, privateKeyOf } from '../certify/keys.ts';
import { line, statementOf, statementText } from '../certify/statement.ts';
import type { Cli } from '../run/output.ts';

interface Flags {
  readonly key: string;
  readonly out: string;
  readonly withWaivers?: boolean;
}

const EXAMPLES = `
Examples:
  getdata-conformance run https://host.example --namespace http://dealer.example/webservices/ --include-writes --certify
  getdata-conformance keygen certifier
  getdata-conformance certify reports/results.json --key certifier.pem

It needs the results of a whole run that is conformant, made with --include-writes and at least --profile standard.
Sign only what you ran yourself: a file from elsewhere shows that its verdicts, sums and exchanges agree, not that they took place.
It warns if the suite did not draw the seed (run --certify): the calls could then be known in advance.
If a baseline let known failures pass, it needs --with-waivers too, and the result is WARNED instead of PASSED.
GETDATA_KEY_PASSPHRASE is the passphrase of an encrypted key.

Exit codes: 0 certified, 1 refused, 2 wrong usage.`;

/** Adds `certify <results.json>`: a signed statement about a run, with a certificate and a badge. */
export function addCertify(command: Command, { io, finish }: Cli): void {
  command
    .argument('<results.json>', 'a file that `run` wrote')
    .requiredOption('--key <private.pem>', 'the key to sign with, as `keygen` makes it')
    .option('--out <dir>', 'folder for statement, certificate, badge and a copy of the results', 'certificate')
    .option('--with-waivers', 'certify although known failures were accepted; the statement names each')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, { key: keyFile, out, withWaivers = false }: Flags) => {
      const key = privateKeyOf(io, keyFile);
      const bytes = readBytes(io.folder, file);
      const { evidence, reason } = await withProgram((own) => {
        const read = readEvidence(bytes, own);
        return { evidence: read, reason: typeof read === 'string' ? read : objection(read, withWaivers) };
      });
      if (typeof evidence === 'string' || reason !== null) {
        io.out(line(`not certified: ${reason}`));
        return finish(1);
      }
      const paths = await writeCertificate({ folder: io.folder, out }, bytes, certificateFiles(evidence, key));
      io.out(statementText(statementOf(evidence), evidence.results, keyIdOf(key)));
      io.out(`${line(`Written: ${paths.join(', ')}`)}certified\n`);
      finish(0);
    });
}
