/** A file can't be written, in one sentence: the disk is full, the folder has gone. */
export class WriteError extends Error {
  override readonly name = 'WriteError';
  /** Of the system, like ENOSPC. */
  readonly code: string;

  constructor(path: string, cause: unknown) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    super(`${path} could not be written: ${troubles[code] ?? code}`, { cause });
    this.code = code;
  }
}

const troubles: Readonly<Record<string, string>> = {
  EMFILE: 'too many files are open at once',
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'access is denied',
  EPERM: 'it is not allowed',
  EROFS: 'the disk is read-only',
  EISDIR: 'a folder is in its place',
  ENOTDIR: 'a file is in the place of its folder',
  EEXIST: 'a file is in the place of its folder',
};
