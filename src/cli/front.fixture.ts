import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, createServer as createNetServer, type Server as NetServer } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { healthyServer } from './command.fixture.ts';

/** The path of a file of fixtures/tls. */
export function tlsFile(name: string): string {
  return fileURLToPath(new URL(`../../fixtures/tls/${name}.pem`, import.meta.url));
}

/** Key and certificate of that name, as a TLS server needs them. */
export function ownPair(name = 'localhost'): TlsOptions {
  return { key: readFileSync(tlsFile(`${name}.key`)), cert: readFileSync(tlsFile(`${name}.cert`)) };
}

/** A server in front of the reference server, and what it saw. */
interface Front {
  readonly port: number;
  /** Each request as received: method, URL and headers. */
  readonly seen: readonly IncomingMessage[];
}

/** How a front passes requests to the reference server. */
interface FrontOptions {
  readonly tls?: TlsOptions;
  readonly host?: string;
  /** The URL requested from the reference server, or its own answer (a status); null for none at all. */
  readonly to?: (incoming: IncomingMessage) => string | number | null;
}

/** A server that passes each request to the reference server and its answer back; stopped after the test. */
export async function front({
  tls,
  host = '127.0.0.1',
  to = ({ url }) => url ?? '/',
}: FrontOptions = {}): Promise<Front> {
  const inner = await reference();
  const seen: IncomingMessage[] = [];
  const handle = (incoming: IncomingMessage, answer: ServerResponse): void => {
    seen.push(incoming);
    const path = to(incoming);
    if (typeof path !== 'string') {
      incoming.resume();
      if (path !== null) answer.writeHead(path).end('no');
      return;
    }
    const { host: _host, ...headers } = incoming.headers;
    const onward = request({ port: inner, host: '127.0.0.1', method: incoming.method, path, headers }, (back) => {
      answer.writeHead(back.statusCode ?? 500, back.statusMessage, back.rawHeaders);
      back.pipe(answer);
    });
    incoming.pipe(onward.on('error', () => answer.destroy()));
  };
  const server: Server = tls === undefined ? createServer(handle) : createTlsServer(tls, handle);
  return {
    port: await portOf(
      server.on('tlsClientError', () => {}),
      host,
    ),
    seen,
  };
}

/** A proxy that tunnels to any port of this machine, records its requests and returns them to plain requests. */
export async function proxy(status = 200): Promise<{ readonly port: number; readonly asked: readonly string[] }> {
  const inner = await reference();
  const asked: string[] = [];
  const server = createServer((incoming, answer) => {
    const { host: _host, 'proxy-authorization': authorization = '-', ...headers } = incoming.headers;
    const url = new URL(incoming.url ?? '');
    asked.push(`${incoming.method} ${url.origin} ${authorization}`);
    if (status !== 200) {
      incoming.resume();
      answer.writeHead(status).end(`no, ${authorization}`);
      return;
    }
    const path = `${url.pathname}${url.search}`;
    const onward = request({ port: inner, host: '127.0.0.1', method: incoming.method, path, headers }, (back) => {
      answer.writeHead(back.statusCode ?? 500, [...back.rawHeaders, 'X-Via', authorization]);
      back.pipe(answer);
    });
    incoming.pipe(onward.on('error', () => answer.destroy()));
  }).on('connect', (incoming, socket) => {
    asked.push(`CONNECT ${incoming.url} ${incoming.headers['proxy-authorization'] ?? '-'}`);
    socket.on('error', () => {});
    if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const there = connect(Number(incoming.url?.split(':')[1]), '127.0.0.1').on('error', () => {});
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    return socket.pipe(there).pipe(socket);
  });
  return { port: await portOf(server), asked };
}

/** The reference server speaking only HTTP/1.0: no chunks, and the connection ends with the answer. */
export async function oldServer(): Promise<number> {
  const inner = await reference();
  const server = createNetServer((socket) => {
    const chunks: Buffer[] = [];
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      const came = Buffer.concat(chunks);
      const end = came.indexOf('\r\n\r\n');
      const length = Number(/^content-length: (\d+)/im.exec(came.subarray(0, end).toString('latin1'))?.[1] ?? 0);
      if (end < 0 || came.length < end + 4 + length) return;
      const closing = came.toString('latin1').replace(/^connection: keep-alive/im, 'Connection: close');
      const there = connect(inner, '127.0.0.1').on('error', () => {});
      const back: Buffer[] = [];
      there.on('data', (part) => back.push(part));
      there.on('end', () => {
        const answer = Buffer.concat(back).toString('latin1');
        socket.end(answer.replace(/^HTTP\/1\.1/, 'HTTP/1.0'), 'latin1');
      });
      there.write(closing, 'latin1');
    });
  });
  return portOf(server);
}

/** The port of a reference server that stops with the test. */
async function reference(): Promise<number> {
  const server = await healthyServer(0);
  onTestFinished(() => server.close());
  return Number(new URL(server.url).port);
}

async function portOf(server: NetServer, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}
