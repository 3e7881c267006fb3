import type { Command } from 'commander';
import type { Cli } from '../base/cli-io.ts';
import { type ReplayFlags, replayFindings } from '../features/run/replay.ts';
import { repeatOnChange } from '../features/run/watch.ts';
import { ROUTE_AND_CONFIG, withFlags } from './options.ts';

const EXAMPLES = `
Examples:
  getdata-conformance replay reports/results.json --target https://host.example
  getdata-conformance replay reports/results.json 'http.status@Get_Inventory/soap12' --target https://host.example
  getdata-conformance replay reports/results.json 'record.field-order:Video.Title' --target https://host.example
  getdata-conformance replay reports/results.json --target https://host.example --watch

Requests go to --target, or to the target of GETDATA_TARGET or the config file if the results are of the same one; the
file never chooses. What the embedded reference server answered is sent to the embedded reference server again.

Exit codes: 1 if a finding still fails, 0 if none does, 3 if none does but some can't be judged,
4 if the target can't be reached.`;

export function addReplay(command: Command, { io, finish }: Cli): void {
  withFlags(command, `${ROUTE_AND_CONFIG} reads includeWrites header timeout`, {
    reads: 'for results of run --wsdl: the operations that may be called again, as they change no state',
  })
    .argument('<results.json>', 'a file that `run` wrote')
    .argument('[finding|cause]', 'id of a finding, or a cause; without it all findings, one line each')
    .option('--target <url>', "the service's address, with or without /getData.asmx (the document's {base_url})")
    .option('--watch', 'send again when a file of this folder changes, or on Enter, until Ctrl-C')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, id: string | undefined, flags: ReplayFlags & { readonly watch?: boolean }) => {
      const again = (): Promise<number> => replayFindings(file, id, flags, io);
      finish(await (flags.watch === true ? repeatOnChange(again, io) : again()));
    });
}
