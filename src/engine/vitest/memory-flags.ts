import { setFlagsFromString } from 'node:v8';

/**
 * V8 gives memory back sooner and keeps its young generation small. Without it what a run let go of stays until there is
 * pressure, and hostile answers of 16 MB come to several hundred MB.
 */
const SPARING = '--optimize-for-size';

/** The same for a process that is still to be started, as its flags. */
export const sparingFlags = [SPARING] as const;

/** Makes this process sparing with memory, from here on. */
export function spareMemory(): void {
  setFlagsFromString(SPARING);
  // The first flag implies it, but only at the start of a process.
  setFlagsFromString('--max-semi-space-size=2');
}
