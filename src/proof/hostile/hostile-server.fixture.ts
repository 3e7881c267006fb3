import { createServer, type Socket } from 'node:net';
import { type Behaviour, behaviours } from './hostile-behaviours.fixture.ts';

/** A hostile server, and what it learned about us. */
interface HostileServer {
  readonly url: string;
  /** Complete requests that reached it. */
  readonly requests: readonly string[];
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}

/** Starts a server of one behaviour. `canary`: an address that must never be requested. */
export async function hostileServer(name: string, canary: string, upstream: string): Promise<HostileServer> {
  const behaviour = behaviours[name];
  if (behaviour === undefined) throw new Error(`there is no behaviour '${name}'`);
  const { answer, connected }: Behaviour = behaviour;
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    let nth = 0;
    let pending = '';
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    if (connected !== undefined) return connected(socket);
    socket.on('data', (chunk) => {
      pending += chunk.toString('latin1');
      const head = pending.indexOf('\r\n\r\n');
      const length = Number(/\r\ncontent-length:[ \t]*(\d+)/i.exec(pending)?.[1] ?? 0);
      if (head < 0 || pending.length < head + 4 + length) return;
      const request = pending.slice(0, head + 4 + length);
      pending = '';
      nth += 1;
      requests.push(request);
      answer?.({ socket, request, nth, total: requests.length, canary, upstream });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    connections: () => connections,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
