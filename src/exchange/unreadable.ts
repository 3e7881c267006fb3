import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** The first byte of a TLS handshake (RFC 8446, section 5.1). */
const HANDSHAKE = 0x16;

/** Reports why bytes of a client are not a request. node:http only answers 400 or 431 to them. */
export function watchUnreadable(server: Server, told: (why: string) => void): void {
  server.on('connection', (socket: Socket) => {
    socket.on('error', ({ code = '', message, rawPacket }: NodeJS.ErrnoException & { rawPacket?: Buffer }) => {
      const isTls = rawPacket?.[0] === HANDSHAKE;
      if (code.startsWith('HPE_')) told(isTls ? 'it is TLS, but this is an http:// address' : message);
    });
  });
}
