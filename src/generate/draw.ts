import fc from 'fast-check';
import type { Call } from '../bindings/call.ts';
import { anyCall, type CallSource } from './calls.ts';

/** `runs` calls drawn at random; the same seed draws the same calls. */
export function drawCalls(source: CallSource, seed: number, runs: number): readonly Call[] {
  return runs === 0 ? [] : fc.sample(anyCall(source), { seed, numRuns: runs });
}
