import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Cli, CliIo } from '../base/cli-io.ts';
import { ConfigError, withoutUserinfo } from '../base/error.ts';
import { kinds, USUAL_FAIL_ON } from '../features/comparison/servers/difference.ts';
import { type CompareView, compareViews, runComparison } from '../features/comparison/servers/run-comparison.ts';
import { baselineOf } from '../options/baseline-file.ts';
import { readConfigText } from '../options/config-file.ts';
import { contractBy, type GivenWsdl, leftOutOf } from '../options/described.ts';
import { type RunFlags, type TextFlags, typed } from '../options/flags.ts';
import { nameFlag, namesFlag } from '../options/names.ts';
import { completeOptions } from '../options/run-options.ts';
import { parseTarget } from '../options/target.ts';
import { withRecordedCalls } from '../results/har/recorded-calls.ts';
import { readRecording, recordedServer } from '../results/har/recorded-server.ts';
import { recordedService } from '../results/har/recorded-service.ts';
import { type OutputFlags, outputOf } from '../views/output.ts';
import { checkSelected, givenWsdl } from './given-wsdl.ts';
import { PROXY_HELP, ROUTE_AND_CONFIG, withFlags } from './options.ts';

type CompareFlags = Omit<RunFlags, 'target' | 'rules' | 'failOn'> &
  OutputFlags &
  TextFlags<'only' | 'failOn' | 'baseUrl'> & { readonly plain?: boolean };

const EXAMPLES = `
Examples:
  getdata-conformance compare https://old.example https://new.example --namespace http://dealer.example/webservices/
  getdata-conformance compare https://old.example https://new.example --only data,rules
  getdata-conformance compare https://old.example https://new.example --calls traffic.har
  getdata-conformance compare https://old.example https://new.example --operations McatCodes --profile quick --seed 7
  getdata-conformance compare recorded/traffic.har https://new.example
  getdata-conformance compare before/results.json https://new.example
  getdata-conformance compare https://old.example https://new.example --baseline getdata.baseline.json
  getdata-conformance compare https://old.example/shop.asmx https://new.example/shop --wsdl shop.wsdl --reads Find,List

A is the old server, and trusted: its answers supply the values of the calls. A difference counts if further
answers have it too, and neither server differs from itself there.
A recording in place of A is for the day when the old server is off: its calls are sent to B as they were recorded,
reads only, and B's answers compared with the recorded ones; of a results.json also the WSDL. Observations are not.

Credentials and --header go to both servers; a user and password in an address go only to that server.

Kinds, from the gravest to the mildest: ${kinds.join(', ')}. spelling: the same for
every XML parser, in other bytes; it is listed, and by default does not count (--fail-on spelling).

Exit codes: 0 the same, or no difference that counts, 1 they differ, or a line of the baseline no longer holds, 2 wrong
usage or config, 3 no difference that counts, but nothing could be compared in some cell, 4 one of them can't be
reached.
${PROXY_HELP}`;

const CALLS =
  'send the calls of this recording (HAR, or a SoapUI or Postman file) instead of generated ones; ' +
  'observations only if --only names them';

export function addCompare(command: Command, { io, finish }: Cli): void {
  withFlags(command, ROUTE_AND_CONFIG)
    .argument(
      '<urlA>',
      'the old server: its {base_url}, or the address that ends in /getData.asmx; or a recording of it: ' +
        'a HAR or results.json',
    )
    .argument('<urlB>', 'the new server: its {base_url}, or the address that ends in /getData.asmx')
    .option('--only <kinds>', `compare only these: ${kinds.join(', ')} (default: all)`)
    .option('--plain', 'with --calls: write the recorded calls in the plain form of the document, and send writes too')
    .option(
      '--fail-on <kind>',
      `the mildest kind that makes the exit code 1: ${kinds.join(', ')} (default: ${USUAL_FAIL_ON})`,
    );
  withFlags(
    command,
    'wsdl reads namespace baseUrl calls operations bindings profile runs seed includeWrites concurrency rate timeout',
    {
      wsdl: 'compare servers of another service, which this WSDL describes: <urlA> and <urlB> are their endpoints',
      calls: CALLS,
      baseUrl: 'the {base_url} of the old server, if A is a HAR with traffic to several services',
    },
  );
  withFlags(command, 'maxBody maxTime header reports reporter baseline allowInconclusive quiet color', {
    baseline:
      'accepted differences, as `baseline compare.json` writes them: they do not count; ' +
      'a line that no longer holds does',
    reporter: 'reports in addition to compare.json: html, markdown (default: html)',
    allowInconclusive: 'exit 0 if there is no difference but nothing could be compared in some cell',
  })
    .addHelpText('after', EXAMPLES)
    .action(async (urlA: string, urlB: string, flags: CompareFlags) => {
      const wsdl = await givenWsdl(flags, io);
      const optionsOf = isAddress(urlA) || wsdl !== undefined ? optionsOfBoth : optionsOfRecorded;
      const { recording, ...options } = optionsOf(urlA, urlB, flags, io, wsdl);
      if (wsdl !== undefined) checkSelected(contractBy(options.a), options.a);
      const views = namesFlag('reporter', '--reporter', flags.reporter, Object.keys(compareViews) as CompareView[]);
      const shown = wsdl !== undefined ? describedKinds : recording === null ? kinds : recordedKinds;
      const only = namesFlag('kind of difference', '--only', flags.only, shown);
      // Observations are our own requests.
      const isOfCalls = flags.calls !== undefined || recording !== null;
      const usual = isOfCalls ? shown.filter((kind) => kind !== 'observations') : shown;
      const failOn = nameFlag('kind of difference', '--fail-on', flags.failOn, kinds) ?? USUAL_FAIL_ON;
      const asked = { kinds: only ?? usual, failOn };
      const leftOut = wsdl === undefined ? [] : leftOutOf(wsdl);
      finish(await runComparison(options, asked, views ?? ['html'], outputOf(io, flags), recording, leftOut));
    });
}

/** Rules and observations stand on the document. */
const describedKinds = kinds.filter((kind) => kind !== 'rules' && kind !== 'observations');

/** Observations are our own requests, which nobody recorded. */
const recordedKinds = kinds.filter((kind) => kind !== 'observations');

const isAddress = (a: string): boolean => /^https?:/i.test(a);

/** The options of B, the recording of A, and for A those of B with its recorded address. */
function optionsOfRecorded(file: string, urlB: string, flags: CompareFlags, io: CliIo) {
  if (file.trim() === '' || !existsSync(resolve(io.folder, file)))
    throw new ConfigError(
      `<urlA> is '${withoutUserinfo(file)}'; ` +
        'expected an address that begins with http:// or https://, or a recording that is there',
    );
  const unfit = (['calls', 'plain', 'includeWrites'] as const).find((name) => flags[name] !== undefined);
  if (unfit !== undefined)
    throw new ConfigError(`--${typed(unfit)} is given, and A is a recording: its reads are sent as they were recorded`);
  const read = readRecording(io.folder, file);
  const given = optionsOfServer('<urlB>', urlB, flags, io);
  const named = given.namespaceFrom === 'default' ? undefined : given.namespace;
  const service = recordedService(read.har, { baseUrl: flags.baseUrl, namespace: named });
  const { namespace } = service.contract;
  const options = named === undefined ? optionsOfServer('<urlB>', urlB, { ...flags, namespace }, io) : given;
  const { recorded, server } = recordedServer(read, service, options);
  return { a: { ...options, target: service.baseUrl, recorded }, b: { ...options, recorded }, recording: server };
}

/** The options of both servers: the same except for the address, and the header for user and password in it. */
function optionsOfBoth(urlA: string, urlB: string, flags: CompareFlags, io: CliIo, wsdl?: GivenWsdl) {
  if (flags.baseUrl !== undefined)
    throw new ConfigError('--base-url is for a recording as A, which <urlA> is not; expected only the two addresses');
  const randomSeed = io.randomSeed();
  const optionsOf = (where: string, url: string) => {
    const use = flags.plain === true ? 'compared' : 'as recorded';
    return withRecordedCalls(
      optionsOfServer(where, url, flags, { ...io, randomSeed: () => randomSeed }, wsdl),
      io.folder,
      flags.calls,
      use,
    );
  };
  return { a: optionsOf('<urlA>', urlA), b: optionsOf('<urlB>', urlB), recording: null };
}

/** @param wsdl - of `--wsdl`, by which the address is that of the endpoint */
function optionsOfServer(where: string, target: string, flags: CompareFlags, io: CliIo, wsdl?: GivenWsdl) {
  const { baseUrl } = parseTarget(target, where, wsdl !== undefined);
  const config = readConfigText(io.folder, flags);
  const baseline = baselineOf(io.folder, flags.baseline, config);
  const sources = {
    flags: { ...flags, failOn: undefined, target },
    env: io.env,
    config,
    randomSeed: io.randomSeed(),
    folder: io.folder,
    wsdl,
  };
  // A config file is written for one server: permission to change both must be given here.
  return { ...completeOptions(sources), target: baseUrl, includeWrites: flags.includeWrites === true, baseline };
}
