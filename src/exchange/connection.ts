import { setImmediate } from 'node:timers';
import { TLSSocket } from 'node:tls';
import type { Dispatcher, Client as UndiciClient } from 'undici';
import type { AbortRegistry } from './abort-registry.ts';
import { connectorOf, type Route } from './connector.ts';
import { type Header, type HttpRequest, headerValue, type NetworkError, type Outcome } from './exchange.ts';
import { isNotOfTarget, networkErrorOf } from './network-error.ts';
import { completeResponse, createCollector, cutOffResponse } from './response.ts';
import { createResponseMonitor, type ResponseMonitor } from './response-monitor.ts';
import { LARGE, type Room } from './room.ts';
import { Client } from './undici.ts';
import { isWrittenHere, writeRequestsOn } from './write-request.ts';

export interface Attempt {
  readonly outcome: Outcome;
  readonly durationMs: number;
  /** True when a reused connection ended without a byte: the server had most likely closed it. */
  readonly stale: boolean;
  /** Milliseconds since the connection's last answer; 0 if it had none. */
  readonly idleMs: number;
}

/** How a request is sent: what ends it, another time limit than the target's; `once`, for a write, is never resent. */
export interface SendOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly once?: boolean;
}

/** One connection at a time to the target, with one exchange at a time on it. */
export interface Connection {
  /** Sends a request with further headers. @throws Error for illegal characters in a header or path */
  readonly attempt: (request: HttpRequest, extra: readonly Header[], how?: SendOptions) => Promise<Attempt>;
  /** Gives up the connection, so that the next exchange gets a new one. */
  readonly renew: () => void;
  readonly close: () => Promise<void>;
}

/** The limit of node's own client: many short lines in more than that cost undici much time and memory. */
const MAX_HEADER_BYTES = 16 * 1024;

interface ConnectionTarget {
  readonly origin: string;
  readonly route: Route;
  readonly limits: {
    /** From sending to the last byte, including connecting, but not waiting for other large bodies. */
    readonly timeoutMs: number;
    readonly maxBodyBytes: number;
  };
  readonly aborts: AbortRegistry;
  readonly room: Room;
  /** Gets the SHA-256 in hex of the target's TLS certificate on every connection. */
  readonly showed: (digest: string) => void;
}

/** Makes a connection; it connects on first use, and again whenever it has ended. */
export function openConnection(target: ConnectionTarget): Connection {
  const { limits, aborts, room } = target;
  const monitor = createResponseMonitor();
  let current: HttpRequest | null = null;
  const newClient = (): UndiciClient => clientOf(target, monitor, () => current);
  let client = newClient();
  let lastEnd: number | null = null;
  let abort = (): void => {};
  const takeBack = aborts.add(() => abort());

  function renew(): void {
    void client.destroy();
    client = newClient();
  }

  function close(): Promise<void> {
    takeBack();
    return client.destroy();
  }

  function attempt(request: HttpRequest, extra: readonly Header[], how: SendOptions = {}): Promise<Attempt> {
    const { signal, timeoutMs = limits.timeoutMs } = how;
    return new Promise((resolve, reject) => {
      const startedAt = performance.now();
      const idleMs = lastEnd === null ? 0 : startedAt - lastEnd;
      const collector = createCollector(request.method, limits.maxBodyBytes, monitor);
      let ended = false;
      let leave: (() => void) | null = null;
      const end = (): void => {
        ended = true;
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        abort = () => {};
        leave?.();
      };
      const finish = (outcome: Outcome, stale = false): void => {
        end();
        lastEnd = performance.now();
        resolve({ outcome, stale, idleMs, durationMs: lastEnd - startedAt });
      };
      const failed = (error: NetworkError): Outcome => ({
        kind: 'trouble',
        trouble: error,
        ...(monitor.anyByte() ? { begun: true } : {}),
      });
      const stop = (error: NetworkError): void => {
        if (ended) return;
        finish(failed(error));
        renew();
      };
      const complete = (): void => {
        const received = collector.received();
        if (ended || received === null) return;
        const response = completeResponse(received);
        // Only a proxy requires a proxy's credentials (RFC 9110, section 15.5.8): the target did not get the request.
        const isRefusal = target.route.proxy !== null && response.status === 407;
        finish(isRefusal ? { kind: 'trouble', trouble: REFUSED } : { kind: 'response', response });
        if (response.surplus > 0 && !isRefusal) renew();
      };
      const fail = (error: Error): void => {
        if (ended) return;
        if (isNotOfTarget(error)) {
          end();
          reject(new Error(`${request.method} ${request.path} can't be sent: ${error.message}`, { cause: error }));
          return;
        }
        const networkError = networkErrorOf(error);
        const received = collector.received();
        const stale = networkError.kind === 'closed' && monitor.reused() && !monitor.anyByte();
        finish(received === null ? failed(networkError) : (cutOffResponse(received) ?? failed(networkError)), stale);
        renew();
      };
      const late = (): void => stop(lateness(timeoutMs, collector.headed()));
      let timer = setTimeout(late, timeoutMs);
      /** A large body waits until it is the only one; its time limit is paused meanwhile. */
      const makeRoom = (controller: Dispatcher.DispatchController): void => {
        const left = timeoutMs - (performance.now() - startedAt);
        clearTimeout(timer);
        controller.pause();
        leave = room.enter(() => {
          if (ended) return;
          timer = setTimeout(late, left);
          controller.resume();
        });
      };
      abort = () => stop({ kind: 'aborted', message: 'the run was stopped' });
      if (aborts.stopped() || signal?.aborted === true) return abort();
      signal?.addEventListener('abort', abort);
      monitor.begin();
      current = request;
      client.dispatch(dispatchOptions(request, extra, target), {
        onRequestStart() {},
        onResponseStart: ({ rawHeaders }, status, _headers, reason) => collector.head(status, reason ?? '', rawHeaders),
        onResponseData(controller, chunk) {
          const size = collector.data(chunk);
          const most = limits.maxBodyBytes;
          if (size > most) stop({ kind: 'too-large', message: `the body is longer than ${most} bytes` });
          else if (size >= LARGE && leave === null && !ended) makeRoom(controller);
        },
        // Surplus bytes may be in the next read of the same turn.
        onResponseEnd: () => void setImmediate(complete),
        onResponseError: (_controller, error) => fail(error),
      });
    });
  }

  return { attempt, renew, close };
}

/** undici's client, which reads through the monitor and without its own timers: ours covers the whole exchange. */
function clientOf(
  { origin, route, limits, showed }: ConnectionTarget,
  monitor: ResponseMonitor,
  current: () => HttpRequest | null,
): UndiciClient {
  const connector = connectorOf(route, limits.timeoutMs);
  return new Client(origin, {
    pipelining: 1,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(options, callback) {
      connector(options, (...result) => {
        const [error, socket] = result;
        if (error === null) {
          const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
          if (certificate !== undefined) showed(certificate.fingerprint256.replaceAll(':', '').toLowerCase());
          monitor.attach(socket);
          writeRequestsOn(socket, current);
        }
        callback(...result);
      });
    },
  });
}

function dispatchOptions(request: HttpRequest, extra: readonly Header[], { origin, route }: ConnectionTarget) {
  const { method, delivery } = request;
  const { proxy } = route;
  // A request's own header is what is tested: no second one is added.
  const headers: string[] = [];
  for (const header of request.headers) {
    if (!isWrittenHere(header) && !isNoAgent(header)) headers.push(...header);
  }
  for (const [name, value] of extra) if (headerValue(request.headers, name) === undefined) headers.push(name, value);
  const isProxied = proxy !== null && !origin.startsWith('https:');
  if (isProxied && proxy.authorization !== null) headers.push('Proxy-Authorization', proxy.authorization);
  // A proxy requires the whole address in a request for a plain target (RFC 9112, section 3.2.2).
  const path = isProxied ? `${origin}${request.path}` : request.path;
  const isLast = delivery?.alone === true && delivery.version === undefined;
  return { path, method, body: request.body, headers, ...(isLast ? { reset: true } : {}) };
}

const isNoAgent = ([name, value]: Header): boolean => value === '' && name.toLowerCase() === 'user-agent';

const REFUSED: NetworkError = {
  kind: 'refused',
  message: 'the proxy answers with status 407: it wants a user name and password',
};

function lateness(timeoutMs: number, headed: boolean): NetworkError {
  const message = `${headed ? 'the response did not end' : 'no response came'} within ${timeoutMs} ms`;
  return { kind: 'timeout', message, ...(headed ? { detail: 'unfinished' } : {}) };
}
