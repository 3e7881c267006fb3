import { Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers';
import { hostOf } from './address.ts';
import type { Budget } from './budget.ts';
import { connectorOf, type Route } from './connector.ts';
import type { Header, HttpRequest, NetworkError, Outcome } from './exchange.ts';
import { networkErrorOf } from './network-error.ts';
import { completeResponse, createCollector, cutOffResponse } from './response.ts';
import { createResponseMonitor } from './response-monitor.ts';

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
  /** An interim answer (RFC 9110, section 15.2). */
  readonly interim: (status: number, reason: string, headers: readonly string[]) => void;
  /** Name and value in turn, as received. */
  readonly head: (status: number, reason: string, headers: readonly string[], lasts: boolean) => void;
  /** @param more - reads on after this returned false */
  readonly data: (chunk: Buffer, more: () => void) => boolean;
}

export interface Forwarding {
  /** `stale`: a reused connection ended without a byte, as at the end of its idle time. */
  readonly ended: Promise<{ readonly outcome: Outcome; readonly stale: boolean }>;
  readonly stop: (trouble: NetworkError) => void;
}

/** The connection to a target for one connection of a client, with the same lifetime: one request at a time. */
export type Upstream = ReturnType<typeof openUpstream>;

/** Longer header sections of answers are not read. */
const MAX_HEADER_BYTES = 64 * 1024;

const MOST_INTERIM = 100;

const TOO_LARGE = 'the body is longer than what is kept for judging';

/** Opens an upstream to a target for one connection of a client. It connects on the first request. */
export function openUpstream(options: UpstreamOptions, connected: (socket: Socket) => void) {
  const { target, route, timeoutMs, maxBodyBytes, budget } = options;
  const monitor = createResponseMonitor();
  const connect = connectorOf(route, timeoutMs);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { protocol, host, port } = target;
  const hostname = hostOf(target);
  agent.createConnection = (_options, made) => {
    connect({ protocol, hostname, host, port }, (error, socket) => {
      if (error !== null) {
        // The types require a socket next to the error; node:http only uses the error.
        made?.(error, new Socket());
        return;
      }
      monitor.watch(socket);
      connected(socket);
      made?.(null, socket);
    });
    return undefined;
  };

  /** Passes on a request and its body (null: none) with unchanged header lines, and its answer to the receiver. */
  function forward(request: Omit<HttpRequest, 'body'>, body: Readable | null, to: Receiver): Forwarding {
    const { method } = request;
    const collector = createCollector(method, maxBodyBytes, monitor);
    const { proxy } = route;
    const isProxied = proxy !== null && protocol !== 'https:';
    const path = isProxied ? `${target.origin}${request.path}` : request.path;
    const own: readonly Header[] =
      isProxied && proxy.authorization !== null ? [['Proxy-Authorization', proxy.authorization]] : [];
    const lines = [...request.headers, ...own];
    const basics = { agent, method, path, maxHeaderSize: MAX_HEADER_BYTES, host: hostname };
    const isBare = body === null && !/^(?:GET|HEAD|DELETE|OPTIONS|TRACE)$/.test(method);
    const sent = httpRequest(isBare ? { ...basics, setHost: false } : { ...basics, headers: lines.flat() });
    if (isBare) withoutLength(sent, lines);
    // The bytes are limited; node:http would drop lines after the thousandth.
    sent.maxHeadersCount = 0;
    let stop: Forwarding['stop'] = () => {};
    const ended: Forwarding['ended'] = new Promise((resolve) => {
      let done = false;
      let held = 0;
      const finish = (outcome: Outcome, stale = false): void => {
        if (done) return;
        done = true;
        budget.give(held);
        resolve({ outcome, stale });
      };
      const trouble = (error: NetworkError): Outcome => ({
        kind: 'trouble',
        trouble: error,
        ...(collector.headed() ? { begun: true } : {}),
      });
      stop = (error) => {
        finish(trouble(error));
        sent.destroy();
      };
      const complete = (): void => {
        const received = collector.received();
        if (received === null || done) return;
        const response = completeResponse(received);
        finish({ kind: 'response', response });
        if (response.surplus > 0) sent.destroy();
      };
      let answer: IncomingMessage | undefined;
      const fail = (error: Error): void => {
        // Bytes after a whole answer are surplus, which node:http can't read as another; its end still follows.
        if (answer?.complete === true) return;
        const received = collector.received();
        const networkError = networkErrorOf(error);
        const stale = networkError.kind === 'closed' && sent.reusedSocket && !monitor.anyByte();
        finish((received === null ? null : cutOffResponse(received)) ?? trouble(networkError), stale);
      };
      sent.on('socket', () => monitor.begin());
      let interims = 0;
      sent.on('information', ({ statusCode, statusMessage, rawHeaders }) => {
        interims += 1;
        if (interims <= MOST_INTERIM) to.interim(statusCode, statusMessage, rawHeaders);
        else stop({ kind: 'too-large', message: `more than ${MOST_INTERIM} interim answers came` });
      });
      sent.on('upgrade', (_answer, socket) => {
        stop({ kind: 'framing', message: 'it switches protocols, which was not requested' });
        socket.destroy();
      });
      sent.on('response', (found) => {
        answer = found;
        const { statusCode = 0, statusMessage = '', rawHeaders } = found;
        collector.head(statusCode, statusMessage, rawHeaders);
        try {
          to.head(statusCode, statusMessage, rawHeaders, sent.shouldKeepAlive);
        } catch {
          // A reason phrase that node:http reads but refuses to write.
          return stop({
            kind: 'framing',
            message: 'the status line or a header line has characters that HTTP does not allow',
          });
        }
        let size = 0;
        found.on('data', (chunk: Buffer) => {
          const taken = size <= maxBodyBytes && budget.take(chunk.length);
          if (taken) held += chunk.length;
          size = taken ? collector.data(chunk) : Number.POSITIVE_INFINITY;
          if (!to.data(chunk, () => found.resume())) found.pause();
        });
        found.on('end', () => {
          if (size > maxBodyBytes) finish(trouble({ kind: 'too-large', message: TOO_LARGE }));
          // Surplus bytes may be in the next read of the same turn.
          else setImmediate(complete);
        });
        found.on('error', fail);
      });
      sent.on('error', fail);
      sent.setTimeout(timeoutMs, () => {
        const what = collector.headed() ? 'the response did not continue' : 'no response came';
        stop({ kind: 'timeout', message: `${what} within ${timeoutMs} ms` });
      });
      if (body === null) sent.end();
      else body.pipe(sent);
    });
    return { ended, stop };
  }

  return { forward, close: () => agent.destroy() };
}

/** A request without body and length is passed on without a length, which node:http would add to header lines. */
function withoutLength(sent: ClientRequest, lines: readonly Header[]): void {
  for (const [name] of lines) {
    const same = lines.filter(([other]) => other.toLowerCase() === name.toLowerCase());
    sent.setHeader(
      name,
      same.map(([, value]) => value),
    );
  }
  sent.removeHeader('Transfer-Encoding');
  sent.removeHeader('Content-Length');
}
