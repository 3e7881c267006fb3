import type { Command } from 'commander';
import type { Cli } from '../run/output.ts';
import { type ReplayFlags, replayFindings } from '../run/replay.ts';
import { repeated, withRouteOptions } from './options.ts';

const EXAMPLES = `
Examples:
  getdata-conformance replay reports/results.json --target https://host.example
  getdata-conformance replay reports/results.json 'http.status@Get_Inventory/soap12' --target https://host.example
  getdata-conformance replay reports/results.json 'record.field-order:Video.Title' --target https://host.example

Requests go to --target, or where GETDATA_TARGET or the config file names the same target as the results; the file never
chooses. What the embedded reference server answered is sent to the embedded reference server again.

Exit codes: 1 where some finding still fails, 0 where none does, 3 where none does but some can't be judged,
4 where the target can't be reached.`;

/** Adds `replay <results.json> [finding|cause]`. */
export function addReplay(command: Command, { io, finish }: Cli): void {
  withRouteOptions(command)
    .argument('<results.json>', 'a file that `run` wrote')
    .argument('[finding|cause]', 'id of a finding, or a cause; all findings, one line each, where it is left out')
    .option('--target <url>', "the document's {base_url}, or the address that ends in /getData.asmx")
    .option('--include-writes', 'also send Add_toCart again, which changes state at the target')
    .option('--config <file>', 'config file (default: getdata.config.json when present)')
    .option('--header <line>', "a header for every request, 'Name: value'; repeatable", repeated)
    .option('--timeout <ms>', 'milliseconds to wait for one answer')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, id: string | undefined, flags: ReplayFlags) => {
      finish(await replayFindings(file, id, flags, io));
    });
}
