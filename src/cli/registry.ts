import type { Command } from 'commander';
import type { Cli } from '../base/cli-io.ts';
import { grouped } from '../base/group-by.ts';
import { nowFlag, withProgram } from '../features/certify/evidence.ts';
import { publicKeyOf } from '../features/certify/keys.ts';
import { buildRegistry } from '../features/certify/registry/site.ts';
import { line } from '../views/shown-text.ts';

const EXAMPLES = `
Examples:
  getdata-conformance certify reports/results.json --key certifier.pem --valid-for 365d --out statements/host-2026
  getdata-conformance registry build statements --keys certifier.pub.pem
  getdata-conformance registry build statements --keys a.pub.pem b.pub.pem --now 2027-06-30

Each folder in the folder holds one statement with its results, as certify writes them, and its revocation if there is
one. What does not verify is named and left out. The pages, badges and registry.json in its folder site are right for
one day: build them daily.
Exit codes: 0 written, 2 wrong usage.`;

export function addRegistry(command: Command, { io, finish }: Cli): void {
  command.addHelpText('after', EXAMPLES);
  command
    .command('build')
    .description('verify all statements of a folder and write what each is worth')
    .argument('<folder>', 'the folder of the statements, named before --keys')
    .requiredOption('--keys <public.pem...>', 'the public keys that are trusted')
    .option('--now <day>', 'build it as on that day, YYYY-MM-DD in UTC (default: today)')
    .action(async (name: string, { keys: files, now }: { readonly keys: readonly string[]; readonly now?: string }) => {
      const at = nowFlag(now);
      const keys = files.map((file) => publicKeyOf(io, file));
      const { registry, index } = await withProgram(at, (own) => buildRegistry({ folder: io.folder, name }, keys, own));
      for (const sentence of registry.leftOut) io.err(`warning: ${line(sentence)}`);
      const states = grouped(registry.statements, ({ state }) => state).map(
        (some) => `${some.length} ${some[0].state}`,
      );
      io.out(line(`Written: ${index}, as of ${registry.day}: ${states.join(', ') || 'no statement'}`));
      finish(0);
    });
}
