import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import type { Cli, CliIo } from '../base/cli-io.ts';
import { ConfigError } from '../base/error.ts';
import { stopSignal } from '../base/stop-signal.ts';
import { type Rerun, rerunOf } from '../features/run/again.ts';
import { hookLines, withHooks } from '../features/run/hooks.ts';
import { withServer } from '../features/run/with-server.ts';
import { baselineOf } from '../options/baseline-file.ts';
import { type ConfigText, readConfigText } from '../options/config-file.ts';
import { contractBy, type GivenWsdl } from '../options/described.ts';
import { variable } from '../options/environment.ts';
import type { RunFlags } from '../options/flags.ts';
import { completeOptions } from '../options/run-options.ts';
import type { Results } from '../results/results.ts';
import { githubStep, type Output, type OutputFlags, outputOf, reportersOf } from '../views/output.ts';
import { shownLine } from '../views/shown-text.ts';
import { printable } from '../views/terminal/palette.ts';
import { reporterNames } from '../views/write-reports.ts';
import { checkSelected, givenWsdl } from './given-wsdl.ts';
import { PROXY_HELP, ROUTE_AND_CONFIG, withFlags } from './options.ts';

const EXAMPLES = `
Examples:
  getdata-conformance run --embedded
  getdata-conformance run https://host.example --namespace http://dealer.example/webservices/
  getdata-conformance run https://host.example --dry-run
  getdata-conformance run https://host.example --reporter html,junit,github
  getdata-conformance run https://host.example --operations Get_Inventory --bindings soap11,soap12 --seed 7
  getdata-conformance run https://host.example --baseline getdata.baseline.json
  getdata-conformance run https://host.example --rate 5 --ca our-ca.pem --cert client.pem --key client.key
  getdata-conformance run https://host.example --shard 1/4 --reports shards/1
  getdata-conformance run https://host.example --rerun-failed
  getdata-conformance run https://host.example --calls traffic.har
  getdata-conformance run https://host.example --include-writes --certify
  getdata-conformance run --targets targets.json --profile quick --parallel 4 --max-time 3600

--targets takes { "targets": [{ "name", "target", "namespace", "config", "credentials", "headers", "tls" }, …] }: a flag
overrides it, it overrides the environment. Credentials of the environment and of --config go to every target that has
none of its own, and --header goes to each. --max-time is for all of them together. The exit code is the worst one, in
the order 5, 2, 4, 1, 3, 0.

A flag overrides the environment (GETDATA_TARGET, GETDATA_NAMESPACE, GETDATA_DEALER_ID, GETDATA_API_KEY,
GETDATA_PASSWORD), which overrides the config file.${PROXY_HELP}`;

export function addRun(command: Command, { io, finish }: Cli): void {
  withFlags(
    command.optionsGroup('Target:'),
    `embedded wsdl reads namespace targets parallel header ${ROUTE_AND_CONFIG} wait`,
  );
  withFlags(
    command.optionsGroup('What is sent:'),
    'operations bindings rules profile runs seed calls includeWrites shard rerunFailed certify dryRun',
  );
  withFlags(command.optionsGroup('Load and limits:'), 'concurrency rate timeout maxBody maxTime failFast');
  withFlags(command.optionsGroup('Verdict:'), 'failOn allowInconclusive baseline ruleSet validator');
  withFlags(command.optionsGroup('Reports:'), 'reports reporter docsUrl open quiet verbose color', {
    reporter: `reports in addition to results.json: ${reporterNames.join(', ')} (default: html)`,
  })
    .argument('[target]', "the service's address, with or without /getData.asmx (the document's {base_url})")
    .addHelpText('after', EXAMPLES)
    .action(async (target: string | undefined, flags: RunFlags & OutputFlags) => {
      refuseInstallPlace();
      const { targets, rerunFailed } = flags;
      if (flags.parallel !== undefined && targets === undefined)
        throw new ConfigError('--parallel is for --targets; --concurrency limits the requests to one server');
      if (flags.embedded === true && (targets !== undefined || rerunFailed !== undefined))
        throw new ConfigError('--embedded names a target; it excludes --targets and --rerun-failed');
      // Each part of a run is loaded only if it is wanted.
      if (targets !== undefined) {
        const { runTargets } = await import('../features/fleet/run-targets.ts');
        return finish(await runTargets(target, { ...flags, targets }, io));
      }
      const wsdl = await givenWsdl(flags, io);
      const recorded = flags.calls === undefined ? null : await import('../results/har/recorded-calls.ts');
      const config = readConfigText(io.folder, flags);
      const rerunWith = (given: ConfigText | null): Rerun => {
        const rerun = wantedOf(target, flags, given, io, wsdl);
        const baseline = baselineOf(io.folder, flags.baseline ?? rerun.baseline, given);
        const options = { ...rerun.options, baseline };
        return { ...rerun, options: recorded?.withRecordedCalls(options, io.folder, flags.calls) ?? options };
      };
      const say = ({ said, empty }: Rerun): void => {
        if (said !== '' && (empty || flags.quiet !== true)) io.out(printable(`${said}\n`));
      };
      // All is checked before a hook runs.
      const unhooked = rerunWith(config);
      const reporters = reportersOf(flags.reporter, config);
      if (unhooked.empty || flags.dryRun === true) {
        say(unhooked);
        const { dryRunText } = await import('../features/run/dry-run.ts');
        if (!unhooked.empty) io.out(`${dryRunText(unhooked.options)}${hookLines(config, unhooked.options)}`);
        return finish(0);
      }
      // A signal while the parts of a run are loaded ends it with its reports too.
      const stop = stopSignal(null);
      const { runSuite } = await import('../features/run/run-suite.ts');
      const ended = (_results: Results, files: readonly string[]): void => {
        if (flags.open === true) openReport(files, io);
      };
      const output = outputOf(io, flags);
      const { before } = unhooked;
      const joined = before === null ? {} : { joined: await joinedWith(before, output) };
      const reporting = { reporters, github: githubStep(io), ended, ...joined };
      const runOf = (hooked: ConfigText | null): Promise<number> => {
        const rerun = hooked?.printed === undefined ? unhooked : rerunWith(hooked);
        say(rerun);
        const { options } = rerun;
        return withServer(options, (baseUrl) => runSuite(options, baseUrl, output, reporting, stop.signal));
      };
      finish(await withHooks(config, io, unhooked.options, runOf, stop.signal).finally(stop.release));
    });
}

/** What joins the results of a rerun with those before it, or keeps these if they are of another kind of run. */
async function joinedWith(before: Results, { reportsDir }: Output) {
  const { notJoined, withRerun } = await import('../results/rerun.ts');
  const { keepEarlier, reserveResults } = await import('../results/write.ts');
  const { withWarnings } = await import('../results/coded-warnings.ts');
  return async (results: Results): Promise<Results> => {
    const other = notJoined(before, results);
    if (other === null)
      return withRerun(
        before,
        results,
        contractBy(before.wsdl === undefined ? results : before),
        await reserveResults(reportsDir),
      );
    const kept = await keepEarlier(reportsDir);
    const still = kept === null ? '' : `; the results before are kept as ${kept}`;
    const note = `These are only the cells that were run again, with another ${other} than before${still}.`;
    return withWarnings(results, { 'other-run': note });
  };
}

/** An unset variable of a CI job must not start a run of our own server. */
const NO_TARGET =
  'no target is named, or it is empty; name it on the command line, in GETDATA_TARGET or in the config file, ' +
  'or test the embedded reference server with `run --embedded`';
const EMPTY_TARGET =
  'the target on the command line is empty, as an unset variable makes it; name it, leave it out to take ' +
  'GETDATA_TARGET or the config file, or test the embedded reference server with `run --embedded`';

/** What to send: by the flags, or the same calls again to the cells that did not pass in an earlier run. */
function wantedOf(
  target: string | undefined,
  flags: RunFlags & OutputFlags,
  config: ConfigText | null,
  io: CliIo,
  wsdl: GivenWsdl | undefined,
): Rerun {
  const { rerunFailed: file, reports } = flags;
  if (flags.embedded === true && target !== undefined)
    throw new ConfigError(
      `--embedded tests the embedded server, and ${shownLine(target, 200) || 'an empty target'} is named too; ` +
        'expected one of them',
    );
  if (flags.certify === true && file !== undefined)
    throw new ConfigError(
      '--certify draws a seed, and --rerun-failed sends the calls of an earlier run; expected one of them',
    );
  if (target?.trim() === '') throw new ConfigError(EMPTY_TARGET);
  const own = { ...flags, target: flags.embedded === true ? null : target };
  if (file !== undefined) return rerunOf({ file, reports, flags: own, config }, io);
  const sources = { flags: own, env: io.env, config, randomSeed: io.randomSeed(), folder: io.folder, wsdl };
  const options = completeOptions(sources);
  if (wsdl !== undefined) checkSelected(contractBy(options), options);
  if (options.target === null && flags.embedded !== true) throw new ConfigError(NO_TARGET);
  return { options, said: '', empty: false, baseline: undefined, before: null };
}

/**
 * Refuses a folder whose path vite misreads ('#', '?', '%'): no file of the suite would be found there. @param module -
 * of this package @throws ConfigError
 */
export function refuseInstallPlace(module: string = import.meta.url): void {
  const path = fileURLToPath(new URL('../..', module));
  const [found] = /[#?%]/.exec(path) ?? [];
  if (found === undefined) return;
  throw new ConfigError(
    `the suite can't run from ${path}: '${found}' in a path is not read literally; install it elsewhere`,
  );
}

/** The command that opens a file on each platform; elsewhere xdg-open of freedesktop.org. */
const openers: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens the HTML report of a run for its user. In CI, and without a report, it does nothing. */
function openReport(files: readonly string[], { env, out }: Pick<CliIo, 'env' | 'out'>): void {
  const page = files.find((file) => file.endsWith('report.html'));
  if (page === undefined || variable(env, 'CI') !== null) return;
  const [command, ...args] = openers[process.platform] ?? ['xdg-open'];
  const opener = spawn(command, [...args, page], { detached: true, stdio: 'ignore' });
  opener.on('error', () => out(printable(`! ${command} could not show ${page}; open it yourself.\n`)));
  opener.unref();
}
