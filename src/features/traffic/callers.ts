import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import { hostOf, isLoopback } from '../../wire/http/address.ts';

/** Whose requests a server on a loopback address answers, besides those with loopback names. */
export interface Callers {
  /** The address it listens on; if that is not of the loopback network, it answers everybody. */
  readonly host: string;
  /** Names in lower case, without ports. */
  readonly hosts: readonly string[];
  /** As browsers send them: scheme, host and port, or `null`. */
  readonly origins: readonly string[];
}

/** What of a request is not allowed, and the option of `proxy` that would allow it. */
export interface CallerRefusal {
  readonly what: string;
  readonly option: string;
}

/**
 * Why a request is refused; null if it is not. Another site's page can have a browser call this machine: by a name that
 * resolves to it, which the page can then read (DNS rebinding), or by a request to another site, which is sent.
 */
export function refusalOf(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { host, hosts, origins }: Callers,
): CallerRefusal | null {
  if (!isLoopback(host)) return null;
  const isKnown = (name: string): boolean => isLoopback(name) || name === host || hosts.includes(name);
  const { host: called, origin, referer = '', 'sec-fetch-site': site } = headers;
  // Only HTTP/1.0 has no Host, and no browser speaks it.
  const name = called === undefined ? host : nameIn(`http://${called}`);
  if (name === null || !isKnown(name)) return { what: `the Host ${called}`, option: `--allow-host ${name ?? 'NAME'}` };
  const from = origin ?? (site === 'cross-site' ? originOf(referer) : undefined);
  if (from === undefined || origins.includes(from) || isKnown(nameIn(from) ?? '')) return null;
  const what = origin === undefined ? 'Sec-Fetch-Site: cross-site' : `the Origin ${origin}`;
  return { what, option: `--allow-origin ${from}` };
}

/** The host of an address that has only scheme, host and port; null for any other text. */
function nameIn(address: string): string | null {
  // Nearly every request names the proxy by its address, and a URL takes its time.
  const numbers = /^http:\/\/([\d.]+)(?::\d+)?$/.exec(address)?.[1] ?? '';
  if (isIPv4(numbers)) return numbers;
  return /^https?:\/\/[^/?#@\\]+$/i.test(address) && URL.canParse(address) ? hostOf(new URL(address)) : null;
}

/** The origin of an address as browsers send it; `null` if it has none. */
export function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : 'null';
}
