import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Closes each new connection beyond those that one address, or all addresses together, may hold. `server.maxConnections`
 * has no limit per address, and counts a connection that it refused until the handle is closed.
 */
export function limitConnections(server: Server, perAddress: number, all: number): void {
  const open = new Map<string, number>();
  let total = 0;
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const own = open.get(address) ?? 0;
    if (own >= perAddress || total >= all) {
      socket.destroy();
      return;
    }
    open.set(address, own + 1);
    total += 1;
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
      total -= 1;
    });
  });
}
