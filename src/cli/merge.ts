import type { Command } from 'commander';
import type { Cli } from '../base/cli-io.ts';
import { type MergeFlags, mergeRuns } from '../features/run/merge-runs.ts';
import { reporterNames } from '../views/write-reports.ts';
import { withFlags } from './options.ts';

const EXAMPLES = `
Examples:
  getdata-conformance run https://host.example --shard 1/2 --seed 7 --reports shards/1
  getdata-conformance run https://host.example --shard 2/2 --seed 7 --reports shards/2
  getdata-conformance merge shards/1 shards/2
  getdata-conformance merge shards/* --reporter html,junit,github --reports reports

The shards are those of one run: same suite, contract, target, namespace, seed, profile and options, each shard once.
The result is what one run would have written, except for times. The requests that every shard sends before its cells
(pre-flight, harvest, observations) are counted once.
Exit codes: those that one run would have had; 2 if these are not all shards of one run.`;

export function addMerge(command: Command, { io, finish }: Cli): void {
  withFlags(command, 'config reports reporter baseline quiet verbose color', {
    config: 'config file, for its reporters (default: getdata.config.json when present)',
    reporter: `reports in addition to results.json: ${reporterNames.join(', ')} (default: html)`,
    baseline: 'known failures, instead of those that the shards were given',
  })
    .argument('<dir...>', 'the reports folder of each shard, or its results.json')
    .addHelpText('after', EXAMPLES)
    .action(async (named: readonly string[], flags: MergeFlags) => {
      finish(await mergeRuns(named, flags, io));
    });
}
