import { setFlagsFromString } from 'node:v8';

/** Eight times V8's own budget. */
const OPTIMIZE_LATER = '--interrupt-budget=540000';

/**
 * Flags for a process to be started: V8 keeps its young generation small and collects the old one before it has grown
 * by a fifth. Without them garbage stays until memory runs short, and hostile answers of 16 MB add up to several
 * hundred MB. `--optimize-for-size` saves no more there and takes a third more time. One thread collects so small a heap
 * with less CPU than five. Most code of a run is used too seldom to repay that V8 optimizes it.
 */
export const sparingFlags = [
  '--max-semi-space-size=2',
  '--heap-growing-percent=20',
  '--single-threaded-gc',
  OPTIMIZE_LATER,
] as const;

/** Makes this process, which does less, use less memory from now on. */
export function spareMemory(): void {
  // The first flag implies the second, but only at the start of a process.
  for (const flag of ['--optimize-for-size', '--max-semi-space-size=2', OPTIMIZE_LATER]) setFlagsFromString(flag);
}
