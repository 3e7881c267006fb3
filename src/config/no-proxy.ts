import { BlockList, isIP } from 'node:net';
import { hostOf, isLoopback, within } from '../exchange/address.ts';

/**
 * Whether a target is reached straight, whatever the environment or the config file says of a proxy: this machine, and
 * what NO_PROXY lists. An entry is `*`, a host (and all below it), `.host` or `*.host`, an address or a network
 * (10.0.0.0/8), each with a port where it is for that alone; entries stand with commas or spaces between, as curl has it.
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
  const { name, only } = partsOf(entry);
  if (only !== null && only !== port) return false;
  const network = networkOf(name);
  if (network !== null) return within(network, host);
  const wanted = name.replace(/^\*?\./, '').replace(/\.$/, '');
  return wanted !== '' && (host === wanted || (isIP(host) === 0 && host.endsWith(`.${wanted}`)));
}

/** `[::1]:80`, `::1`, `host:80`: the colons of a bare IPv6 address begin no port. */
function partsOf(entry: string): { readonly name: string; readonly only: string | null } {
  const [, bracketed, plain, port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(entry) ?? [];
  return { name: bracketed ?? plain ?? entry, only: port ?? null };
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
