import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers';
import type { Budget } from './budget.ts';
import type { Route } from './connector.ts';
import type { ExchangeOutcome, Header, HttpRequest, NetworkError } from './exchange.ts';
import { openTransport } from './transport.ts';
import { writeThrough } from './undici.ts';

export interface UpstreamOptions {
  /** Scheme, host and port count. */
  readonly target: URL;
  readonly route: Route;
  /** Time limit for connecting, and between any two bytes. */
  readonly timeoutMs: number;
  /** For an answer's body; a longer one is passed on, and its outcome is 'too-large'. */
  readonly maxBodyBytes: number;
  readonly budget: Budget;
}

/** Gets an answer as it arrives, to pass it on. */
export interface Receiver {
  /** An interim answer (RFC 9110, section 15.2), to its empty line. */
  readonly interim: (head: Buffer) => void;
  readonly head: (status: number, reason: string, headers: readonly Header[], lasts: boolean) => void;
  /** @param more - reads on after this returned false */
  readonly data: (chunk: Buffer, more: () => void) => boolean;
}

export interface Forwarding {
  /** `stale`: a reused connection ended without a byte, as at the end of its idle time. */
  readonly ended: Promise<{ readonly outcome: ExchangeOutcome; readonly stale: boolean }>;
  readonly stop: (trouble: NetworkError) => void;
}

/** The connection to a target for one connection of a client, with the same lifetime: one request at a time. */
export type Upstream = ReturnType<typeof openUpstream>;

/** Longer header sections of answers are not read. */
const MAX_HEADER_BYTES = 64 * 1024;

const MOST_INTERIM = 100;

/** Until then the connection is kept for its client. */
const MOST_IDLE_MS = 600_000;

const TOO_LARGE = 'the body is longer than what is kept for judging';
const NO_ROOM = 'other bodies took all the room that is kept for judging';

/** Opens an upstream to a target for one connection of a client. It connects on the first request. */
export function openUpstream(options: UpstreamOptions, connected: (socket: Socket) => void) {
  const { target, route, timeoutMs, maxBodyBytes, budget } = options;
  let interim: Receiver['interim'] = () => {};
  let late = (): void => {};
  /** Writes the request; undici writes none of its own, which it would change. */
  let write: ((socket: Socket) => boolean) | null = null;
  const transport = openTransport({
    origin: target.origin,
    route,
    limits: { timeoutMs, maxBodyBytes },
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: MOST_IDLE_MS,
    interim: (head) => interim(head),
    connected(socket) {
      connected(socket);
      socket.setTimeout(timeoutMs, () => late());
      writeThrough(socket, (written, pass) => {
        const writeOwn = write;
        write = null;
        return writeOwn === null ? pass(written) : writeOwn(socket);
      });
    },
  });

  /** Passes on a request and its body (null: none) with unchanged header lines, and its answer to the receiver. */
  function forward(request: Omit<HttpRequest, 'body'>, body: Uint8Array | Readable | null, to: Receiver): Forwarding {
    let stop: Forwarding['stop'] = () => {};
    const ended: Forwarding['ended'] = new Promise((resolve) => {
      let held = 0;
      let tooLarge = TOO_LARGE;
      let size = 0;
      const exchange = transport.begin(request.method, (outcome, stale) => {
        budget.give(held);
        resolve({ outcome, stale });
      });
      const { collector } = exchange;
      stop = exchange.stop;
      let interims = 0;
      interim = (head) => {
        interims += 1;
        if (interims <= MOST_INTERIM) to.interim(head);
        else stop({ kind: 'too-large', message: `more than ${MOST_INTERIM} interim answers came` });
      };
      late = () => {
        const what = collector.headed() ? 'the response did not continue' : 'no response came';
        stop({ kind: 'timeout', message: `${what} within ${timeoutMs} ms` });
      };
      let resume = (): void => {};
      write = (socket) => writeRequest(socket, headOf(request, body), body);
      transport.dispatch(
        { method: request.method === 'HEAD' ? 'HEAD' : 'GET', path: '/', reset: false },
        {
          onConnect() {},
          onHeaders(status, raw, more) {
            resume = more;
            const { reason, headers } = collector.head(status, raw);
            const lasts = !headers.some(([name, value]) => /^connection$/i.test(name) && /\bclose\b/i.test(value));
            try {
              to.head(status, reason, headers, lasts && transport.version() === '1.1');
            } catch {
              // A control character that undici reads but node:http refuses to write.
              const message = 'the status line or a header line has characters that HTTP does not allow';
              stop({ kind: 'framing', message });
            }
            return true;
          },
          onData(chunk) {
            const hasRoom = size > maxBodyBytes || budget.take(chunk.length);
            const taken = size <= maxBodyBytes && hasRoom;
            if (!hasRoom) tooLarge = NO_ROOM;
            if (taken) held += chunk.length;
            size = taken ? collector.data(chunk) : Number.POSITIVE_INFINITY;
            return to.data(chunk, resume);
          },
          onComplete() {
            if (size > maxBodyBytes) stop({ kind: 'too-large', message: tooLarge });
            // Surplus bytes may be in the next read of the same turn.
            else setImmediate(() => exchange.complete(body instanceof Readable && !body.readableEnded));
          },
          onError: exchange.fail,
        },
      );
    });
    return { ended, stop };
  }

  /** The head of a request as it came, with what a connection of our own needs. */
  function headOf({ method, path, headers }: Omit<HttpRequest, 'body'>, body: Uint8Array | Readable | null): string {
    const { proxy } = route;
    const isProxied = proxy !== null && target.protocol !== 'https:';
    let head = `${method} ${isProxied ? target.origin : ''}${path} HTTP/1.1\r\n`;
    for (const [name, value] of headers) head += `${name}: ${value}\r\n`;
    if (isProxied && proxy.authorization !== null) head += `Proxy-Authorization: ${proxy.authorization}\r\n`;
    const isFramed = body === null || /\r\n(?:content-length|transfer-encoding):/i.test(head);
    return `${head}${isFramed ? '' : 'Transfer-Encoding: chunked\r\n'}Connection: keep-alive\r\n\r\n`;
  }

  return { forward, close: () => void transport.close() };
}

/** Writes a request. A body that is still coming is written as it comes, in chunks if its length is not known. */
function writeRequest(socket: Socket, head: string, body: Uint8Array | Readable | null): boolean {
  if (body === null) return socket.write(head, 'latin1');
  if (!(body instanceof Readable)) return socket.write(Buffer.concat([Buffer.from(head, 'latin1'), body]));
  const isChunked = !/\r\ncontent-length:/i.test(head);
  const sent = isChunked ? Readable.from(inChunks(body)).on('error', () => {}) : body;
  const isWritten = socket.write(head, 'latin1');
  sent.pipe(socket, { end: false });
  return isWritten;
}

/** RFC 9112, section 7.1. */
async function* inChunks(body: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of body)
    yield Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, LINE_END]);
  yield Buffer.from('0\r\n\r\n');
}

const LINE_END = Buffer.from('\r\n');
