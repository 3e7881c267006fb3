import { closeSync, openSync } from 'node:fs';
import { versions } from 'node:process';
import { fileURLToPath } from 'node:url';
import { attempt } from '../base/error.ts';
import { heapMiB } from '../base/heap.ts';

/** MiB of heap that suffice to load the suite and for a quick run; with less, V8 ends it with a stack trace. */
const LEAST_HEAP_MIB = 80;

/** Files that a run opens beside those that node has open; with fewer, modules and the worker fail to load. */
const LEAST_FILES = 100;

const TOO_FEW_FILES =
  'too many files are open at once for this machine; raise the limit, for example by `ulimit -n 1024`';

/** What is missing for any command, in one sentence; null if nothing. @param node - the version that runs this */
export function tooLittle(node: string = versions.node): string | null {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  // `engines` of package.json: npm only warns of it.
  if (major < 20 || major === 21 || (major === 20 && minor < 19))
    return `the suite does not run on Node ${node}; expected 20.19, 22 or later`;
  if (attempt(() => process.cwd(), '') === '')
    return 'the current folder does not exist any more; change to another one';
  const heap = heapMiB();
  const least = `${LEAST_HEAP_MIB} MiB or more, for example by --max-old-space-size`;
  if (heap < LEAST_HEAP_MIB) return `the heap of ${heap} MiB is too small; expected ${least}`;
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

function isFileLimit(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['EMFILE', 'ENFILE'].includes(String(error.code));
}

/** V8 reserves 10 GiB of addresses for each of the two libraries that are WebAssembly, in two processes. */
const TOO_FEW_ADDRESSES =
  'this process may not have as many addresses as WebAssembly needs; ' +
  'raise the limit of the shell or the batch system, for example by `ulimit -v unlimited`';

/** Which limit of this machine an error or what caused it says was reached, in one sentence; null if none. */
export function limitReached(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (isFileLimit(error)) return TOO_FEW_FILES;
  // V8 gives no code, and libxml2-wasm quotes it.
  if (/\bWebAssembly\.\w+\(\): Out of memory/.test(error.message)) return TOO_FEW_ADDRESSES;
  return limitReached(error.cause);
}
