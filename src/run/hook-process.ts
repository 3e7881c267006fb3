import { type ChildProcess, spawn } from 'node:child_process';
import type { Environment } from '../config/environment.ts';
import { HookError } from '../config/hook-values.ts';
import { stopSignal } from '../engine/stop-signal.ts';
import { attempt } from '../schemas/error.ts';

/** A command of a hook, where it runs and for how long. */
interface HookCommand {
  readonly command: readonly string[];
  /** File and key, for the sentence. */
  readonly where: string;
  readonly folder: string;
  readonly env: Environment;
  readonly timeoutSeconds: number;
  /** Whether its output is read. */
  readonly isRead: boolean;
}

const MOST_MIB = 1;

/**
 * Runs a hook and resolves to its output, of which nothing is shown. @param stopped - ends it early @throws HookError
 * if it fails, takes too long or prints too much; then its process group is gone
 */
export async function runHook(hook: HookCommand, stopped?: AbortSignal): Promise<Uint8Array> {
  const { where, timeoutSeconds } = hook;
  const stop = stopSignal(null, stopped);
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      const refuse = (why: string): void => reject(new HookError(`${where} ${why}`));
      const child = started(hook);
      if (child === null) return refuse(UNSTARTED);
      const kill = (why: string): void => {
        refuse(why);
        killGroup(child);
        // A process that left the group may hold it open.
        child.stdout?.destroy();
      };
      const killQuietly = (): void => kill('was ended with the suite');
      const timer = setTimeout(() => kill(`did not end within ${timeoutSeconds} s`), timeoutSeconds * 1000);
      stop.signal.addEventListener('abort', () => kill('was ended by a signal'));
      process.once('exit', killQuietly);
      const chunks: Uint8Array[] = [];
      let size = 0;
      child.stdout?.on('data', (chunk: Uint8Array) => {
        size += chunk.byteLength;
        chunks.push(chunk);
        if (size > MOST_MIB * 1024 ** 2) kill(`printed more than ${MOST_MIB} MiB`);
      });
      const ended = (why: string | null): void => {
        clearTimeout(timer);
        process.removeListener('exit', killQuietly);
        if (why === null) resolve(Buffer.concat(chunks));
        else refuse(why);
      };
      child.on('error', () => ended(UNSTARTED));
      child.on('close', (code, signal) => {
        if (code === 0) ended(null);
        else ended(code === null ? `was ended by ${signal}` : `ended with exit code ${code}; expected 0`);
      });
      if (stop.signal.aborted) kill('was ended by a signal');
    });
  } finally {
    stop.release();
  }
}

const UNSTARTED = "can't be started; expected a program that is there, and its arguments";

/** The process of a command, in its own group; null if its words can't be those of a process. */
function started({ command, folder, env, isRead }: HookCommand): ChildProcess | null {
  const [program = '', ...args] = command;
  // On Windows this would open a console, and there are no process groups.
  const detached = process.platform !== 'win32';
  const stdio = ['ignore', isRead ? 'pipe' : 'ignore', 'ignore'] as const;
  return attempt(() => spawn(program, args, { cwd: folder, env, detached, stdio: [...stdio] }), null);
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // No group: Windows, or all its processes are gone.
    child.kill('SIGKILL');
  }
}
