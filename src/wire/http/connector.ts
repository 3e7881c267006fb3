import type { Socket } from 'node:net';
import { rootCertificates } from 'node:tls';
import type { buildConnector as undici } from 'undici';
import { buildConnector } from './undici.ts';

/** TLS settings for the target; all PEM texts. */
export interface TlsOptions {
  /** Certificates to trust in addition to node's own. */
  readonly ca?: string;
  /** Our own certificate and its key, if the target requires one. */
  readonly cert?: string;
  readonly key?: string;
  /** Any certificate is accepted: self-signed, expired, of another name. */
  readonly insecure?: boolean;
}

export interface Route {
  readonly tls: TlsOptions;
  readonly proxy: HttpProxy | null;
}

/** Connections to the target: direct, or through a proxy, with a tunnel for TLS. */
export function connectorOf({ tls, proxy }: Route, timeoutMs: number): undici.connector {
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

/** An HTTP proxy in front of the target. */
export interface HttpProxy {
  readonly url: URL;
  /** The value of Proxy-Authorization (RFC 9110, section 11.7.2); null if it requires none. */
  readonly authorization: string | null;
}

export class ProxyRefusal extends Error {
  override readonly name = 'ProxyRefusal';
}

/** A tunnel through a proxy to 'host:port' (CONNECT, RFC 9110, section 9.3.6). Rejects if the proxy refuses. */
async function openTunnel({ url, authorization }: HttpProxy, authority: string, timeoutMs: number): Promise<Socket> {
  // Loaded when needed: few use a proxy.
  const { Client } = await import('undici');
  const client = new Client(url.origin, { connect: { timeout: timeoutMs }, headersTimeout: timeoutMs });
  const headers = { host: authority, ...(authorization === null ? {} : { 'proxy-authorization': authorization }) };
  try {
    const { statusCode, socket } = await client.connect({ path: authority, headers });
    if (statusCode === 200) return socket as Socket;
    socket.destroy();
    throw new ProxyRefusal(`the proxy answers CONNECT with status ${statusCode}`);
  } finally {
    void client.close();
  }
}
