import type { IncomingMessage } from 'node:http';

/**
 * A request's body, read to its end.
 * @returns null as soon as the body is known to be longer than `limit` bytes; the rest is left unread
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array | null> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return null;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
      else stop();
    };
    const stop = () => {
      request.off('data', take);
      resolve(null);
    };
    request.on('data', take);
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
  });
}
