import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OutResponse } from './wire/message.ts';

/** How long a client may go on sending a body that was refused. */
const LINGER_MS = 2_000;

/** Writes a response exactly as it is described; `raw` bytes bypass HTTP altogether. */
export function send(response: OutResponse, to: ServerResponse): void {
  if (response.raw !== null) {
    sendRaw(response.raw, to);
    return;
  }
  if (response.reason === null) to.writeHead(response.status, rawHeaders(response));
  else to.writeHead(response.status, response.reason, rawHeaders(response));
  to.end(response.body);
}

/**
 * Writes a response to a body that is not read: the rest is thrown away for a moment, since closing at once would
 * reset the connection before the client sees the answer.
 */
export function sendAndDiscard(response: OutResponse, from: IncomingMessage, to: ServerResponse): void {
  to.writeHead(response.status, rawHeaders({ ...response, headers: [...response.headers, ['Connection', 'close']] }));
  to.write(response.body);
  const timer = setTimeout(() => to.destroy(), LINGER_MS);
  from.once('end', () => to.end());
  from.once('close', () => clearTimeout(timer));
  from.once('error', () => to.destroy());
  from.resume();
}

/** Node's flat form keeps order, case and repetition. */
function rawHeaders(response: OutResponse): string[] {
  return response.headers.flat();
}

function sendRaw({ bytes, afterwards }: NonNullable<OutResponse['raw']>, to: ServerResponse): void {
  const socket = to.socket;
  if (socket === null) return;
  to.detachSocket(socket);
  if (afterwards === 'close') socket.end(bytes);
  else socket.write(bytes);
}
