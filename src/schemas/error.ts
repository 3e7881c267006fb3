/** A mistake of the user in a flag, a variable, the config file or another file given: one sentence, never a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Why a file can't be read or written, in a few words without its path. */
export function fileTrouble(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return words[code] ?? code;
}

const words: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'access is denied',
  EEXIST: 'it is there already',
  EMFILE: 'too many files are open at once',
  ENFILE: 'too many files are open at once',
  ENOSPC: 'no space is left on the disk',
  EROFS: 'the disk is read-only',
  ELOOP: 'its links lead in a circle',
  ENOTDIR: 'a part of its path is no folder',
  ENAMETOOLONG: 'its name is too long',
  ENXIO: 'it is no regular file',
  ERR_INVALID_ARG_VALUE: 'its name holds a NUL',
};
