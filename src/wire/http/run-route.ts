import type { Route, TlsOptions } from './connector.ts';
import type { Header } from './exchange.ts';

/** How a run reaches its target: plain data for a worker. It holds a key and a password, so no report may have it. */
export interface RunRoute {
  readonly tls: TlsOptions;
  /** The address of an HTTP proxy, with user and password if it requires them; null: direct. */
  readonly proxy: string | null;
}

/** Direct, trusting what node trusts. */
export const STRAIGHT: RunRoute = { tls: {}, proxy: null };

/** The route in the form that connections use. */
export function openedRoute({ tls, proxy }: RunRoute): Route {
  if (proxy === null) return { tls, proxy: null };
  const { username, password, origin } = new URL(proxy);
  // RFC 7617, section 2.
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = pair === ':' ? null : `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`;
  return { tls, proxy: { url: new URL(origin), authorization } };
}

/** The proxy as it may be shown: without user and password; null if there is none. */
export function proxyName({ proxy }: RunRoute): string | null {
  return proxy === null ? null : new URL(proxy).origin;
}

/** The secrets of the route, redacted like headers: a proxy may answer with what it was sent. */
export function routeSecrets(route: RunRoute): readonly Header[] {
  const { proxy } = openedRoute(route);
  if (route.proxy === null || proxy === null || proxy.authorization === null) return [];
  const { password } = new URL(route.proxy);
  const secrets: readonly Header[] = [['Proxy-Authorization', proxy.authorization]];
  return password === '' ? secrets : [...secrets, ['Proxy-Authorization', decodeURIComponent(password)]];
}
