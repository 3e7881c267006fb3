import { createHash } from 'node:crypto';

/** A seed of 32 bits from the run's seed and a name, so that filters, shards and order change nothing. */
export function derivedSeed(seed: number, name: string): number {
  return createHash('sha256').update(`${seed}/${name}`).digest().readInt32BE(0);
}
