/** MiB of heap that loading the suite and a quick run stay below; V8 ends a process that needs more with a stack trace. */
export const LEAST_HEAP_MIB = 128;

/** The sentence about a heap that is smaller. */
export function tooSmallHeap(found: number): string {
  return `the heap of ${found} MiB is too small; expected ${LEAST_HEAP_MIB} MiB or more, as by --max-old-space-size`;
}

/** The sentence about a limit of open files that was reached. */
export const TOO_FEW_FILES =
  'too many files are open at once for this machine; raise the limit, as by `ulimit -n 1024`';

/**
 * True where a process, or the whole system, may open no more files (open(2), EMFILE and ENFILE). Node takes a package
 * whose package.json it can't open then for a folder.
 */
export function isFileLimit(error: unknown): boolean {
  const codes = ['EMFILE', 'ENFILE', 'ERR_UNSUPPORTED_DIR_IMPORT'];
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
