import { createServer, type Socket } from 'node:net';

/** A TCP server that answers requests with the exact bytes of a test. */
export interface RawServer {
  readonly url: URL;
  /** The bytes of every request, in order. */
  readonly requests: readonly string[];
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}

/**
 * @param answer - called with each complete request (header and Content-Length), its number on its connection and that
 * of the connection, both from 1
 */
export async function startRawServer(
  answer: (socket: Socket, request: string, nth: number, connection: number) => void,
): Promise<RawServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    const connection = connections;
    let nth = 0;
    let pending = '';
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      pending += chunk.toString('latin1');
      const head = pending.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(pending)?.[1] ?? 0);
      if (pending.length < head + 4 + length) return;
      const request = pending.slice(0, head + 4 + length);
      pending = '';
      nth += 1;
      requests.push(request);
      answer(socket, request, nth, connection);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    url: new URL(`http://127.0.0.1:${port}/app`),
    requests,
    connections: () => connections,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
