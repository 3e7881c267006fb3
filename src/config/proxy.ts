import { ConfigError } from '../schemas/error.ts';
import { type Environment, variable, withVariables } from './environment.ts';
import { goesStraight } from './no-proxy.ts';

/** Where a proxy may be named. */
export interface ProxySources {
  /** Of `--proxy`. */
  readonly flag: string | undefined;
  readonly env: Environment;
  /** Of the config file's key, with the file's name. */
  readonly key: string | undefined;
  readonly file: string;
}

/**
 * The proxy on the way to a target, user and password in its address; null: straight. The flag counts for every target.
 * The environment (HTTP_PROXY or HTTPS_PROXY by the target's scheme, then ALL_PROXY; the lower case of each first) and
 * the config file count for targets elsewhere that NO_PROXY does not list.
 * @throws ConfigError where it is no address of an HTTP proxy; a password is never shown
 */
export function proxyOf({ flag, env, key, file }: ProxySources, target: URL): string | null {
  if (flag !== undefined) return proxyAddress(flag, '--proxy');
  if (goesStraight(target, either(env, 'NO_PROXY')?.value ?? null)) return null;
  const found = either(env, target.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') ?? either(env, 'ALL_PROXY');
  if (found !== null) return proxyAddress(found.value, `the environment variable ${found.name}`);
  if (key === undefined) return null;
  return proxyAddress(withVariables(key, `${file}: proxy`, env), `${file}: proxy`);
}

function either(env: Environment, name: string): { readonly name: string; readonly value: string } | null {
  const [first] = [name.toLowerCase(), name].flatMap((one) => {
    const value = variable(env, one);
    return value === null ? [] : [{ name: one, value }];
  });
  return first ?? null;
}

/**
 * The address of a proxy, user and password in it. As curl has it, one without a scheme is one of http.
 * @param where - what named it
 * @throws ConfigError where it is no address of an HTTP proxy
 */
export function proxyAddress(text: string, where: string): string {
  const trimmed = text.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`;
  const url = URL.canParse(whole) ? new URL(whole) : null;
  if (url !== null && url.protocol === 'http:' && `${url.pathname}${url.search}${url.hash}` === '/') {
    if (decodable(url.username) && decodable(url.password)) return url.href;
    throw new ConfigError(`${where} has a % in its user name or password that begins no escape; expected %25 for it`);
  }
  // What stands before an @ is a secret, wherever it was meant to end.
  const shown = trimmed === '' || trimmed.includes('@') ? '' : ` '${trimmed.slice(0, 80)}'`;
  throw new ConfigError(
    `${where}${shown} is no address of an HTTP proxy; expected http://host:port, or http://user:password@host:port with signs like @ and / percent-encoded`,
  );
}

function decodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
