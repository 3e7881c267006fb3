import type { Socket } from 'node:net';
import { Client } from 'undici';
import type { Header, HttpRequest } from './exchange.ts';

/** An HTTP proxy on the way to the target. */
export interface HttpProxy {
  readonly url: URL;
  /** The value of Proxy-Authorization (RFC 9110, section 11.7.2); null where it wants none. */
  readonly authorization: string | null;
}

/** The proxy lets nobody through to the target. */
export class ProxyRefusal extends Error {
  override readonly name = 'ProxyRefusal';
}

/**
 * A connection through a proxy to an authority, 'host:port' (CONNECT, RFC 9110, section 9.3.6).
 * Rejects where the proxy can't be reached or refuses.
 */
export async function openTunnel(
  { url, authorization }: HttpProxy,
  authority: string,
  timeoutMs: number,
): Promise<Socket> {
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

/** A request as a proxy takes it for a plain target: with the whole address (RFC 9112, section 3.2.2). */
export function throughProxy(request: HttpRequest, origin: string, { authorization }: HttpProxy) {
  const extra: readonly Header[] = authorization === null ? [] : [['Proxy-Authorization', authorization]];
  return { path: `${origin}${request.path}`, extra };
}
