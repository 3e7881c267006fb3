import { setImmediate } from 'node:timers';
import { TLSSocket } from 'node:tls';
import type { AbortRegistry } from './abort-registry.ts';
import type { Route } from './connector.ts';
import {
  type ExchangeOutcome,
  type Header,
  type HttpRequest,
  type HttpResponse,
  headerValue,
  isLeftOut,
  type NetworkError,
} from './exchange.ts';
import { isNotOfTarget } from './network-error.ts';
import { LARGE, type Room } from './room.ts';
import type { Stalls } from './stall.ts';
import { openTransport } from './transport.ts';
import { isWholeDocument } from './whole-document.ts';
import { isLast, isWrittenHere, writeRequestsOn } from './write-request.ts';

export interface Attempt {
  readonly outcome: ExchangeOutcome;
  readonly durationMs: number;
  /** True when a reused connection ended without a byte: the server had most likely closed it. */
  readonly stale: boolean;
  /** Milliseconds since the connection's last answer; 0 if it had none. */
  readonly idleMs: number;
  /** Milliseconds from that answer to an end of the connection that it did not announce; none if it went on. */
  readonly endedAfterMs?: number;
}

/** How a request is sent: what ends it, another time limit than the target's; `once`, for a write, is never resent. */
export interface SendOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly once?: boolean;
}

/** One connection at a time to the target, with one exchange at a time on it. */
export type Connection = ReturnType<typeof openConnection>;

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
  readonly stalls: Stalls;
  readonly endings: Stalls;
  readonly continues: Stalls;
  /** Gets the SHA-256 in hex of the target's TLS certificate on every connection. */
  readonly showed: (digest: string) => void;
}

/** Makes a connection; it connects on first use, and again whenever it has ended. */
export function openConnection(target: ConnectionTarget) {
  const { limits, aborts, room, stalls, endings, continues, origin, route } = target;
  let current: HttpRequest | null = null;
  let uncontinued = false;
  const expectation = {
    waitMs: continues.waitMs,
    inVain: () => {
      continues.add();
      uncontinued = true;
    },
  };
  let goOn = (): void => {};
  const transport = openTransport({
    ...{ origin, route, limits, maxHeaderSize: MAX_HEADER_BYTES },
    connected(socket) {
      const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
      if (certificate !== undefined) target.showed(certificate.fingerprint256.replaceAll(':', '').toLowerCase());
      goOn = writeRequestsOn(socket, () => current, expectation);
    },
    interim: () => {
      // One that comes late says that the connection had to wait.
      uncontinued = false;
      goOn();
    },
  });
  let lastEnd: number | null = null;
  // Made here: one made in an attempt would keep its answer in memory.
  const nothing = (): void => {};
  let abort = nothing;
  const takeBack = aborts.add(() => abort());

  function close(): Promise<void> {
    takeBack();
    return transport.close();
  }

  /** Sends a request with further headers. @throws Error for illegal characters in a header or path */
  function attempt(request: HttpRequest, extra: readonly Header[], how: SendOptions = {}): Promise<Attempt> {
    const { signal, timeoutMs = limits.timeoutMs } = how;
    return new Promise((resolve, reject) => {
      const startedAt = performance.now();
      const before = lastEnd;
      const idleMs = before === null ? 0 : startedAt - before;
      let afterClose: HttpResponse['afterClose'];
      let leave: (() => void) | null = null;
      const end = (): void => {
        clearTimeout(timer);
        clearTimeout(stall);
        signal?.removeEventListener('abort', abort);
        abort = nothing;
        leave?.();
      };
      const { collector, isOver, stop, complete, cutOff, fail } = transport.begin(request.method, (outcome, stale) => {
        end();
        lastEnd = performance.now();
        const endedAt = transport.takeEnd();
        const ended = before === null || endedAt === null ? {} : { endedAfterMs: Math.max(0, endedAt - before) };
        const read = ofRequest(ofTarget(outcome, route), request, {
          ...(afterClose && { afterClose }),
          ...(uncontinued && { uncontinued }),
        });
        resolve({ outcome: read, stale, idleMs, durationMs: lastEnd - startedAt, ...ended });
      });
      const late = (): void => stop(lateness(timeoutMs, collector.headed()));
      let timer = setTimeout(late, timeoutMs);
      let stall: NodeJS.Timeout | undefined;
      const waitForRest = (): void => {
        clearTimeout(stall);
        if (!collector.isShort() || leave !== null) return;
        stall = setTimeout(() => {
          const received = collector.received();
          if (isOver() || received === null || !isWholeDocument(received.body, received.headers)) return;
          stalls.add();
          cutOff();
        }, stalls.waitMs());
      };
      let resume = (): void => {};
      /** A large body waits until it is the only one; its time limit is paused meanwhile. */
      const makeRoom = (): void => {
        const left = timeoutMs - (performance.now() - startedAt);
        clearTimeout(timer);
        leave = room.enter(() => {
          if (isOver()) return;
          timer = setTimeout(late, left);
          resume();
        });
      };
      abort = () => stop({ kind: 'aborted', message: 'the run was stopped' });
      if (aborts.stopped() || signal?.aborted === true) return abort();
      signal?.addEventListener('abort', abort);
      current = request;
      uncontinued = false;
      // undici's newer handlers make an object of the headers, which nobody reads.
      transport.dispatch(dispatchOptions(request, extra, target), {
        onConnect() {},
        onHeaders(status, raw, more) {
          resume = more;
          goOn();
          collector.head(status, raw);
          return true;
        },
        onData(chunk) {
          const size = collector.data(chunk);
          const most = limits.maxBodyBytes;
          if (size > most) stop({ kind: 'too-large', message: `the body is longer than ${most} bytes` });
          if (size < LARGE || leave !== null || isOver()) {
            waitForRest();
            return true;
          }
          makeRoom();
          return false;
        },
        onComplete() {
          transport.answered();
          const isEnding = isLast(request) && !isOver() ? transport.endOf(endings.waitMs()) : null;
          // Surplus bytes may be in the next read of the same turn.
          if (isEnding === null) return void setImmediate(complete);
          clearTimeout(timer);
          void isEnding.then((hasEnded) => {
            afterClose = hasEnded ? 'ended' : 'open';
            if (!hasEnded) endings.add();
            complete();
          });
        },
        onError(error) {
          if (isOver() || !isNotOfTarget(error)) return fail(error);
          end();
          reject(new Error(`${request.method} ${request.path} can't be sent: ${error.message}`, { cause: error }));
        },
      });
    });
  }

  return { attempt, renew: transport.renew, close };
}

/** Only a proxy requires a proxy's credentials (RFC 9110, section 15.5.8): the target did not get the request. */
function ofTarget(outcome: ExchangeOutcome, { proxy }: Route): ExchangeOutcome {
  const isRefusal = proxy !== null && outcome.kind === 'response' && outcome.response.status === 407;
  return isRefusal ? { kind: 'trouble', trouble: REFUSED } : outcome;
}

/** A response with what its request had to do with it. */
function ofRequest(
  outcome: ExchangeOutcome,
  { delivery: { version } = {} }: HttpRequest,
  seen: Pick<HttpResponse, 'afterClose' | 'uncontinued'>,
): ExchangeOutcome {
  if (outcome.kind === 'trouble') return outcome;
  const asked = { ...(version && { requestVersion: version }), ...seen };
  return { kind: 'response', response: { ...outcome.response, ...asked } };
}

function dispatchOptions(request: HttpRequest, extra: readonly Header[], { origin, route }: ConnectionTarget) {
  const { method } = request;
  const { proxy } = route;
  // A request's own header is what is tested: no second one is added.
  const headers: string[] = [];
  for (const header of request.headers) {
    if (!isWrittenHere(header) && !isLeftOut(header)) headers.push(...header);
  }
  for (const [name, value] of extra) if (headerValue(request.headers, name) === undefined) headers.push(name, value);
  const isProxied = proxy !== null && !origin.startsWith('https:');
  if (isProxied && proxy.authorization !== null) headers.push('Proxy-Authorization', proxy.authorization);
  // A proxy requires the whole address in a request for a plain target (RFC 9112, section 3.2.2).
  const path = isProxied ? `${origin}${request.path}` : request.path;
  return { path, method, body: request.body, headers };
}

const REFUSED: NetworkError = {
  kind: 'refused',
  message: 'the proxy answers with status 407: it wants a user name and password',
};

function lateness(timeoutMs: number, headed: boolean): NetworkError {
  const message = `${headed ? 'the response did not end' : 'no response came'} within ${timeoutMs} ms`;
  return { kind: 'timeout', message, ...(headed ? { detail: 'unfinished' } : {}) };
}
