import { closeSync, ftruncateSync, lstatSync, openSync, renameSync, rmSync, writeSync, writevSync } from 'node:fs';
import { join } from 'node:path';
import { thrownText, WriteError } from '../../schemas/error.ts';

/** Limits of a recording: `judge` reads a file of that size, and a forgotten proxy fills no disk. */
export const recordingLimits = { entriesPerFile: 50_000, bytesPerFile: 100 * 1024 * 1024, files: 20 };

/** Maximum bytes of entries that wait to be written, and how long the first waits. */
const MOST_WAITING = 256 * 1024;
const WRITE_AFTER_MS = 200;

export type HarFiles = ReturnType<typeof openHarFiles>;

/** Opens traffic.har, then traffic-2.har and so on. Each write leaves a whole HAR. @throws WriteError */
export function openHarFiles(folder: string, head: object, limits = recordingLimits) {
  const files: string[] = [];
  const earlier: string[] = [];
  const { entriesPerFile, bytesPerFile, files: most } = limits;
  let file = openNext();
  /** Texts and what follows them in turn. */
  let waiting: (string | Buffer)[] = [];
  let waitingEntries = 0;
  let waitingBytes = 0;
  let lost = 0;
  let problem: string | null = null;
  let timer: NodeJS.Timeout | null = null;

  function openNext() {
    const path = join(folder, files.length === 0 ? 'traffic.har' : `traffic-${files.length + 1}.har`);
    try {
      const kept = movedAway(path);
      if (kept !== null) earlier.push(kept);
      const fd = openSync(path, 'wx');
      files.push(path);
      const text = JSON.stringify({ log: { ...head, entries: [] } });
      writeSync(fd, text, 0);
      return { fd, entries: 0, end: Buffer.byteLength(text) - END.length };
    } catch (error) {
      throw new WriteError(path, error);
    }
  }

  /** Writes what waits and a new end, over the old end. */
  function flush(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (waiting.length === 0 || problem !== null) return;
    try {
      const parts = waiting.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
      writevSync(file.fd, [...parts, END], file.end);
      file.end += waitingBytes;
      file.entries += waitingEntries;
      if ((file.entries >= entriesPerFile || file.end >= bytesPerFile) && files.length < most) {
        closeSync(file.fd);
        file = openNext();
      }
    } catch (error) {
      problem = thrownText(error);
      lost += waitingEntries;
      // A partial write is removed again, if the disk allows.
      try {
        ftruncateSync(file.fd, file.end);
        writevSync(file.fd, [END], file.end);
      } catch {}
    }
    waiting = [];
    waitingEntries = 0;
    waitingBytes = 0;
  }

  return {
    earlier,
    /** @param start - of the entry: ASCII */
    add(start: string, rest: Buffer): void {
      const isFull = files.length === most && (file.entries >= entriesPerFile || file.end >= bytesPerFile);
      if (isFull || problem !== null) {
        lost += 1;
        return;
      }
      const text = `${file.entries + waitingEntries === 0 ? '\n' : ',\n'}${start}`;
      waiting.push(text, rest);
      waitingEntries += 1;
      waitingBytes += text.length + rest.length;
      if (waitingBytes >= MOST_WAITING || file.entries + waitingEntries >= entriesPerFile) flush();
      else timer ??= setTimeout(flush, WRITE_AFTER_MS);
    },
    /** Writes what waits, and returns the state: entries that were not recorded, and why if writing failed. */
    close(): { readonly files: readonly string[]; readonly lost: number; readonly problem: string | null } {
      flush();
      closeSync(file.fd);
      return { files, lost, problem };
    },
  };
}

/** Gives an earlier recording another name: nobody can make it again. @returns the name; null if there is none */
function movedAway(path: string): string | null {
  const found = lstatSync(path, { throwIfNoEntry: false });
  // A link in its place is not followed.
  if (found?.isFile() !== true) {
    rmSync(path, { force: true });
    return null;
  }
  const kept = path.replace(/\.har$/, `.${found.mtime.toISOString().replaceAll(':', '-')}.har`);
  renameSync(path, kept);
  return kept;
}

/** What follows the last entry. */
const END = Buffer.from(']}}');
