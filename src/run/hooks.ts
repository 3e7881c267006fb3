import { dirname, resolve } from 'node:path';
import { type ConfigText, type Hooks, parseConfig } from '../config/config-file.ts';
import { HookError, hookValues } from '../config/hook-values.ts';
import { shownLine } from '../report/shown-text.ts';
import { printable } from '../report/terminal/palette.ts';
import { redactor } from '../results/record/redact.ts';
import type { RunOptions } from '../results/run-options.ts';
import { type HookCommand, runHook } from './hook-process.ts';
import type { CliIo } from './output.ts';

/** What a hook has of this process: the folder that files are named from, the environment, and where a warning goes. */
export type HookPlace = Pick<CliIo, 'folder' | 'env' | 'err'>;

const DEFAULT_SECONDS = 60;
/** Characters of a command that are shown. */
const MOST_SHOWN = 500;

/** The hooks of a config file that the user named; none of one that merely lies in the folder. */
function hooksOf(config: ConfigText | null): Hooks {
  return config?.named === true ? (parseConfig(config).hooks ?? {}) : {};
}

/**
 * Does something between the hooks of a config file. `after` runs whatever became of it, but not where `before` failed;
 * where `after` fails, a warning says so, since the verdict and the exit code have been printed.
 * @param use - gets the config file with what `before` printed
 * @param stopped - ends `before` early, beside a signal to this process
 * @throws HookError in one sentence where `before` fails or prints something else; what it printed is never shown
 */
export async function withHooks<T>(
  config: ConfigText | null,
  { folder, env, err }: HookPlace,
  use: (config: ConfigText | null) => Promise<T>,
  stopped?: AbortSignal,
): Promise<T> {
  const { before, after, timeoutSeconds = DEFAULT_SECONDS } = hooksOf(config);
  if (config === null) return use(config);
  const hook = (name: 'before' | 'after', command: readonly string[]): HookCommand => {
    const where = `${config.file}: hooks.${name}`;
    return {
      command,
      where,
      folder: resolve(folder, dirname(config.file)),
      env,
      timeoutSeconds,
      isRead: name === 'before',
    };
  };
  const first = before === undefined ? null : hook('before', before);
  const printed = first === null ? {} : { printed: hookValues(await runHook(first, stopped), first.where) };
  try {
    return await use({ ...config, ...printed });
  } finally {
    if (after !== undefined) {
      await runHook(hook('after', after)).catch((error: unknown) => {
        if (!(error instanceof HookError)) throw error;
        err(printable(`warning: ${error.message}\n`));
      });
    }
  }
}

/** That the hooks of a config file are not run because nobody named the file, in one line; null where it is otherwise. */
export function hooksIgnored(config: ConfigText | null): string | null {
  if (config === null || config.named === true || parseConfig(config).hooks === undefined) return null;
  return `! The hooks of ${config.file} are not run: they count only in a file that is named with --config.`;
}

/** The hooks that a run would have, one line each. @param options - of that run, whose secrets are not shown */
export function hookLines(config: ConfigText | null, { credentials, headers }: RunOptions): string {
  const { before, after } = hooksOf(config);
  const redact = redactor(credentials, headers);
  const line = (when: string, command: readonly string[] | undefined): string =>
    command === undefined ? '' : `Not run now, ${when}: ${shownLine(redact(JSON.stringify(command)), MOST_SHOWN)}\n`;
  return printable(`${line('before the run', before)}${line('after the run', after)}`);
}
