import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { attempt, ConfigError, fileTrouble } from './error.ts';
import { heapMiB } from './heap.ts';

/** A file that the user named: the only way to read one. */
export interface NamedFile {
  readonly folder: string;
  /** As the user named it. */
  readonly file: string;
  /** What precedes the name in a sentence: 'the config file'. */
  readonly kind?: string;
  readonly mostMiB: number;
}

/** A folder as the user named it, and the folder that its name is relative to. */
export interface NamedFolder {
  readonly folder: string;
  readonly name: string;
}

/** Sizes far above those of each kind of file. */
export const mostMiB = {
  /** Written by people: config, baseline, key. */
  written: 4,
  /** Written by a tool: results, HAR, statement. Read, it takes five times its size. */
  recorded: 96,
} as const;

const CHUNK = 1024 * 1024;

/** A JSON text of many short strings takes up to seven times its size; a full heap ends in a stack trace. */
const PART_OF_HEAP = 8;

const partOfHeap = (): number => Math.floor(heapMiB() / PART_OF_HEAP);

const MOST_NAMED = 5;

/** The first two bytes of gzip data. */
const GZIP = Buffer.from([0x1f, 0x8b]);

/** Reads a file. @throws ConfigError in one sentence if it can't be read, is not a regular file or is too long */
export function readNamed(named: NamedFile) {
  return read(named, (error) => {
    throw unreadable(named, fileTrouble(error));
  });
}

/** Reads a file; null if there is none. @throws ConfigError as `readNamed` does */
export function readIfThere(named: NamedFile) {
  return read(named, (error) => {
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code))) return null;
    throw unreadable(named, fileTrouble(error));
  });
}

/** The bytes of a file, unpacked if gzip (RFC 1952). @throws ConfigError if they are damaged or too long */
export function unpacked(named: NamedFile, bytes: Buffer): Buffer {
  if (!bytes.subarray(0, GZIP.length).equals(GZIP)) return bytes;
  const most = Math.min(named.mostMiB, partOfHeap());
  try {
    return gunzipSync(bytes, { maxOutputLength: most * CHUNK });
  } catch (error) {
    const isLong = error instanceof RangeError;
    throw unreadable(named, isLong ? `unpacked it is longer than ${most} MiB` : 'gzip finds it damaged');
  }
}

/** The UTF-8 text of bytes, without byte order mark. @throws ConfigError for others: a guess could be judged */
export function textOfFile({ file, kind }: Pick<NamedFile, 'file' | 'kind'>, bytes: Uint8Array): string {
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  // Playwright writes a HAR with its bodies into one.
  if (Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'PK\x03\x04')
    throw new ConfigError(`${shownFile(file, kind)} is a ZIP archive; unpack it and name the file in it`);
  throw new ConfigError(`${shownFile(file, kind)} is not UTF-8; expected a text saved as UTF-8`);
}

/** Bytes and permissions of the same file, even if its name refers to another a moment later. */
function read<T>(named: NamedFile, failed: (error: unknown) => T) {
  let descriptor: number;
  try {
    // Without O_NONBLOCK a pipe without a writer would block forever.
    descriptor = openSync(resolve(named.folder, named.file), constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    return failed(error);
  }
  try {
    return { bytes: regular(descriptor, named), mode: fstatSync(descriptor).mode };
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    return failed(error);
  } finally {
    closeSync(descriptor);
  }
}

/** The size of a device or a pipe is not known in advance. */
function regular(descriptor: number, named: NamedFile): Buffer {
  const stats = fstatSync(descriptor);
  if (stats.isDirectory()) throw unreadable(named, `it is a folder${filesIn(named)}`);
  if (!stats.isFile()) throw unreadable(named, 'it is not a regular file');
  const size = `${Math.ceil(stats.size / CHUNK)} MiB long`;
  if (stats.size > named.mostMiB * CHUNK) throw tooLong(named, size);
  const most = partOfHeap();
  if (stats.size > most * CHUNK)
    throw tooLong({ ...named, mostMiB: most }, size, ', an eighth of the heap; --max-old-space-size raises it');
  const chunks: Buffer[] = [];
  // The limit also ends a file that grows while it is read, or has no size.
  for (let length = 0; length <= named.mostMiB * CHUNK; ) {
    // The first holds all, and needs no copy.
    const chunk = Buffer.allocUnsafe(Math.max(CHUNK, stats.size + 1 - length));
    const count = readSync(descriptor, chunk);
    if (count === 0) return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, count));
    length += count;
  }
  throw tooLong(named, 'longer than it said');
}

/** Names of the folders in a folder, and of links to folders, in order. @throws ConfigError if it can't be read */
export function foldersIn({ folder, name }: NamedFolder): readonly string[] {
  const isFolder = (own: string) => attempt(() => statSync(resolve(folder, name, own)).isDirectory(), false);
  try {
    return readdirSync(resolve(folder, name)).filter(isFolder).toSorted();
  } catch (error) {
    throw new ConfigError(`the folder '${name}' can't be read: ${fileTrouble(error)}`);
  }
}

/** The files that the user may have meant. */
function filesIn({ folder, file }: NamedFile): string {
  const files = readdirSync(resolve(folder, file)).filter((name) => /\.(?:jsonl?|har|pem)$/.test(name));
  return files.length === 0 ? '' : `; name a file in it: ${files.slice(0, MOST_NAMED).join(', ')}`;
}

function unreadable({ file, kind }: NamedFile, why: string): ConfigError {
  return new ConfigError(`${shownFile(file, kind)} can't be read: ${why}`);
}

function tooLong({ file, kind, mostMiB: most }: NamedFile, found: string, why = ''): ConfigError {
  return new ConfigError(`${shownFile(file, kind)} is ${found}; expected ${most} MiB at most${why}`);
}

function shownFile(file: string, kind: string | undefined): string {
  return kind === undefined ? file : `${kind} ${file}`;
}
