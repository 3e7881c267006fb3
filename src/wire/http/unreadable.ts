import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { lengthListText } from './exchange.ts';

/** The first byte of a TLS handshake (RFC 8446, section 5.1). */
const HANDSHAKE = 0x16;

type ClientError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer };

/** Reports why bytes of a client are not a request. node:http only answers 400 or 431 to them. */
export function watchUnreadable(server: Server, told: (why: string) => void): void {
  const tell = teller(server, told);
  server.on('connection', (socket: Socket) => {
    socket.on('error', (error: ClientError) => tell(error, socket));
  });
}

function teller(server: Server, told: (why: string) => void) {
  const last = new WeakMap<object, IncomingMessage>();
  server.prependListener('request', (request: IncomingMessage) => last.set(request.socket, request));
  return ({ code = '', message, rawPacket }: ClientError, socket: object): void => {
    if (!code.startsWith('HPE_')) return;
    if (rawPacket?.[0] === HANDSHAKE) told('it is TLS, but this is an http:// address');
    else told(lengthMistake(code, last.get(socket), rawPacket) ?? mistakeIn(code, message, rawPacket));
  };
}

/** What of the length of a request makes the bytes after its head no body, or no request. @param before - it */
function lengthMistake(
  code: string,
  before: IncomingMessage | undefined,
  packet: Buffer = Buffer.alloc(0),
): string | null {
  if (before === undefined) return null;
  const { 'content-length': length, 'transfer-encoding': coding } = before.headers;
  if (length === undefined)
    return before.method === 'POST' && coding === undefined && /METHOD|CLOSED/.test(code)
      ? 'a body comes, and neither Content-Length nor Transfer-Encoding announces it'
      : null;
  if (!before.complete) return 'the connection ends inside a body: it is shorter than its Content-Length says';
  const text = packet.toString().replace(/^.*?\r\n\r\n/s, '');
  const isCounted =
    [text.length, [...text].length].includes(Number(length)) && Buffer.byteLength(text) > Number(length);
  return isCounted ? `bytes come after the body: its Content-Length of ${length} counts characters, not bytes` : null;
}

/** A mistake of a client by its name; what node says of others. */
function mistakeIn(code: string, message: string, packet: Buffer | undefined): string {
  const lengths = code.endsWith('CONTENT_LENGTH') ? lengthsIn(packet) : '';
  if (/^\d+(?:\s*,\s*\d+)+$/.test(lengths)) return lengthListText(lengths);
  if (code !== 'HPE_CLOSED_CONNECTION') return message;
  return 'bytes come after the body: it is longer than its Content-Length says';
}

/** The lengths that the head of a request names, in one list; node only says that it can't read them. */
function lengthsIn(packet: Buffer = Buffer.alloc(0)): string {
  const [head = ''] = packet.toString('latin1').split('\r\n\r\n');
  return [...head.matchAll(/^content-length:([\d, \t]+)$/gim)].map(([, length = '']) => length.trim()).join(', ');
}

const LAST_WRITE_MS = 10_000;

/** Statuses of what is wrong, as node:http gives them; 400 for all else. */
const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * The same, and answers as node:http does, but after the requests before these bytes. @param before - resolves when
 * those are answered: to false, if an answer has begun and no other can follow
 */
export function answerUnreadable(
  server: Server,
  told: (why: string) => void,
  before: (socket: Socket) => Promise<boolean>,
): void {
  const known = new WeakSet<object>();
  const tell = teller(server, told);
  server.on('clientError', (error: ClientError, stream) => {
    // The parser reports each later packet too.
    if (known.has(stream)) return;
    known.add(stream);
    tell(error, stream);
    const socket = stream as Socket;
    void before(socket).then((isFree) => {
      const status = STATUSES[error.code ?? ''] ?? 400;
      if (isFree && socket.writable) {
        socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
        socket.destroySoon();
        // For a client that does not read.
        socket.setTimeout(LAST_WRITE_MS);
      } else socket.destroy();
    });
  });
}
