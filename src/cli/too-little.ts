import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { heapMiB } from '../schemas/heap.ts';

/** MiB of heap that suffice to load the suite and for a quick run; with less, V8 ends it with a stack trace. */
const LEAST_HEAP_MIB = 80;

/** Files that a run opens beside those that node has open; with fewer, modules and the worker fail to load. */
const LEAST_FILES = 100;

/** The sentence about reaching the limit of open files. */
export const TOO_FEW_FILES =
  'too many files are open at once for this machine; raise the limit, for example by `ulimit -n 1024`';

/** What this machine has too little of for a run, in one sentence; null if nothing. */
export function tooLittle(): string | null {
  const heap = heapMiB();
  if (heap < LEAST_HEAP_MIB)
    return `the heap of ${heap} MiB is too small; expected ${LEAST_HEAP_MIB} MiB or more, for example by --max-old-space-size`;
  return opensFiles() ? null : TOO_FEW_FILES;
}

function opensFiles(): boolean {
  const path = fileURLToPath(import.meta.url);
  const opened: number[] = [];
  try {
    while (opened.length < LEAST_FILES) opened.push(openSync(path, 'r'));
    return true;
  } catch (error) {
    // Any other error says nothing of the limit.
    return !isFileLimit(error);
  } finally {
    for (const file of opened) closeSync(file);
  }
}

/** True if no more files can be opened. */
export function isFileLimit(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['EMFILE', 'ENFILE'].includes(String(error.code));
}
