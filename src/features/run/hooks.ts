import { dirname, resolve } from 'node:path';
import type { CliIo } from '../../base/cli-io.ts';
import type { ConfigText, HookCommands } from '../../options/config-file.ts';
import { HookError, hookValues } from '../../options/hook-values.ts';
import type { RunOptions } from '../../options/model.ts';
import { parseConfig } from '../../options/parse-config.ts';
import { redactor } from '../../results/record/redact.ts';
import { shownLine } from '../../views/shown-text.ts';
import { printable } from '../../views/terminal/palette.ts';
import { runHook } from './hook-process.ts';
import { hookSaid } from './hook-said.ts';

/** What a hook gets from this process: the folder that files are named from, the environment, where warnings go. */
export type HookPlace = Pick<CliIo, 'folder' | 'env' | 'err'>;

type RunSecrets = Pick<RunOptions, 'credentials' | 'headers'>;

const DEFAULT_SECONDS = 60;
const MOST_SHOWN = 500;

function hooksOf(config: ConfigText | null): HookCommands {
  return config === null ? {} : (parseConfig(config).hooks ?? {});
}

/**
 * Does something (`use`) between the hooks of a config file. `after` runs unless `before` failed; its failure is a
 * warning, as the verdict has been printed. @param options - of the run; its secrets are not shown @param stopped - ends
 * `before` early @throws HookError if `before` fails
 */
export async function withHooks<T>(
  config: ConfigText | null,
  { folder, env, err }: HookPlace,
  options: RunSecrets,
  use: (config: ConfigText | null) => Promise<T>,
  stopped?: AbortSignal,
): Promise<T> {
  if (config === null) return use(config);
  const { before, after, timeoutSeconds = DEFAULT_SECONDS } = hooksOf(config);
  const where = `${config.file}: hooks`;
  const shown = (said: Parameters<typeof hookSaid>[0]) => hookSaid(said, env, options);
  const how = { folder: resolve(folder, dirname(config.file)), env, timeoutSeconds, shown };
  const output =
    before && (await runHook({ ...how, command: before, where: `${where}.before`, isRead: true }, stopped));
  const printed = output === undefined ? {} : { printed: hookValues(output, `${where}.before`) };
  try {
    return await use({ ...config, ...printed });
  } finally {
    const warn = (error: unknown): void => {
      if (!(error instanceof HookError)) throw error;
      err(printable(`warning: ${error.message}\n`));
    };
    if (after !== undefined)
      await runHook({ ...how, command: after, where: `${where}.after`, isRead: false }).catch(warn);
  }
}

/** The hooks that a run would have, one line each. @param options - of that run; its secrets are not shown */
export function hookLines(config: ConfigText | null, { credentials, headers }: RunSecrets): string {
  const { before, after } = hooksOf(config);
  const redact = redactor(credentials, headers);
  const line = (when: string, command: readonly string[] | undefined): string =>
    command === undefined ? '' : `Not run now, ${when}: ${shownLine(redact(JSON.stringify(command)), MOST_SHOWN)}\n`;
  return printable(`${line('before the run', before)}${line('after the run', after)}`);
}
