import type { Shard } from '../results/run-options.ts';
import { ConfigError } from '../schemas/error.ts';

/** The seed of shards where none is given: each is a command of its own, and all must send the calls of one run. */
export const SHARD_SEED = 1;

/**
 * The part of a run that `--shard i/n` names.
 * @param most - how many operations there are: of more parts some would never have any, and pass unseen
 * @throws ConfigError for anything else
 */
export function shardFlag(text: string | undefined, most: number): Shard | undefined {
  if (text === undefined) return undefined;
  const [, first, second] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const index = Number(first);
  const count = Number(second);
  if (index >= 1 && index <= count && count <= most) return { index, count };
  throw new ConfigError(
    `--shard is '${text}'; expected i/n, like 1/4 for the first of four parts, with i from 1 to n and n up to ${most}, the number of operations`,
  );
}
