import { type ChildProcess, spawn } from 'node:child_process';
import type { Environment } from '../../base/cli-io.ts';
import { attempt } from '../../base/error.ts';
import { stopSignal } from '../../base/stop-signal.ts';
import { HookError } from '../../options/hook-values.ts';

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
  /** What is shown of the end of what it said, if it fails; it may hold secrets. */
  readonly shown: (said: { readonly stderr: string; readonly stdout: string }) => string;
}

const MOST_MIB = 1;
/** Bytes of stderr that are kept, the last ones, and milliseconds to wait for them after the hook has ended. */
const MOST_STDERR = 4_000;
const STDERR_WAIT_MS = 500;

/**
 * Runs a hook and resolves to its output, of which nothing is shown. @param stopped - ends it early @throws HookError
 * if it fails, takes too long or prints too much, with the end of its stderr; then its process group is gone
 */
export async function runHook(hook: HookCommand, stopped?: AbortSignal): Promise<Uint8Array> {
  const { where, timeoutSeconds } = hook;
  const stop = stopSignal(null, stopped);
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      const child = started(hook);
      const chunks: Uint8Array[] = [];
      let stderr: Uint8Array = new Uint8Array();
      const refuse = (why: string): void => {
        const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
        const said = hook.shown({ stderr: text(stderr), stdout: text(Buffer.concat(chunks)) });
        reject(new HookError(`${where} ${why}${said === '' ? '' : `; it said: ${said}`}`));
      };
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
      let size = 0;
      child.stdout?.on('data', (chunk: Uint8Array) => {
        size += chunk.byteLength;
        chunks.push(chunk);
        if (size > MOST_MIB * 1024 ** 2) kill(`printed more than ${MOST_MIB} MiB`);
      });
      child.stderr?.on('data', (chunk: Uint8Array) => {
        stderr = Buffer.concat([stderr, chunk]).subarray(-MOST_STDERR);
      });
      const ended = (why: string | null): void => {
        clearTimeout(timer);
        process.removeListener('exit', killQuietly);
        if (why === null) resolve(Buffer.concat(chunks));
        else refuse(why);
      };
      child.on('error', () => ended(UNSTARTED));
      child.on('exit', (code, signal) => {
        if (code === 0) return whenRead(child, () => ended(null));
        const why = code === null ? `was ended by ${signal}` : `ended with exit code ${code}; expected 0`;
        // A process that it left behind may hold stderr open.
        const late = setTimeout(() => ended(why), STDERR_WAIT_MS);
        child.on('close', () => {
          clearTimeout(late);
          ended(why);
        });
      });
      if (stop.signal.aborted) kill('was ended by a signal');
    });
  } finally {
    stop.release();
  }
}

/** Calls back when all that the hook printed has been read; its stderr may stay open, and is read on and dropped. */
function whenRead({ stdout, stderr }: ChildProcess, then: () => void): void {
  if (stderr !== null && 'unref' in stderr && typeof stderr.unref === 'function') stderr.unref();
  if (stdout === null || stdout.closed) then();
  else stdout.on('close', then);
}

const UNSTARTED = "can't be started; expected a program that is there, and its arguments";

/** The process of a command, in its own group; null if its words can't be those of a process. */
function started({ command, folder, env, isRead }: HookCommand): ChildProcess | null {
  const [program = '', ...args] = command;
  // On Windows this would open a console, and there are no process groups.
  const detached = process.platform !== 'win32';
  const stdio = ['ignore', isRead ? 'pipe' : 'ignore', 'pipe'] as const;
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
