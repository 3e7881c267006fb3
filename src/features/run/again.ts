import { join } from 'node:path';
import type { CliIo } from '../../base/cli-io.ts';
import { attempt, ConfigError } from '../../base/error.ts';
import { listed } from '../../base/words.ts';
import { cellName } from '../../contract/cell-name.ts';
import type { ConfigText } from '../../options/config-file.ts';
import { contractBy } from '../../options/described.ts';
import type { RunFlags } from '../../options/flags.ts';
import { EMBEDDED, type RunOptions } from '../../options/model.ts';
import { wsdlAgain } from '../../options/reads.ts';
import { completeOptions, namedTarget, type OptionSources } from '../../options/run-options.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import { parseTarget } from '../../options/target.ts';
import { readResults } from '../../results/read.ts';
import type { Results } from '../../results/results.ts';
import { shownLine } from '../../views/shown-text.ts';
import { validatorNames } from '../../xml/schema.ts';

/**
 * Requests go to the target on the command line, or to the configured one if it is the file's, which is only compared.
 * @param how - to name a target, for the sentence @returns also that the target on the command line is not the file's,
 * in one sentence; '' if it is @throws ConfigError if neither holds
 */
export function optionsAgain(results: Results, file: string, how: string, given: OptionSources) {
  const { target: named, ...flags } = given.flags;
  const sources = { ...given, wsdl: wsdlAgain(results.wsdl, file, flags, given.folder ?? '') };
  const recorded = normalized(results.target);
  const of = `${file} is of ${shownLine(recorded, 200)}`;
  if (named == null && recorded === EMBEDDED)
    return { options: completeOptions({ ...sources, flags: { ...flags, target: null } }), note: '' };
  const text = namedTarget({ ...sources, flags });
  const configured = text === null ? null : parseTarget(text.value, text.where).baseUrl;
  if (named != null) {
    const { baseUrl, authorization } = parseTarget(named, 'the target');
    const note = baseUrl === recorded ? '' : `${of}; requests go to ${baseUrl}, as the command line says.`;
    // The same address in the environment or config file may hold a user name and password; a printed command has none.
    const target = authorization === null && configured === baseUrl ? text?.value : named;
    return { options: completeOptions({ ...sources, flags: { ...flags, target } }), note };
  }
  if (configured === recorded) return { options: completeOptions({ ...sources, flags }), note: '' };
  throw new ConfigError(
    configured === null
      ? `${of}, and no target is named; a file never chooses where requests go: ` +
          `name the target with ${how}, GETDATA_TARGET or the config file`
      : `${of}, but the configured target is ${configured}; name the target that requests are to go to with ${how}`,
  );
}

/** A target as `parseTarget` spells it, so that two spellings of one address are equal. */
function normalized(target: string): string {
  return attempt(() => parseTarget(target, '').baseUrl, target);
}

const MOST_NAMED = 8;

/**
 * A run of the cells that did not pass in an earlier one. `said`: what is run again, in one line; '' for a run that is
 * not a rerun. `empty`: every cell passed, or no other is selected: there is nothing to run again. `baseline`: the file
 * of known failures of the earlier run, as it was named then.
 */
export type Rerun = Omit<ReturnType<typeof rerunOf>, 'before'> & {
  /** The earlier results; null for a run that is not a rerun. */
  readonly before: Results | null;
};

interface RerunSources {
  /** Of `--rerun-failed`: a file, or true if none is named. */
  readonly file: string | true;
  readonly reports: string;
  readonly flags: RunFlags;
  readonly config: ConfigText | null;
}

/**
 * The options that resend the same calls to the cells that did not pass. The file never chooses the target or
 * --include-writes, and has no credentials and headers. @throws ConfigError if it can't be read, or no target is named
 */
export function rerunOf({ file: named, reports, flags, config }: RerunSources, io: CliIo) {
  const file = named === true ? join(reports, 'results.json') : named;
  if (/^https?:\/\//i.test(file))
    throw new ConfigError(`--rerun-failed takes a results file, and ${file} is an address; give the target before it`);
  const results = readResults(io.folder, file);
  // The given flags override those that would repeat the earlier run on a command line.
  const given: RunFlags = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
  const repeated = { ...earlier(results), ...given };
  const sources = { flags: repeated, env: io.env, config, randomSeed: results.seed, folder: io.folder };
  const { options, note } = optionsAgain(results, file, '`run <target> --rerun-failed`', sources);
  const failed = notPassed(results);
  const from = flags.namespace === undefined ? results.namespaceFrom : undefined;
  const wanted: RunOptions = { ...options, cells: failed, ...(from === undefined ? {} : { namespaceFrom: from }) };
  const cells = selectedCells(contractBy(options), wanted).map(cellName);
  const rerun = { options: wanted, empty: cells.length === 0, baseline: results.baseline?.file, before: results };
  const selected = failed.length === 0 ? '' : ' of what is selected';
  if (rerun.empty) return { ...rerun, said: `In ${file} every cell${selected} passed: there is nothing to run again.` };
  const recorded = flags.calls === undefined ? results.coverage.recorded?.file : undefined;
  const seconds = flags.maxTime === undefined ? results.options.limits.maxTimeSeconds : null;
  const said = [
    `Run again: the cells that did not pass in ${file} (${listed(cells, MOST_NAMED)}).`,
    note,
    seconds === null ? '' : `It ends after ${seconds} s, as the earlier run did: --max-time sets another limit.`,
    rerun.baseline === undefined
      ? ''
      : `Known failures are taken from ${rerun.baseline}, unless --baseline names others.`,
    recorded === undefined ? '' : `The earlier run sent the calls of ${recorded} too: give them again with --calls.`,
    headersNote(results, options),
    routeNote(results, options),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
  return { ...rerun, said };
}

/** Names of the cells with findings, and of those that could not be judged: a rerun should judge them too. */
function notPassed({ cells, findings }: Results): readonly string[] {
  const open = cells.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'skipped');
  return [...new Set([...findings, ...open].map(cellName))];
}

/** The flags that would repeat the earlier run on a command line. */
function earlier({ suite, namespace, seed, profile, ruleSet, options }: Results): RunFlags {
  const { operations, bindings, runs, failOn, allowInconclusive, limits } = options;
  const text = (value: number | null): string | undefined => (value === null ? undefined : String(value));
  return {
    namespace,
    seed: String(seed),
    profile,
    ruleSet,
    operations: operations?.join(','),
    bindings: bindings?.join(','),
    runs: text(runs),
    failOn,
    allowInconclusive,
    concurrency: text(limits.concurrency),
    rate: text(limits.rate),
    timeout: text(limits.timeoutMs),
    maxBody: text(limits.maxBodyBytes),
    maxTime: text(limits.maxTimeSeconds),
    validator: validatorNames.find((name) => suite.validator.startsWith(`${name} `)),
  };
}

function headersNote(results: Results, { headers }: RunOptions): string {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const missing = results.options.headers.filter((name) => !names.has(name.toLowerCase()));
  return missing.length === 0 ? '' : `The earlier run sent ${missing.join(', ')} too: give it again with --header.`;
}

/** How only the earlier run reached its target: of certificates and proxies the file has no details. */
function routeNote({ options: earlier }: Results, { route: { tls, proxy } }: RunOptions): string {
  const missing = [
    ...(earlier.ca && tls.ca === undefined ? ['--ca'] : []),
    ...(earlier.cert && tls.cert === undefined ? ['--cert and --key'] : []),
    ...(earlier.insecure && tls.insecure !== true ? ['--insecure'] : []),
    ...(earlier.proxy && proxy === null ? ['--proxy'] : []),
  ];
  return missing.length === 0 ? '' : `The earlier run was given ${missing.join(', ')}: this one is not.`;
}
