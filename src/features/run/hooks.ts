import { dirname, resolve } from 'node:path';
import type { CliIo, Environment } from '../../base/cli-io.ts';
import type { ConfigText, HookCommands } from '../../options/config-file.ts';
import { HookError, hookValues } from '../../options/hook-values.ts';
import type { RunOptions } from '../../options/model.ts';
import { parseConfig } from '../../options/parse-config.ts';
import { redactor } from '../../results/record/redact.ts';
import { shownLine } from '../../views/shown-text.ts';
import { printable } from '../../views/terminal/palette.ts';
import { runHook } from './hook-process.ts';

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
 * warning, as the verdict has been printed. @param options - of the run; its secrets are not shown @param stopped -
 * ends `before` early @throws HookError if `before` fails
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

/** Characters of what a hook said that are shown, and the fewest that a secret has. */
const MOST_SAID = 500;
const SHORTEST = 6;

/** Variables whose values may be secrets. */
const SECRET_NAME = /token|secret|pass|key|credential|auth|cookie|session/i;

/** What stands before a secret in logs of HTTP clients and shells, and the secret. */
const TOLD = [
  /\b((?:Bearer|Basic|Negotiate|Digest)\s+)\S+/gi,
  /((?:token|secret|passw(?:or)?d|api[-_]?key|credential|authorization|cookie|session)[\w-]{0,40}["']?\s{0,8}[=:]\s{0,8}["']?)[^\s"',;&]+/gi,
  /(\/\/)[^\s/@]+(?=@)/g,
];

interface Said {
  /** The end of what a hook wrote to stderr. */
  readonly stderr: string;
  /** What it printed: values that are secrets. */
  readonly stdout: string;
}

/** The end of what a failed hook said, on one line and without secrets; '' if it said nothing. */
function hookSaid({ stderr, stdout }: Said, env: Environment, options: Pick<RunOptions, 'credentials' | 'headers'>) {
  const ofVariables = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && SECRET_NAME.test(name) ? [value] : [],
  );
  const printed = stdout.split(/[\s"',:{}[\]]+/);
  const secrets = [...ofVariables, ...printed].filter(({ length }) => length >= SHORTEST);
  const redact = redactor(options.credentials, [...options.headers, ...secrets.map((one) => ['', one] as const)]);
  const told = TOLD.reduce((text, pattern) => text.replace(pattern, '$1***'), redact(stderr));
  const line = told.replaceAll(/\s+/g, ' ').trim();
  return line.length <= MOST_SAID ? line : `…${line.slice(-MOST_SAID)}`;
}
