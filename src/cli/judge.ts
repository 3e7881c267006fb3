import type { Command } from 'commander';
import type { Cli } from '../base/cli-io.ts';
import { type FileFlags, judgeFile } from '../features/offline/judge-file.ts';
import { judgeText } from '../features/offline/terminal.ts';
import type { Flags } from '../options/flags.ts';
import { invocationOf, wantsColor } from '../views/output.ts';
import { palette } from '../views/terminal/palette.ts';
import { givenWsdl } from './given-wsdl.ts';
import { withFlags } from './options.ts';

const EXAMPLES = `
Examples:
  getdata-conformance judge reports/results.json
  getdata-conformance judge last-month/results.json --reports judged-again
  getdata-conformance judge browser.har --namespace http://dealer.example/webservices/
  getdata-conformance judge traffic.har --wsdl shop.wsdl --reads Find,List

Nothing is sent. Rules that send requests of their own are skipped; the last line says how many.
What a HAR lacks, cells and fields, is listed and not counted.
Exit codes: 0 all that was recorded is right, 1 a recorded answer breaks a rule, 2 wrong usage, no such file or nothing
in it that can be judged, 3 inconclusive: answers to one call differ, or what a run had judged has no evidence.`;

export function addJudge(command: Command, { io, finish }: Cli): void {
  withFlags(command, 'wsdl reads namespace baseUrl failOn allowInconclusive verbose color', {
    wsdl: 'for a HAR with calls to another service, which this WSDL describes',
    reads: "with --wsdl: the operations that change no state, whose answers are compared; '*' for all",
    baseUrl: "the document's {base_url}, for a HAR with traffic to several services; with --wsdl the endpoint",
    namespace: "the document's {xml_namespace}; for a HAR in which no SOAP request shows it",
    failOn: 'lowest level of findings that count: required or recommended (default: as recorded)',
  })
    .argument('<results.json|har>', 'a file that `run` wrote, or a HAR 1.2 of a browser, a proxy or any other tool')
    .option('--reports <dir>', 'folder that the results.json of this judgement is written to (default: none)')
    .addHelpText('after', EXAMPLES)
    .action(
      async (file: string, flags: FileFlags & Flags<'wsdl' | 'reads' | 'verbose'> & { readonly color: boolean }) => {
        const wsdl = await givenWsdl(flags, io, false);
        const { report, exitCode } = await judgeFile(file, flags, io, wsdl);
        io.out(`${judgeText(report, palette(wantsColor(io, flags.color)), invocationOf(io), flags.verbose)}\n`);
        finish(exitCode);
      },
    );
}
