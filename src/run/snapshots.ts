import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Results } from '../results/results.ts';
import { PARTIAL_FILE, writeWhole } from '../results/write.ts';

/** Milliseconds between two snapshots. */
const EVERY = 5_000;

/** Snapshots of a run under way, so that something is left where the process itself is killed. */
export interface Snapshots {
  /** Ends them and removes the file. */
  readonly end: () => Promise<void>;
}

/**
 * Writes a snapshot every few seconds. One that can't be written is left out: the end of the run says why.
 * @param taken - results as they would be were the run cut short now
 */
export function startSnapshots(folder: string, taken: () => Results, every = EVERY): Snapshots {
  const path = join(folder, PARTIAL_FILE);
  let writing = Promise.resolve();
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    writing = writeWhole(path, JSON.stringify(taken()))
      .catch(() => {})
      .finally(() => {
        busy = false;
      });
  }, every);
  return {
    end: async () => {
      clearInterval(timer);
      await writing;
      await rm(path, { force: true }).catch(() => {});
    },
  };
}
