import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { Call } from '../bindings/call.ts';
import { anyCall, type CallSource } from './calls.ts';

/** `runs` calls drawn at random; the same seed draws the same calls. */
export function drawCalls(source: CallSource, seed: number, runs: number): readonly Call[] {
  return runs === 0 ? [] : fc.sample(anyCall(source), { seed, numRuns: runs });
}

/** A seed of 32 bits from the run's seed and a name, so that filters, shards and order change nothing. */
export function derivedSeed(seed: number, name: string): number {
  return createHash('sha256').update(`${seed}/${name}`).digest().readInt32BE(0);
}
