import type { Cell } from '../contract/model.ts';
import type { Shard } from '../results/run-options.ts';
import { shardName } from '../results/shards/shard.ts';

/** The part of a run that a shard is, in a line; '' for a whole run. */
export function partLine(shard: Shard | undefined, cells: readonly Cell[]): string {
  if (shard === undefined) return '';
  const names = [...new Set(cells.map(({ operation }) => operation.name))];
  const what = names.length === 0 ? 'no operation is in this part, so nothing is sent' : names.join(', ');
  return `Shard ${shardName(shard)}: ${what}\n`;
}
