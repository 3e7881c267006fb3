import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The compiled command line. */
export const MAIN = fileURLToPath(new URL('../../cli/main.js', import.meta.url));

/** A process that serves until it is stopped, and the first line it printed that matched. */
export interface Served {
  readonly child: ChildProcess;
  readonly found: string;
  /** Resolves when the process has ended, and so has written what it writes at its end. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts one of our modules in a process and waits for a line, whose first group is the result. @param script - path,
 * as MAIN, or from this folder @throws Error if it ends first
 */
export function started(script: string, args: readonly string[], line: RegExp): Promise<Served> {
  const path = script.startsWith('/') ? script : fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new Error(`${script} ended with ${code}`));
    child.once('exit', ended);
    createInterface({ input: child.stdout }).on('line', (text) => {
      const found = line.exec(text)?.[1];
      if (found === undefined) return;
      child.off('exit', ended);
      resolve({ child, found, stop: () => stop(child) });
    });
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}
