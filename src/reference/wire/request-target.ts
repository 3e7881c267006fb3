import type { Header } from '../../exchange/exchange.ts';

/** Where a request goes: path and query, and its headers with the Host that counts. */
export interface RequestTarget {
  readonly path: string;
  readonly headers: readonly Header[];
}

/**
 * Reads a request target. Absolute form, `http://host/path`, becomes origin form, and its authority replaces any Host
 * (RFC 9112, section 3.2.2); whatever else came stays as it is.
 */
export function readTarget(target: string, headers: readonly Header[]): RequestTarget {
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]+)(.*)$/is.exec(target) ?? [];
  if (authority === undefined) return { path: target, headers };
  const others = headers.filter(([name]) => name.toLowerCase() !== 'host');
  return { path: rest.startsWith('/') ? rest : `/${rest}`, headers: [['Host', authority], ...others] };
}
