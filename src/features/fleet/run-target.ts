import { fork } from 'node:child_process';
import type { GithubStep } from '../../views/github.ts';
import type { Output } from '../../views/output.ts';
import type { ReporterName } from '../../views/write-reports.ts';
import type { EndedTarget } from './ended.ts';
import type { FleetTarget } from './options.ts';

export interface TargetRun extends Pick<FleetTarget, 'name' | 'options'> {
  readonly output: Omit<Output, 'out' | 'columns'>;
  readonly columns: number;
  readonly reporters: readonly ReporterName[];
  readonly summaryFile: string | null;
  /** Bytes of the summary to leave for the report of the fleet. */
  readonly spare: number;
}

/** What the process sends: text, workflow commands, and last its end, or why it failed. */
export type TargetMessage =
  | { readonly kind: 'out' | 'command' | 'failed'; readonly text: string }
  | { readonly kind: 'ended'; readonly end: EndedTarget };

const ENTRY = new URL('target-process.js', import.meta.url);

/** Runs the suite in a process of its own, so that a run that dies stops no other. @param tell - gets what it prints */
export function runTarget(
  run: TargetRun,
  tell: Pick<Output, 'out'> & Pick<GithubStep, 'command'>,
  stopped: AbortSignal,
): Promise<EndedTarget> {
  return new Promise((resolve, reject) => {
    const child = fork(ENTRY, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const stop = (): void => void (child.connected && child.send('stop'));
    child.on('message', (told: TargetMessage) => {
      if (told.kind === 'ended') resolve(told.end);
      else if (told.kind === 'failed') reject(new Error(told.text));
      else tell[told.kind](told.text);
    });
    child.on('error', reject);
    // Later than 'exit': all that it told has been read.
    child.on('close', (code, signal) => {
      stopped.removeEventListener('abort', stop);
      reject(new Error(`its process died (${signal ?? `exit code ${code}`})`));
    });
    child.send(run);
    stopped.addEventListener('abort', stop);
    if (stopped.aborted) stop();
  });
}
