import type { Credentials } from '../bindings/call.ts';
import { credentialSources } from '../results/credentials.ts';
import { ConfigError } from '../schemas/error.ts';
import type { ConfigFile } from './config-file.ts';
import { type Environment, variable } from './environment.ts';
import { withVariables } from './references.ts';

/**
 * The credentials that are given: a variable beats the config file.
 * @param file - the config file's name, for the sentence
 * @throws ConfigError for a reference to a variable that is not set, and a value no request can carry; never shows one
 */
export function readCredentials(given: ConfigFile['credentials'], file: string, env: Environment): Credentials {
  return Object.fromEntries(
    credentialSources.flatMap(({ parameter, variable: name, key }) => {
      const fromEnvironment = variable(env, name);
      if (fromEnvironment !== null) return [[parameter, sendable(fromEnvironment, `the environment variable ${name}`)]];
      return ofKey(given, key, file, env).map((value) => [parameter, value]);
    }),
  );
}

/** The credentials of a file alone. @throws ConfigError as `readCredentials` does */
export function ownCredentials(given: ConfigFile['credentials'], file: string, env: Environment): Credentials {
  return Object.fromEntries(
    credentialSources.flatMap(({ parameter, key }) => ofKey(given, key, file, env).map((value) => [parameter, value])),
  );
}

type Key = (typeof credentialSources)[number]['key'];

function ofKey(given: ConfigFile['credentials'], key: Key, file: string, env: Environment): readonly string[] {
  const text = given?.[key];
  if (text === undefined) return [];
  const where = `${file}: credentials.${key}`;
  return [sendable(withVariables(text, where, env), where)];
}

function sendable(value: string, where: string): string {
  if (!/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u.test(value)) return value;
  throw new ConfigError(`${where} holds a line break or another control character; expected the value alone`);
}
