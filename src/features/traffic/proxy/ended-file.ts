import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import { attempt } from '../../../base/error.ts';

export type EndedFile = ReturnType<typeof openEndedFile>;

/**
 * Makes a new file that grows before an end which stays the same. Whatever a write does, the file has all bytes of
 * earlier ones and the end. @throws Error of node:fs; then there is no file
 */
export function openEndedFile(path: string, start: string, end: string) {
  const ending = Buffer.from(end);
  const fd = openSync(path, 'wx');
  /** Bytes before the end. */
  let size = 0;
  let isEnded = true;

  function grow(bytes: Uint8Array): void {
    isEnded = false;
    writeAll(fd, Buffer.concat([bytes, ending]), size);
    size += bytes.length;
    isEnded = true;
  }

  /** Takes a write back that failed: the end needs no space, as other bytes are in its place. */
  function restore(): void {
    if (isEnded) return;
    writeAll(fd, ending, size);
    ftruncateSync(fd, size + ending.length);
    isEnded = true;
  }

  try {
    grow(Buffer.from(start));
  } catch (error) {
    closeSync(fd);
    rmSync(path, { force: true });
    throw error;
  }
  return {
    path,
    size: (): number => size,
    /** Adds bytes before the end, or none of them. @throws Error of node:fs */
    append(bytes: Uint8Array): void {
      try {
        grow(bytes);
      } catch (error) {
        // The error that counts is this one; what fails here is tried again at the end.
        attempt(restore, undefined);
        throw error;
      }
    },
    /** @throws Error of node:fs */
    close(): void {
      attempt(restore, undefined);
      closeSync(fd);
    },
  };
}

/** Writes all of the bytes: a disk that is nearly full takes a part of them, without an error. */
function writeAll(fd: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length; ) {
    const written = writeSync(fd, bytes, done, bytes.length - done, position + done);
    if (written === 0) throw new Error('the disk takes no more bytes');
    done += written;
  }
}
