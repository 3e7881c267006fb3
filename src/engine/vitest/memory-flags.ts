import { setFlagsFromString } from 'node:v8';

/**
 * Flags for a process to be started: V8 frees memory sooner and keeps its young generation small. Without them garbage
 * stays until memory runs short, and hostile answers of 16 MB add up to several hundred MB.
 */
export const sparingFlags = ['--optimize-for-size'] as const;

/** Makes this process use less memory from now on. */
export function spareMemory(): void {
  // The first flag implies the second, but only at the start of a process.
  for (const flag of [...sparingFlags, '--max-semi-space-size=2']) setFlagsFromString(flag);
}
