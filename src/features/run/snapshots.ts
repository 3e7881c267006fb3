import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { escapedJson } from '../../base/json.ts';
import type { Results } from '../../results/results.ts';
import { PARTIAL_FILE, writeWhole } from '../../results/write.ts';

/** Milliseconds between two snapshots, if that is more than so many times what one takes. */
const EVERY = 5_000;
const REST = 30;

/** Writes a snapshot every few seconds, in case the process is killed. @param taken - the results so far */
export function startSnapshots(folder: string, taken: () => Results) {
  const path = join(folder, PARTIAL_FILE);
  let writing = Promise.resolve();
  let busy = false;
  let next = 0;
  const timer = setInterval(() => {
    const from = performance.now();
    if (busy || from < next) return;
    busy = true;
    const text = escapedJson(taken());
    next = performance.now() + REST * (performance.now() - from);
    writing = writeWhole(path, text)
      .catch(() => {})
      .finally(() => {
        busy = false;
      });
  }, EVERY);
  return {
    /** Ends them and removes the file. */
    end: async () => {
      clearInterval(timer);
      await writing;
      await rm(path, { force: true }).catch(() => {});
    },
  };
}
