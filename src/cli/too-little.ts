/** MiB of heap that suffice to load the suite and for a quick run; with less, V8 ends it with a stack trace. */
export const LEAST_HEAP_MIB = 128;

/** The sentence about a smaller heap. */
export function tooSmallHeap(found: number): string {
  return `the heap of ${found} MiB is too small; expected ${LEAST_HEAP_MIB} MiB or more, for example by --max-old-space-size`;
}

/** The sentence about reaching the limit of open files. */
export const TOO_FEW_FILES =
  'too many files are open at once for this machine; raise the limit, for example by `ulimit -n 1024`';

/** True if no more files can be opened (EMFILE, ENFILE): then node takes a package for a folder. */
export function isFileLimit(error: unknown): boolean {
  const codes = ['EMFILE', 'ENFILE', 'ERR_UNSUPPORTED_DIR_IMPORT'];
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
