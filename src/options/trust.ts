import type { Environment } from '../base/cli-io.ts';
import { ConfigError } from '../base/error.ts';
import type { ConfigFile, ConfigText } from './config-file.ts';
import { credentialSources } from './credentials.ts';
import { variable } from './environment.ts';
import { keysLeftOut, withoutVariables } from './parse-config.ts';

interface SecretSources {
  /** What counts of the config file `config`, which is null if there is none. */
  readonly given: ConfigFile;
  readonly config: ConfigText | null;
  readonly env: Environment;
  /** Those of `--header`. */
  readonly headers: readonly string[];
  /** No flag and no variable names the target. */
  readonly isTargetOfFile: boolean;
}

/**
 * The secrets that a target gets: of the environment and of `--header` none, if only a config file names it that nobody
 * named. @returns the file's credentials, the variables that count, and what is not taken, a sentence; null for nothing
 * @throws ConfigError for `--header`, which must not be left out silently
 */
export function trustedSecrets({ given, config, env, headers, isTargetOfFile }: SecretSources) {
  if (config === null || config.named === true) return { credentials: given.credentials, env, notTaken: null };
  const keys = keysLeftOut(config);
  if (!isTargetOfFile) return { credentials: given.credentials, env, notTaken: sentence(config.file, keys, []) };
  if (headers.length > 0)
    throw new ConfigError(
      `--header would go to a target that only ${config.file} names, a file that was found in the folder; ` +
        'name the target, or let the file count with --trust-config',
    );
  const { own, leftOut } = withoutVariables(given.credentials);
  const variables = credentialSources.map((one) => one.variable).filter((name) => variable(env, name) !== null);
  return { credentials: own, env: {}, notTaken: sentence(config.file, keys, [...leftOut, ...variables]) };
}

/** @param keys - of the file @param secrets - that the target does not get, because only the file names it */
function sentence(file: string, keys: readonly string[], secrets: readonly string[]): string | null {
  const parts = [
    ...(keys.length === 0 ? [] : [keys.join(', ')]),
    ...(secrets.length === 0 ? [] : [`${secrets.join(', ')} (only this file names the target)`]),
  ];
  if (parts.length === 0) return null;
  const found = `${file} was not named but found in the folder`;
  return `! Not taken, because ${found}: ${parts.join(', ')}; --trust-config takes all of it.`;
}
