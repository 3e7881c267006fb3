import type { Command } from 'commander';
import type { Cli, CliIo } from '../base/cli-io.ts';
import { kinds, USUAL_FAIL_ON } from '../features/comparison/servers/difference.ts';
import { type CompareView, compareViews, runComparison } from '../features/comparison/servers/run-comparison.ts';
import { readConfigText } from '../options/config-file.ts';
import type { RunFlags, TextFlags } from '../options/flags.ts';
import type { RunOptions } from '../options/model.ts';
import { nameFlag, namesFlag } from '../options/names.ts';
import { completeOptions } from '../options/run-options.ts';
import { parseTarget } from '../options/target.ts';
import { withRecordedCalls } from '../results/har/recorded-calls.ts';
import { type OutputFlags, outputOf } from '../views/output.ts';
import { PROXY_HELP, ROUTE_AND_CONFIG, withFlags } from './options.ts';

type CompareFlags = Omit<RunFlags, 'target' | 'rules' | 'failOn'> &
  OutputFlags &
  TextFlags<'only' | 'failOn'> & { readonly plain?: boolean };

const EXAMPLES = `
Examples:
  getdata-conformance compare https://old.example https://new.example --namespace http://dealer.example/webservices/
  getdata-conformance compare https://old.example https://new.example --only data,rules
  getdata-conformance compare https://old.example https://new.example --calls traffic.har
  getdata-conformance compare https://old.example https://new.example --operations Get_Inventory --profile quick --seed 7

A is the old server, and trusted: its answers supply the values of the calls. A difference counts if the second
answers have it too, and neither server differs from itself there.
Credentials and --header go to both servers; a user and password in an address go only to that server.

Kinds, from the gravest to the mildest: ${kinds.join(', ')}. spelling: the same for
every XML parser, in other bytes; it is listed, and by default does not count (--fail-on spelling).

Exit codes: 0 the same, or no difference that counts, 1 they differ, 2 wrong usage or config, 3 no difference that counts,
but nothing could be compared in some cell, 4 one of them can't be reached.
${PROXY_HELP}`;

const CALLS =
  'send the calls of this recording (HAR, or a SoapUI or Postman file) instead of generated ones; observations only if --only names them';

export function addCompare(command: Command, { io, finish }: Cli): void {
  withFlags(command, ROUTE_AND_CONFIG)
    .argument('<urlA>', 'the old server: its {base_url}, or the address that ends in /getData.asmx')
    .argument('<urlB>', 'the new one')
    .option('--only <kinds>', `compare only these: ${kinds.join(', ')} (default: all)`)
    .option('--plain', 'with --calls: write the recorded calls in the plain form of the document, and send writes too')
    .option(
      '--fail-on <kind>',
      `the mildest kind that makes the exit code 1: ${kinds.join(', ')} (default: ${USUAL_FAIL_ON})`,
    );
  withFlags(command, 'namespace calls operations bindings profile runs seed includeWrites concurrency rate timeout', {
    calls: CALLS,
  });
  withFlags(command, 'maxBody maxTime header reports reporter allowInconclusive quiet color', {
    reporter: 'reports in addition to compare.json: html, markdown (default: html)',
    allowInconclusive: 'exit 0 if there is no difference but nothing could be compared in some cell',
  })
    .addHelpText('after', EXAMPLES)
    .action(async (urlA: string, urlB: string, flags: CompareFlags) => {
      const options = optionsOfBoth(urlA, urlB, flags, io);
      const views = namesFlag('reporter', '--reporter', flags.reporter, Object.keys(compareViews) as CompareView[]);
      const only = namesFlag('kind of difference', '--only', flags.only, kinds);
      // Observations are our own requests.
      const usual = flags.calls === undefined ? kinds : kinds.filter((kind) => kind !== 'observations');
      const failOn = nameFlag('kind of difference', '--fail-on', flags.failOn, kinds) ?? USUAL_FAIL_ON;
      const asked = { kinds: only ?? usual, failOn };
      finish(await runComparison(options, asked, views ?? ['html'], outputOf(io, flags)));
    });
}

/** The options of both servers: the same except for the address, and the header for user and password in it. */
function optionsOfBoth(urlA: string, urlB: string, flags: CompareFlags, io: CliIo) {
  const config = readConfigText(io.folder, flags);
  const randomSeed = io.randomSeed();
  const optionsOf = (where: string, target: string): RunOptions & { readonly target: string } => {
    const { baseUrl } = parseTarget(target, where);
    const sources = {
      flags: { ...flags, failOn: undefined, target },
      env: io.env,
      config,
      randomSeed,
      folder: io.folder,
    };
    // A config file is written for one server: permission to change both must be given here.
    const options = { ...completeOptions(sources), target: baseUrl, includeWrites: flags.includeWrites === true };
    return withRecordedCalls(options, io.folder, flags.calls, flags.plain === true ? 'compared' : 'as recorded');
  };
  return { a: optionsOf('<urlA>', urlA), b: optionsOf('<urlB>', urlB) };
}
