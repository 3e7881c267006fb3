import type { Cell } from '../contract/model.ts';
import type { Shard } from '../results/run-options.ts';
import { shardName } from '../results/shards/shard.ts';

/** What part of a run this one is, in a line; '' where it is all of it. */
export function partLine(shard: Shard | undefined, cells: readonly Cell[]): string {
  if (shard === undefined) return '';
  const names = [...new Set(cells.map(({ operation }) => operation.name))];
  const what = names.length === 0 ? 'no operation is in this part, so nothing is asked' : names.join(', ');
  return `Shard ${shardName(shard)}: ${what}\n`;
}
