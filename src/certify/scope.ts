import type { ResultOptions, Results } from '../results/results.ts';
import { profiles } from '../results/run-options.ts';
import { shardName } from '../results/selected-cells.ts';

/**
 * What is missing in a run because of its options; null where they leave nothing out. A quick run is not
 * enough: it sends no calls at the edges of the types and one variant only of the rules that vary requests.
 */
export function scopeTooNarrow({ options, profile, incomplete }: Results): string | null {
  if (incomplete) return 'the run was cut short, so not every rule has a verdict; run it again to its end';
  if (options.insecure)
    return "the target's TLS certificate was not checked, so nobody knows who answered; run it without --insecure, with --ca where its issuer is your own";
  if (options.shard !== undefined)
    return `these are the results of shard ${shardName(options.shard)} alone, so the rest was not judged; certify what \`merge\` makes of all shards`;
  const filter = filterOf(options);
  if (filter !== null) return `the run was filtered by ${filter}, so the rest was not judged; run it without`;
  if (!options.includeWrites) return 'Add_toCart was not called; run it with --include-writes';
  if (profile === 'quick')
    return 'the profile quick leaves out calls that a certificate rests on; run it with --profile standard';
  if (options.runs !== null && options.runs < profiles.standard.runs) {
    return `--runs ${options.runs} is fewer random calls per cell than the profile standard makes; run it without`;
  }
  if (options.allowInconclusive) return 'the run was allowed to lack evidence; run it without --allow-inconclusive';
  return null;
}

function filterOf({ operations, bindings, rules, cells }: ResultOptions): string | null {
  if (operations !== null) return '--operations';
  if (bindings !== null) return '--bindings';
  if (rules !== null) return '--rules';
  return cells === null ? null : '--rerun-failed';
}
