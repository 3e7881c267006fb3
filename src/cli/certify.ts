import type { Command } from 'commander';
import type { Cli } from '../base/cli-io.ts';
import { objection } from '../features/certify/assess.ts';
import { nowFlag, readBytes, readEvidence, withProgram } from '../features/certify/evidence.ts';
import { certificateFiles, writeCertificate } from '../features/certify/files.ts';
import { keyIdOf, privateKeyOf } from '../features/certify/keys.ts';
import { ended, statementOf, validForFlag } from '../features/certify/statement.ts';
import { statementText } from '../features/certify/statement-text.ts';
import type { TextFlags } from '../options/flags.ts';
import { line } from '../views/shown-text.ts';

type CertifyFlags = Readonly<Record<'key' | 'out', string>> &
  TextFlags<'validFor'> & { readonly withWaivers?: boolean };

const EXAMPLES = `
Examples:
  getdata-conformance run https://host.example --namespace http://dealer.example/webservices/ --include-writes --certify
  getdata-conformance keygen certifier
  getdata-conformance certify reports/results.json --key certifier.pem --valid-for 365d

It needs the results of a whole run that is conformant, made with --include-writes and at least --profile standard.
Sign only what you ran yourself: a file from elsewhere shows that its verdicts, sums and exchanges agree, not that they
took place. It warns if the suite did not draw the seed (run --certify): the calls could then be known in advance. If a
baseline let known failures pass, it needs --with-waivers too, and the result is WARNED instead of PASSED. With
--valid-for the statement ends that many days after the day of the run (UTC); a waiver ends with its last day.
GETDATA_KEY_PASSPHRASE is the passphrase of an encrypted key.

Exit codes: 0 certified, 1 refused, 2 wrong usage.`;

export function addCertify(command: Command, { io, finish }: Cli): void {
  command
    .argument('<results.json>', 'a file that `run` wrote')
    .requiredOption('--key <private.pem>', 'the key to sign with, as `keygen` makes it')
    .option('--out <dir>', 'folder for statement, certificate, badge and a copy of the results', 'certificate')
    .option('--with-waivers', 'certify although known failures were accepted; the statement names each')
    .option('--valid-for <days>', 'how long it is valid, counted from the day of the run: 365d (default: no end)')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, { key: keyFile, out, withWaivers = false, validFor }: CertifyFlags) => {
      const days = validForFlag(validFor);
      const key = privateKeyOf(io, keyFile);
      const bytes = readBytes(io.folder, file);
      const made = await withProgram(nowFlag(undefined), (own) => {
        const evidence = readEvidence(bytes, own);
        if (typeof evidence === 'string') return evidence;
        const trouble = objection(evidence, withWaivers);
        if (trouble !== null) return trouble;
        const statement = statementOf(evidence, days);
        return ended(statement, own.now) ?? { evidence, statement };
      });
      if (typeof made === 'string') {
        io.out(line(`not certified: ${made}`));
        return finish(1);
      }
      const { evidence, statement } = made;
      const files = certificateFiles(evidence, statement, key);
      const paths = await writeCertificate({ folder: io.folder, out }, bytes, files);
      io.out(statementText(statement, evidence.results, keyIdOf(key)));
      io.out(`${line(`Written: ${paths.join(', ')}`)}certified\n`);
      finish(0);
    });
}
