import { rootCertificates } from 'node:tls';
import { buildConnector } from 'undici';
import { type HttpProxy, openTunnel } from './proxy.ts';

/** How TLS is spoken with the target; all PEM texts. */
export interface TlsOptions {
  /** Certificates to trust beside node's own. */
  readonly ca?: string;
  /** Our own certificate and its key, where the target asks for one. */
  readonly cert?: string;
  readonly key?: string;
  /** Any certificate is taken: self-signed, expired, of another name. */
  readonly insecure?: boolean;
}

/** The way to a target. */
export interface Route {
  readonly tls: TlsOptions;
  readonly proxy: HttpProxy | null;
}

/**
 * How connections to the target are made: straight, or through a proxy, which gets plain requests itself and opens a
 * tunnel for TLS.
 */
export function connectorOf({ tls, proxy }: Route, timeoutMs: number): buildConnector.connector {
  const { insecure = false, ca, ...own } = tls;
  const trusted = ca === undefined ? {} : { ca: [...rootCertificates, ca] };
  const direct = buildConnector({ timeout: timeoutMs, rejectUnauthorized: !insecure, ...trusted, ...own });
  if (proxy === null) return direct;
  const { protocol, hostname, host, port } = proxy.url;
  const toProxy = buildConnector({ timeout: timeoutMs, ...trusted });
  return (options, callback) => {
    if (options.protocol !== 'https:')
      return toProxy({ ...options, protocol, hostname, host, port, servername: hostname }, callback);
    openTunnel(proxy, `${options.hostname}:${options.port || '443'}`, timeoutMs).then(
      (httpSocket) => direct({ ...options, httpSocket }, callback),
      (error: Error) => callback(error, null),
    );
  };
}
