/** A mistake of the user in a flag, a variable, the config file or another file given: one sentence, never a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** What `make` returns; `otherwise` if it throws. */
export function attempt<T, U>(make: () => T, otherwise: U): T | U {
  try {
    return make();
  } catch {
    return otherwise;
  }
}

export function thrownText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Why a file can't be read or written, in a few words without its path. @param own - what error codes mean here */
export function fileTrouble(error: unknown, own: Readonly<Record<string, string>> = {}): string {
  const code = codeOf(error);
  return own[code] ?? words[code] ?? code;
}

/** The system's code, like ENOSPC; for any other error its text. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

/** Writes a file that the user named. @param own - what error codes mean here @throws ConfigError if it can't */
export async function writing(
  file: string,
  write: () => Promise<void> | void,
  own: Readonly<Record<string, string>> = {},
): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw new ConfigError(`${file} can't be written: ${fileTrouble(error, own)}`);
  }
}

const words: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'access is denied',
  EEXIST: 'it already exists',
  EMFILE: 'too many files are open at once',
  ENFILE: 'too many files are open at once',
  ENOSPC: 'no space is left on the disk',
  EROFS: 'the disk is read-only',
  ELOOP: 'its links lead in a circle',
  ENOTDIR: 'a part of its path is not a folder',
  ENAMETOOLONG: 'its name is too long',
  ENXIO: 'it is not a regular file',
  ERR_INVALID_ARG_VALUE: 'its name holds a NUL',
};

/** A file can't be written, in one sentence: the disk is full, the folder has gone. */
export class WriteError extends Error {
  override readonly name = 'WriteError';
  readonly code: string;

  constructor(path: string, cause: unknown) {
    const code = codeOf(cause);
    super(`${path} could not be written: ${troubles[code] ?? code}`, { cause });
    this.code = code;
  }
}

const troubles: Readonly<Record<string, string>> = {
  ...words,
  EDQUOT: 'the disk quota is used up',
  EPERM: 'it is not allowed',
  EISDIR: 'a folder is in its place',
  ENOTDIR: 'a file is in the place of its folder',
  EEXIST: 'a file is in the place of its folder',
};

/** The text of an address as it may be shown: without the part before an @, query and fragment. */
export function withoutUserinfo(text: string): string {
  const [address = ''] = text.split(/[?#]/);
  return address.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/i, '$1');
}
