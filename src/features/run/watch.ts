import { watch } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { CliIo } from '../../base/cli-io.ts';
import { thrownText } from '../../base/error.ts';
import { shownLine } from '../../views/shown-text.ts';

/** A server that restarts, and an editor that writes a file in steps, are given these milliseconds. */
const QUIET = 400;

/** What tools write by themselves, logs, and our reports. */
const OTHERS = /(?:^|[\\/])(?:node_modules|\.git|reports|rerun)(?:[\\/]|$)|\.log$/;

/**
 * Sends once, and again when a file of the folder changes or the user presses Enter, until Ctrl-C.
 * @returns what it returned last
 */
export async function repeatOnChange(
  again: () => Promise<number>,
  io: Pick<CliIo, 'folder' | 'input' | 'out' | 'interrupted'>,
): Promise<number> {
  let why: string | null = null;
  /** What changes meanwhile the server writes: it would go on forever. */
  let isSending = true;
  let wake = (): void => {};
  const because = (reason: string): void => {
    why = reason;
    wake();
  };
  const watcher = watch(io.folder, { recursive: true }, (_, name) => {
    if (!isSending && name !== null && !OTHERS.test(name)) because(`${shownLine(name, 200)} changed`);
  });
  watcher.on('error', (error) => io.out(`! Files can't be watched: ${thrownText(error)}. Enter sends again.\n`));
  const onEnter = (): void => because('Enter');
  io.input?.on('data', onEnter);
  const interrupted = io.interrupted().then(() => true);
  try {
    for (;;) {
      isSending = true;
      const code = await again();
      await setTimeout(QUIET);
      isSending = false;
      io.out('\nEnter sends again, and so does a change of a file in this folder; Ctrl-C ends.\n');
      const woken = new Promise<boolean>((resolve) => {
        wake = () => resolve(false);
        if (why !== null) wake();
      });
      if (await Promise.race([interrupted, woken])) return code;
      await setTimeout(QUIET);
      io.out(`\n${why}:\n`);
      why = null;
    }
  } finally {
    watcher.close();
    io.input?.off('data', onEnter);
    io.input?.pause();
  }
}
