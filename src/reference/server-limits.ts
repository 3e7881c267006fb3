import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** What the server accepts, times in ms: beyond any call of the document, and no client can block the others. */
export const serverLimits = {
  /** A longer body is 413 (RFC 9110, section 15.5.14). */
  maxBodyBytes: 1024 * 1024,
  /** Request line and headers; longer ones are 431 (RFC 6585, section 5). */
  maxHeaderSize: 64 * 1024,
  /** Until the headers are there; later is 408 (RFC 9110, section 15.5.9). */
  headersTimeout: 10_000,
  /** Until the whole request is there; later is 408. */
  requestTimeout: 30_000,
  /** Between two requests of a connection. */
  keepAliveTimeout: 15_000,
  /** A connection without traffic is closed: nobody reads the answer. */
  idleTimeout: 120_000,
  /** One more is closed at once. */
  maxConnections: 512,
  /** Of one client address; one more is closed at once. */
  connectionsPerAddress: 128,
  /** The last of them is answered with Connection: close. */
  maxRequestsPerSocket: 100_000,
};

/** Closes new connections beyond these numbers; `server.maxConnections` has no limit per address. */
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
