import type { IncomingMessage, ServerResponse } from 'node:http';
import { wholeBody } from '../wire/http/whole-body.ts';
import type { OutResponse } from './wire/message.ts';

/** How long a client may continue to send a refused body. */
const LINGER_MS = 2_000;

/** Writes a response exactly as described; `raw` bytes bypass HTTP altogether. */
export function send(response: OutResponse, to: ServerResponse): void {
  if (response.raw !== null) {
    sendRaw(response.raw, to);
    return;
  }
  const { status, reason, headers, body } = response;
  // Node's flat form keeps order, case and repetition.
  to.writeHead(status, reason ?? undefined, headers.flat());
  to.end(body);
}

/** Writes a response to a body that is not read: closing at once would reset the connection before it is seen. */
export function sendAndDiscard(response: OutResponse, from: IncomingMessage, to: ServerResponse): void {
  to.writeHead(response.status, [...response.headers.flat(), 'Connection', 'close']);
  to.write(response.body);
  const timer = setTimeout(() => to.destroy(), LINGER_MS);
  from.once('end', () => to.end());
  from.once('close', () => clearTimeout(timer));
  from.once('error', () => to.destroy());
  from.resume();
}

function sendRaw({ bytes, afterwards }: NonNullable<OutResponse['raw']>, to: ServerResponse): void {
  const socket = to.socket;
  if (socket === null) return;
  to.detachSocket(socket);
  if (afterwards === 'close') socket.end(bytes);
  else socket.write(bytes);
}

/** A request's body, read to its end; null once it is known to exceed `limit` bytes. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array | null> {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (length === undefined && coding === undefined) return new Uint8Array();
  if (Number(length) > limit) return null;
  // A turn later, since most bodies come with the head.
  await null;
  const whole = wholeBody(request);
  if (whole !== null) return whole;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let taken = 0;
    request.on('data', (chunk: Buffer) => {
      taken += chunk.length;
      if (taken <= limit) chunks.push(chunk);
      else resolve(null);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
  });
}
