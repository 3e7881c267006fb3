import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CliIo } from '../../base/cli-io.ts';
import { ConfigError } from '../../base/error.ts';
import { plural } from '../../base/words.ts';
import { readConfigText } from '../../options/config-file.ts';
import type { RunFlags } from '../../options/flags.ts';
import { numberFlag, ranges } from '../../options/limits.ts';
import { shownOptions } from '../../results/fold.ts';
import { judgedScope } from '../../results/judged-scope.ts';
import { readResults } from '../../results/read.ts';
import type { Results } from '../../results/results.ts';
import { recordedOptions } from '../../results/run-record.ts';
import { suiteVersion } from '../../results/suite-version.ts';
import { newestRuleSet } from '../../rules/rule-sets.ts';
import { githubStep, type OutputFlags, outputOf, reportersOf } from '../../views/output.ts';
import { printable } from '../../views/terminal/palette.ts';
import { dryRunText } from '../run/dry-run.ts';
import { hookLines } from '../run/hooks.ts';
import { type EndedTarget, judged } from './ended.ts';
import { sameAddress } from './fold.ts';
import { type FleetTarget, fleetOptions, notShared } from './options.ts';

/** The flags of `run` with a file of targets, also those that a fleet can't have. */
type FleetFlags = Omit<RunFlags, 'target'> & OutputFlags & { readonly targets: string };

/** `run --targets <file>`. @returns the exit code @throws ConfigError before anything is sent */
export async function runTargets(target: string | undefined, flags: FleetFlags, io: CliIo): Promise<number> {
  refuseOthers(target, flags);
  const config = readConfigText(io.folder, flags);
  const maxSeconds = numberFlag('--max-time', flags.maxTime, ranges.maxTimeSeconds);
  const parallel = numberFlag('--parallel', flags.parallel, ranges.parallel) ?? 1;
  const sources = { flags, env: io.env, config, randomSeed: io.randomSeed(), folder: io.folder };
  const targets = fleetOptions({ ...sources, file: flags.targets });
  const reporters = new Map(targets.map((one) => [one, reportersOf(flags.reporter, one.config)]));
  const note = targets.some((one) => one.config === config) ? notShared(config) : null;
  const same = sameAddress(targets.map(({ name, options }) => ({ name, address: options.target })));
  for (const sentence of [...(note === null ? [] : [note]), ...same]) io.out(printable(`! ${sentence}\n`));
  const output = outputOf(io, flags);
  const kept = new Map<FleetTarget, EndedTarget>();
  if (flags.rerunFailed === true) {
    for (const one of targets) {
      const before = passedBefore(one, output.reportsDir);
      if (before !== null) kept.set(one, before);
    }
    io.out(`${plural(kept.size, 'target')} of ${targets.length} passed before: kept, and not run again.\n`);
  }
  if (flags.dryRun === true) {
    for (const one of targets.filter((one) => !kept.has(one))) {
      const { name, options } = one;
      io.out(`${printable(name)}\n${dryRunText(options)}${hookLines(one.config, options)}\n`);
    }
    return 0;
  }
  // Loaded late: it loads vitest, useless to the other commands.
  const { runFleet } = await import('./run-fleet.ts');
  const own = (one: FleetTarget) => reporters.get(one) ?? [];
  const reporting = { reportersOf: own, github: githubStep(io), process: io };
  return runFleet({ targets, kept, maxSeconds, parallel }, output, reporting);
}

function refuseOthers(target: string | undefined, { baseline, rerunFailed, shard }: FleetFlags): void {
  const others = [
    [target, 'a target', 'name it in the file, or omit --targets'],
    [baseline, '--baseline', 'known failures belong to one server: name them in its own config file'],
    [shard, '--shard', 'shards are of one run: run each target by itself'],
  ] as const;
  if (typeof rerunFailed === 'string')
    throw new ConfigError(
      `--rerun-failed names ${rerunFailed}; with --targets it takes no file: it reads those in the reports folder`,
    );
  for (const [given, name, advice] of others) {
    if (given !== undefined) throw new ConfigError(`--targets and ${name} are given together; ${advice}`);
  }
}

/** A target whose same run passed before; null if it is to be run again, or its results can't be read. */
function passedBefore(target: FleetTarget, reportsDir: string): EndedTarget | null {
  const { name } = target;
  try {
    const results = readResults(reportsDir, join(reportsDir, name, 'results.json'));
    if (results.exitCode !== 0 || !isSameRun(results, target)) return null;
    const report = existsSync(join(reportsDir, name, 'report.html')) ? `${name}/report.html` : null;
    return judged({ name, options: recordedOptions(results) }, results, { results: `${name}/results.json`, report });
  } catch (error) {
    if (error instanceof ConfigError) return null;
    throw error;
  }
}

function isSameRun(results: Results, { options }: FleetTarget): boolean {
  const { suite, target, namespace, namespaceFrom, ruleSet } = results;
  const wanted = namespaceFrom === 'wsdl' ? namespace : options.namespace;
  const scope = judgedScope({ ...options, options: shownOptions(options) });
  const before = [suite.version, target, namespace, ruleSet, results.options.failOn, judgedScope(results)];
  const now = [suiteVersion(), options.target, wanted, options.ruleSet ?? newestRuleSet, options.failOn, scope];
  return JSON.stringify(before) === JSON.stringify(now);
}
