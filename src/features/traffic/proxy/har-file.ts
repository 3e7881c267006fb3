import { lstatSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { WriteError } from '../../../base/error.ts';
import { type EndedFile, openEndedFile } from './ended-file.ts';

/** Limits of a recording: `judge` reads a file of that size, and a forgotten proxy fills no disk. */
export const recordingLimits = { entriesPerFile: 10_000, bytesPerFile: 80 * 1024 * 1024, files: 20 };

/** Maximum bytes of entries that wait to be written, and how long the first waits. */
const MOST_WAITING = 256 * 1024;
const WRITE_AFTER_MS = 200;

export type HarFiles = ReturnType<typeof openHarFiles>;

/**
 * Opens traffic.har, then traffic-2.har and so on. Each write leaves a whole HAR; the first that fails is the last.
 * @throws WriteError if the first file can't be written
 */
export function openHarFiles(folder: string, head: object, limits = recordingLimits) {
  const files: string[] = [];
  const earlier: string[] = [];
  const { entriesPerFile, bytesPerFile, files: most } = limits;
  let file = openNext();
  let entries = 0;
  /** Texts and what follows them in turn. */
  let waiting: (string | Buffer)[] = [];
  let waitingEntries = 0;
  let waitingBytes = 0;
  let lost = 0;
  let problem: string | null = null;
  let timer: NodeJS.Timeout | null = null;

  function openNext(): EndedFile {
    const path = join(folder, files.length === 0 ? 'traffic.har' : `traffic-${files.length + 1}.har`);
    try {
      const kept = movedAway(path);
      if (kept !== null) earlier.push(kept);
      const text = JSON.stringify({ log: { ...head, entries: [] } });
      const opened = openEndedFile(path, text.slice(0, -END.length), END);
      files.push(path);
      return opened;
    } catch (error) {
      throw new WriteError(path, error);
    }
  }

  /** Nothing is recorded after the first error. @returns whether there was none */
  function succeeds(write: () => void): boolean {
    try {
      write();
      return true;
    } catch (error) {
      problem ??= (error instanceof WriteError ? error : new WriteError(file.path, error)).message;
      return false;
    }
  }

  const isFull = (): boolean => entries >= entriesPerFile || file.size() >= bytesPerFile;

  function flush(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (waiting.length === 0 || problem !== null) return;
    const bytes = Buffer.concat(waiting.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
    if (succeeds(() => file.append(bytes))) entries += waitingEntries;
    else lost += waitingEntries;
    waiting = [];
    waitingEntries = 0;
    waitingBytes = 0;
    if (problem === null && isFull() && files.length < most) succeeds(openFurther);
  }

  function openFurther(): void {
    const full = file;
    file = openNext();
    entries = 0;
    full.close();
  }

  return {
    earlier,
    /** @param start - of the entry: ASCII */
    add(start: string, rest: Buffer): void {
      if (problem !== null || (files.length === most && isFull())) {
        lost += 1;
        return;
      }
      const text = `${entries + waitingEntries === 0 ? '\n' : ',\n'}${start}`;
      waiting.push(text, rest);
      waitingEntries += 1;
      waitingBytes += text.length + rest.length;
      if (waitingBytes >= MOST_WAITING || entries + waitingEntries >= entriesPerFile) flush();
      else timer ??= setTimeout(flush, WRITE_AFTER_MS);
    },
    /** Writes what waits, and returns the state: entries that were not recorded, and why if writing failed. */
    close(): { readonly files: readonly string[]; readonly lost: number; readonly problem: string | null } {
      flush();
      succeeds(() => file.close());
      return { files, lost, problem };
    },
  };
}

/** Gives an earlier recording another name: nobody can make it again. @returns the name; null if there is none */
function movedAway(path: string): string | null {
  const earlier = lstatSync(path, { throwIfNoEntry: false });
  // A link in its place is not followed.
  if (earlier?.isFile() !== true) {
    rmSync(path, { force: true });
    return null;
  }
  const kept = path.replace(/\.har$/, `.${earlier.mtime.toISOString().replaceAll(':', '-')}.har`);
  renameSync(path, kept);
  return kept;
}

/** What follows the last entry. */
const END = ']}}';
