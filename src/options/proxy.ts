import { BlockList, isIP } from 'node:net';
import type { Environment } from '../base/cli-io.ts';
import { ConfigError } from '../base/error.ts';
import { hostOf, isLoopback, within } from '../wire/http/address.ts';
import { variable, withVariables } from './environment.ts';
import { decodedPart } from './target.ts';

interface ProxySources {
  readonly flag: string | undefined;
  readonly env: Environment;
  /** Of the config file's key, with the file's name. */
  readonly key: string | undefined;
  readonly file: string;
}

/**
 * The proxy to a target, with user and password; null: direct. A flag counts for every target; the environment
 * (HTTP_PROXY or HTTPS_PROXY, then ALL_PROXY) and the config file do not for this machine and NO_PROXY.
 * @throws ConfigError if it is not an address of an HTTP proxy; never shows a password
 */
export function proxyOf({ flag, env, key, file }: ProxySources, target: URL): string | null {
  if (flag !== undefined) return proxyAddress(flag, '--proxy');
  if (goesStraight(target, either(env, 'NO_PROXY')?.value ?? null)) return null;
  const found = either(env, target.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') ?? either(env, 'ALL_PROXY');
  if (found !== null) return proxyAddress(found.value, `the environment variable ${found.name}`);
  if (key === undefined) return null;
  return proxyAddress(withVariables(key, `${file}: proxy`, env), `${file}: proxy`);
}

function either(env: Environment, upper: string): { readonly name: string; readonly value: string } | null {
  const lower = variable(env, upper.toLowerCase());
  const value = lower ?? variable(env, upper);
  return value === null ? null : { name: lower === null ? upper : upper.toLowerCase(), value };
}

/** The address of a proxy that `where` names; http is the default scheme, as in curl. @throws ConfigError */
export function proxyAddress(text: string, where: string): string {
  const trimmed = text.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`;
  const url = URL.canParse(whole) ? new URL(whole) : null;
  if (url !== null && url.protocol === 'http:' && `${url.pathname}${url.search}${url.hash}` === '/') {
    for (const part of [url.username, url.password]) decodedPart(part, where);
    return url.href;
  }
  // The part before an @ is a secret, wherever it was meant to end.
  const shown = trimmed === '' || trimmed.includes('@') ? '' : ` '${trimmed.slice(0, 80)}'`;
  throw new ConfigError(
    `${where}${shown} is not the address of an HTTP proxy; ` +
      'expected http://host:port, or http://user:password@host:port with characters like @ and / percent-encoded',
  );
}

/**
 * Whether a target is reached directly: this machine, and what NO_PROXY lists, separated by commas or spaces as in
 * curl: `*`, a host and all below it, an address or a network (10.0.0.0/8), each with or without a port.
 */
export function goesStraight(target: URL, noProxy: string | null): boolean {
  const host = hostOf(target).toLowerCase();
  if (isLoopback(host)) return true;
  const port = target.port || (target.protocol === 'https:' ? '443' : '80');
  const entries = (noProxy ?? '').toLowerCase().split(/[\s,]+/);
  return entries.some((entry) => entry !== '' && matches(entry, host, port));
}

function matches(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  // `[::1]:80`, `::1`, `host:80`: the colons of a bare IPv6 address do not begin a port.
  const [, bracketed, plain, only = port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(entry) ?? [];
  const name = bracketed ?? plain ?? entry;
  if (only !== port) return false;
  const network = networkOf(name);
  if (network !== null) return within(network, host);
  const wanted = name.replace(/^\*?\./, '').replace(/\.$/, '');
  return wanted !== '' && (host === wanted || (isIP(host) === 0 && host.endsWith(`.${wanted}`)));
}

/** The addresses of an entry that is an address or a network; null for a name. */
function networkOf(name: string): BlockList | null {
  const [address = '', bits] = name.split('/');
  const family = isIP(address);
  if (family === 0) return null;
  const most = family === 6 ? 128 : 32;
  const prefix = bits === undefined ? most : Number(bits);
  if (!Number.isInteger(prefix) || prefix < 0 || prefix > most) return null;
  const list = new BlockList();
  list.addSubnet(address, prefix, family === 6 ? 'ipv6' : 'ipv4');
  return list;
}
