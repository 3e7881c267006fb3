import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import type undici from 'undici';

// All that we use of undici beyond its documented interface: two of its files, and how its client reads and writes a
// socket. undici.test.ts fails where a new version does it in another way.

// A run needs only these two of the package. Its index loads ninety more modules (fetch, caches, mocks, WebSocket),
// which takes each process of a run longer than loading ours.
const load = createRequire(import.meta.url);

/** undici's client of one origin, without the methods that the index adds: it has only `dispatch`. */
export const Client: typeof undici.Client = load('undici/lib/dispatcher/client.js');

/** undici's factory of sockets. */
export const buildConnector: typeof undici.buildConnector = load('undici/lib/core/connect.js');

/**
 * Lets undici's client, which takes bytes with `read` and puts back with `unshift` what it does not want yet, read a
 * socket through another reader. @param pass - gets the bytes read, gives those that undici should see
 */
export function readThrough(socket: Socket, pass: (chunk: Buffer) => Buffer, putBack: (bytes: number) => void): void {
  const unshift = socket.unshift.bind(socket);
  socket.unshift = (chunk: Uint8Array): void => {
    putBack(chunk.length);
    unshift(chunk);
  };
  const read: (size?: number) => Buffer | null = socket.read.bind(socket);
  socket.read = (size?: number): Buffer | null => {
    for (let chunk = read(size); chunk !== null; chunk = read(size)) {
      const passed = pass(chunk);
      if (passed.length > 0) return passed;
    }
    return null;
  };
}

/**
 * Whether the other side ends a socket that undici is done with, and would end itself, within so many milliseconds. To
 * be called while undici reports the end of an answer.
 */
export async function endOf(socket: Socket, ms: number): Promise<boolean> {
  if (socket.readableEnded) return true;
  const { destroy } = socket;
  socket.destroy = () => socket;
  // undici reads no more, and without a reader there is no end.
  const read = (): void => void socket.read();
  socket.removeAllListeners('readable').on('readable', read);
  setImmediate(read);
  return new Promise((resolve) => {
    const over = (hasEnded: boolean): void => {
      clearTimeout(timer);
      socket.destroy = destroy;
      socket.destroy();
      resolve(hasEnded);
    };
    const timer = setTimeout(over, ms, false);
    socket.prependOnceListener('end', () => over(true)).prependOnceListener('error', () => over(true));
  });
}

/** The arguments of a call of `socket.write`. */
export type Written = readonly unknown[];

/**
 * Lets undici's client, which writes a head as one string and then a body as bytes, write to a socket through another
 * writer. @param write - gets what undici writes, and what writes to the socket
 */
export function writeThrough(
  socket: Socket,
  write: (written: Written, pass: (written: Written) => boolean) => boolean,
): void {
  const { write: plain } = socket;
  const pass = (written: Written): boolean => Reflect.apply(plain, socket, written);
  socket.write = (...written: Written): boolean => write(written, pass);
}

/** The head of a request, to its empty line; null if undici writes something else. */
export function writtenHead([chunk]: Written): string | null {
  return typeof chunk === 'string' && chunk.includes(' HTTP/1.1\r\n') ? chunk : null;
}
