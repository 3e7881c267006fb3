import type { Environment } from '../base/cli-io.ts';
import { ConfigError } from '../base/error.ts';
import type { Credentials } from '../wire/soap/call.ts';
import type { ConfigFile } from './config-file.ts';
import { unsetIn, variable, withVariables } from './environment.ts';

/** Each credential of the document: its parameter, its variable, its key in the config file. */
export const credentialSources = [
  { parameter: 'DealerID', variable: 'GETDATA_DEALER_ID', key: 'dealerId' },
  { parameter: 'APIKEY', variable: 'GETDATA_API_KEY', key: 'apiKey' },
  { parameter: 'Password', variable: 'GETDATA_PASSWORD', key: 'password' },
] as const;

/**
 * The given credentials: a variable overrides the output of the hook `before`, which overrides the config file.
 * @throws ConfigError for an unset variable or a value that no request can carry; never shows one
 */
export function readCredentials(
  given: ConfigFile['credentials'],
  file: string,
  env: Environment,
  printed: Credentials = {},
): Credentials {
  const ofVariables = credentialSources.flatMap(({ parameter, variable: name }) => {
    const value = variable(env, name);
    return value === null ? [] : [[parameter, sendable(value, `the environment variable ${name}`)] as const];
  });
  return { ...ownCredentials(given, file, env), ...printed, ...Object.fromEntries(ofVariables) };
}

/** Only the credentials of a file. @throws ConfigError as `readCredentials` does */
export function ownCredentials(given: ConfigFile['credentials'], file: string, env: Environment): Credentials {
  const unset = unsetIn(Object.values(given ?? {}), env);
  // One by one they would take as many attempts.
  if (unset.length > 1) {
    const names = unset.join(', ');
    throw new ConfigError(
      `${file}: credentials refer to environment variables that are not set: ${names}; ` +
        'set them, or take those that the target does not need out of the file',
    );
  }
  return Object.fromEntries(
    credentialSources.flatMap(({ parameter, key }) => {
      const where = `${file}: credentials.${key}`;
      const text = given?.[key];
      return text === undefined ? [] : [[parameter, sendable(withVariables(text, where, env), where)]];
    }),
  );
}

/** The value itself if a request can carry it. @throws ConfigError, which never shows it */
export function sendable(value: string, where: string): string {
  if (!/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u.test(value)) return value;
  throw new ConfigError(`${where} holds a line break or another control character; expected only the value`);
}

/** True for the name of a header field or a parameter that means something secret. */
export function isSecret(name: string): boolean {
  return /authorization|cookie|token|secret|password|credential|session|signature|[cx]srf|(^|-|api)key$|^pw|pwd/i.test(
    name,
  );
}

/** The values of parameters that are secret by their names, as no WSDL says which are. @param values - by parameter */
export function secretValues(values: ConfigFile['values'] = {}): Credentials {
  const secret = Object.entries(values).filter(([name]) => isSecret(name.slice(name.lastIndexOf('.') + 1)));
  return Object.fromEntries(
    secret.flatMap(([name, all]) => all.map((value, at) => [at === 0 ? name : `${name} (${at + 1})`, value])),
  );
}
