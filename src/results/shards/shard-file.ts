import type { Results, ShardRecord } from '../results.ts';
import type { Shard } from '../run-options.ts';

/** The results of one shard. */
export interface ShardFile {
  /** As the user named it. */
  readonly file: string;
  readonly results: Results;
  readonly shard: Shard;
  readonly record: ShardRecord;
}

/** Results as those of a shard, or in one sentence why they are none. */
export function shardFile(file: string, results: Results): ShardFile | string {
  const { options, shardRecord: record } = results;
  const { shard } = options;
  if (shard === undefined) return `${file} holds a whole run; expected what \`run --shard i/n\` wrote`;
  if (record === undefined) {
    return `${file} holds a shard, but not as \`run\` wrote it: shardRecord is missing; expected what \`run --shard i/n\` wrote`;
  }
  return { file, results, shard, record };
}
