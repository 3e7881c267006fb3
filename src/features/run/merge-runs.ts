import type { CliIo } from '../../base/cli-io.ts';
import { ConfigError } from '../../base/error.ts';
import { plural } from '../../base/words.ts';
import { baselineOf } from '../../options/baseline-file.ts';
import { readConfigText } from '../../options/config-file.ts';
import { contractBy } from '../../options/described.ts';
import type { Flags } from '../../options/flags.ts';
import { mergeInputs, type ShardFile, type Shards } from '../../results/shards/inputs.ts';
import { mergeShards, shardWarnings } from '../../results/shards/merge.ts';
import { disagreement, gap } from '../../results/shards/refusal.ts';
import { suiteVersion } from '../../results/suite-version.ts';
import { reserveResults } from '../../results/write.ts';
import { githubStep, type OutputFlags, outputOf, reportersOf } from '../../views/output.ts';
import { printable } from '../../views/terminal/palette.ts';
import { ALLURE_FOLDER, views } from '../../views/write-reports.ts';
import { endReport } from './end-report.ts';

export type MergeFlags = OutputFlags & Flags<'config' | 'reporter' | 'baseline'>;

/** What a merge writes besides its results. */
const WRITTEN: ReadonlySet<string> = new Set([...Object.values(views).map(({ file }) => file), ALLURE_FOLDER]);

/**
 * Merges the shards of one run, named by folder or results.json, and writes reports. @returns exit code
 * @throws ConfigError if they are not all shards of one run
 */
export async function mergeRuns(named: readonly string[], flags: MergeFlags, io: CliIo): Promise<number> {
  const reporters = reportersOf(flags.reporter, readConfigText(io.folder, flags));
  const baseline = baselineOf(io.folder, flags.baseline, null);
  const { files: given, leftOut } = mergeInputs(named, flags.reports, io.folder, WRITTEN);
  if (given.length === 0)
    throw new ConfigError(`this merge writes to the folder of ${leftOut.join(', ')}; expected the folders of shards`);
  const files = checked(given, flags.baseline === undefined);
  const [{ file, results: first }] = files;
  const contract = contractBy(first, `${file}: namespace`);
  const trouble = gap(files, contract);
  if (trouble !== null) throw new ConfigError(trouble);
  const output = outputOf(io, flags);
  const resultsPath = await reserveResults(output.reportsDir);
  const merged = mergeShards(files, { contract, baseline, resultsPath });
  const { quiet } = output;
  for (const line of quiet ? [] : startLines(files, leftOut)) io.out(printable(`${line}\n`));
  // --quiet prints only the end of the report, which does not show them.
  for (const note of quiet ? Object.values(shardWarnings(merged)) : [])
    if (note !== null) io.err(printable(`! ${note}\n`));
  return endReport(merged, contract, output, { reporters, github: githubStep(io) });
}

function startLines(files: Shards, leftOut: readonly string[]): readonly string[] {
  const [{ results }] = files;
  const skipped = `! Left out, because this merge writes to their folder: ${leftOut.join(', ')}`;
  return [
    ...(leftOut.length === 0 ? [] : [skipped]),
    `${plural(files.length, 'shard')} of ${results.target}, profile ${results.profile}, seed ${results.seed}`,
  ];
}

/** The shards of one run, judged by this suite. @throws ConfigError in one sentence if they are not */
function checked(files: readonly ShardFile[], withBaseline: boolean): Shards {
  const [first, ...others] = files as Shards;
  const sentence = disagreement(files, withBaseline);
  if (sentence !== null) throw new ConfigError(sentence);
  const { version, contractDigest } = first.results.suite;
  if (version !== suiteVersion()) {
    throw new ConfigError(
      `${first.file} has the suite version ${version}, this is ${suiteVersion()}; ` +
        'merge with the version that ran the shards',
    );
  }
  const { digest } = contractBy(first.results, `${first.file}: namespace`);
  if (contractDigest !== digest) {
    throw new ConfigError(
      `${first.file} has the contract digest ${contractDigest}, this suite's is ${digest}; ` +
        'merge with the suite that ran the shards',
    );
  }
  return [first, ...others];
}
