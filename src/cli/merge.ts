import type { Command } from 'commander';
import type { Cli } from '../base/cli-io.ts';
import { type MergeFlags, mergeRuns } from '../features/run/merge-runs.ts';
import { reporterNames } from '../views/write-reports.ts';

const EXAMPLES = `
Examples:
  getdata-conformance run https://host.example --shard 1/2 --seed 7 --reports shards/1
  getdata-conformance run https://host.example --shard 2/2 --seed 7 --reports shards/2
  getdata-conformance merge shards/1 shards/2
  getdata-conformance merge shards/* --reporter html,junit,github --reports reports

The shards are those of one run: same suite, contract, target, namespace, seed, profile and options, each shard once. The
result is what one run would have written, except for times. The requests that every shard sends before its cells
(pre-flight, harvest, observations) are counted once.
Exit codes: those that one run would have had; 2 if these are not all shards of one run.`;

export function addMerge(command: Command, { io, finish }: Cli): void {
  command
    .argument('<dir...>', 'the reports folder of each shard, or its results.json')
    .option('--config <file>', 'config file, for its reporters (default: getdata.config.json when present)')
    .option('--reports <dir>', 'folder the reports are written to', 'reports')
    .option('--reporter <names>', `reports in addition to results.json: ${reporterNames.join(', ')} (default: html)`)
    .option('--baseline <file>', 'known failures, instead of those that the shards were given')
    .option('--quiet', 'print only the end of the report')
    .option('--no-color', 'print without colours')
    .addHelpText('after', EXAMPLES)
    .action(async (named: readonly string[], flags: MergeFlags) => {
      finish(await mergeRuns(named, flags, io));
    });
}
