import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** What clients send to one port, request by request as bytes arrive. */
export interface Listening {
  readonly requests: readonly string[];
  readonly stop: () => void;
}

const heard = new Map<number, string[]>();
let isListening = false;

/**
 * Keeps all bytes that servers of this process receive on a port from now on, in the order of their arrival over all
 * connections, each as a character of that code.
 */
export function listenTo(port: number): Listening {
  const requests: string[] = [];
  heard.set(port, requests);
  if (!isListening) subscribe('net.server.socket', (message) => keep((message as { readonly socket: Socket }).socket));
  isListening = true;
  return { requests, stop: () => heard.delete(port) };
}

/** Bytes after an answer, or on another connection, begin a request. */
function keep(socket: Socket): void {
  const requests = heard.get(socket.localPort ?? 0);
  if (requests === undefined) return;
  let answered = -1;
  let at = -1;
  socket.on('data', (bytes) => {
    const text = bytes.toString('latin1');
    const isNext = socket.bytesWritten !== answered || at !== requests.length - 1;
    if (isNext) requests.push(text);
    else requests[at] += text;
    answered = socket.bytesWritten;
    at = requests.length - 1;
  });
}
