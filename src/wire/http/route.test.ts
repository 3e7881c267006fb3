import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, type Server } from 'node:net';
import { createServer, type TlsOptions } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Route } from './connector.ts';
import { startRawServer } from './raw-server.fixture.ts';
import { get, OK, open, summary } from './target.fixture.ts';

const pem = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../fixtures/tls/${name}.pem`, import.meta.url)), 'utf8');
const own = { key: pem('localhost.key'), cert: pem('localhost.cert') };
const trusting = { tls: { ca: own.cert }, proxy: null };

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A server that speaks TLS and answers each request with OK. */
function tlsPort(options: TlsOptions = own): Promise<number> {
  const server = createServer(options, (socket) => socket.on('error', () => {}).on('data', () => socket.write(OK)));
  return portOf(server.on('tlsClientError', () => {}));
}

async function answer(port: number, route: Route): Promise<string> {
  const exchange = await open({ baseUrl: new URL(`https://localhost:${port}/`), route }).send(get);
  const { outcome } = exchange;
  return outcome.kind === 'trouble' ? `${outcome.trouble.kind}: ${outcome.trouble.message}` : summary(exchange);
}

describe('TLS', () => {
  test.each([
    ['self-signed', 'localhost', 'self-signed certificate'],
    ['expired', 'expired', ''],
    ['of another name', 'other-name', ''],
  ])('a certificate that is %s is refused, and taken where anything is', async (_what, name, why) => {
    const port = await tlsPort({ key: pem(`${name}.key`), cert: pem(`${name}.cert`) });
    expect(await answer(port, { tls: {}, proxy: null })).toMatch(new RegExp(`^tls: .*${why}`));
    expect(await answer(port, { tls: { insecure: true }, proxy: null })).toBe("200 1.1 'hi'");
  });

  test.each([
    ['expired', 'certificate has expired'],
    ['other-name', "Hostname/IP does not match certificate's altnames"],
  ])('a trusted issuer is not enough where the certificate is %s', async (name, why) => {
    const port = await tlsPort({ key: pem(`${name}.key`), cert: pem(`${name}.cert`) });
    expect(await answer(port, { tls: { ca: pem(`${name}.cert`) }, proxy: null })).toContain(`tls: ${why}`);
  });

  test('a given issuer is trusted', async () => {
    expect(await answer(await tlsPort(), trusting)).toBe("200 1.1 'hi'");
  });

  test('a target that asks for a client certificate gets it', async () => {
    const port = await tlsPort({ ...own, ca: own.cert, requestCert: true, rejectUnauthorized: true });
    expect(await answer(port, trusting)).not.toContain('200');
    expect(await answer(port, { ...trusting, tls: { ...trusting.tls, ...own } })).toBe("200 1.1 'hi'");
  });
});

/** A proxy that tunnels and notes the requests that it gets; `status` is its answer to CONNECT. */
async function proxy(status = 200) {
  const received: string[] = [];
  const server = createHttpServer((request, response) => {
    received.push(
      `${request.method} ${request.url} ${request.headers['proxy-authorization'] ?? '-'} ${request.headers.host}`,
    );
    response.end('via');
  }).on('connect', (request, socket) => {
    received.push(`CONNECT ${request.url} ${request.headers['proxy-authorization'] ?? '-'}`);
    socket.on('error', () => {});
    if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const there = connect(Number(request.url?.split(':')[1]), '127.0.0.1').on('error', () => {});
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    return socket.pipe(there).pipe(socket);
  });
  const url = new URL(`http://127.0.0.1:${await portOf(server)}`);
  return { received, route: (authorization: string | null) => ({ ...trusting, proxy: { url, authorization } }) };
}

describe('a proxy', () => {
  test('opens a tunnel for TLS', async () => {
    const { received, route } = await proxy();
    const port = await tlsPort();
    expect(await answer(port, route('Basic eDp5'))).toBe("200 1.1 'hi'");
    expect(received).toEqual([`CONNECT localhost:${port} Basic eDp5`]);
  });

  test('that refuses the tunnel is a network error with its status', async () => {
    const { route } = await proxy(407);
    expect(await answer(await tlsPort(), route(null))).toBe('refused: the proxy answers CONNECT with status 407');
  });

  test('gets a plain request with the whole address', async () => {
    const { received, route } = await proxy();
    const server = await startRawServer(() => {});
    onTestFinished(server.close);
    const exchange = await open({ baseUrl: server.url, route: route('Basic eDp5') }).send(get);
    expect(summary(exchange)).toBe("200 1.1 'via'");
    expect(received).toEqual([`GET ${server.url.origin}/app/x?a=1 Basic eDp5 ${server.url.host}`]);
    expect([exchange.request, server.requests]).toEqual([get, []]);
  });

  test('that is not there is a network error', async () => {
    const { url, close } = await startRawServer(() => {});
    await close();
    const nobody = { tls: {}, proxy: { url, authorization: null } };
    expect(summary(await open({ route: nobody }).send(get))).toBe('refused');
  });
});
