import { createAbortRegistry } from './abort-registry.ts';
import { createBackOff, createRateLimiter, outcomeAfter } from './back-off.ts';
import { type Attempt, type Connection, openConnection, type SendOptions } from './connection.ts';
import type { Route } from './connector.ts';
import { acceptedCodings, decodedOutcome } from './content-coding.ts';
import { createCrowd, wasTaken } from './crowd.ts';
import { type Exchange, type Header, type HttpRequest, headerValue, OWN_ORIGIN, withHeader } from './exchange.ts';
import { createRoom } from './room.ts';
import { createStalls } from './stall.ts';

export interface TargetOptions {
  /** Scheme, host and port count; its path is already part of every request's. */
  readonly baseUrl: URL;
  /** For one exchange, from sending to the last byte. */
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  readonly concurrency: number;
  /** Requests a second over all connections, evenly spaced; null for no limit. */
  readonly ratePerSecond: number | null;
  /** Sent with every request, never recorded in an Exchange. */
  readonly headers: readonly Header[];
  /** Direct, trusting what node trusts, if left out. */
  readonly route?: Route;
  /** Ends everything under way and to come. */
  readonly signal?: AbortSignal;
}

/** For the rest of an answer whose document is whole, the first times and later. */
const REST_WAIT_MS = [500, 20] as const;
/** For the end of a connection after Connection: close. */
const END_WAIT_MS = [3_000, 500] as const;

/** For 100 Continue. .NET waits 350 ms, Java's clients 3 s. */
const CONTINUE_WAIT_MS = [3_000, 350] as const;

/** The request with its path as its target. */
function withPath(request: HttpRequest): HttpRequest {
  if (request.delivery?.target === undefined) return request;
  const { target: _address, ...delivery } = request.delivery;
  return { ...request, delivery };
}

/** Opens a target. Nothing is connected before the first request. */
export function openTarget(options: TargetOptions) {
  const { baseUrl, timeoutMs, maxBodyBytes, concurrency, ratePerSecond, headers, signal: runSignal } = options;
  const route = options.route ?? { tls: {}, proxy: null };
  const invited = headerValue(headers, 'accept-encoding');
  const aborts = createAbortRegistry(runSignal);
  let certificate: string | null = null;
  const showed = (digest: string): void => {
    certificate = digest;
  };
  const limits = { timeoutMs, maxBodyBytes };
  const stalls = createStalls(...REST_WAIT_MS);
  const endings = createStalls(...END_WAIT_MS);
  const continues = createStalls(...CONTINUE_WAIT_MS);
  const waits = { stalls, endings, continues };
  const shared = { origin: baseUrl.origin, route, limits, aborts, showed, room: createRoom(), ...waits };
  const connections = Array.from({ length: concurrency }, () => openConnection(shared));
  const idle = [...connections];
  const waiting: ((connection: Connection) => void)[] = [];
  const crowd = createCrowd(concurrency);
  /** Connections on which the last request was answered. */
  const answering = new WeakSet<Connection>();
  const limiter = createRateLimiter(ratePerSecond);
  const backOff = createBackOff(Date.now);
  let sent = 0;
  let answers = 0;
  let version: string | null = null;

  function takeConnection(): Connection | Promise<Connection> {
    const free = crowd.enter() ? idle.pop() : undefined;
    return free ?? new Promise((resolve) => waiting.push(resolve));
  }

  /** What the target did not take waits longest: it may take only so many connections. */
  function giveBack(connection: Connection, isTaken: boolean): void {
    crowd.leave(isTaken);
    if (isTaken) idle.push(connection);
    else idle.unshift(connection);
    while (waiting.length > 0 && crowd.enter()) {
      const free = idle.pop();
      if (free !== undefined) waiting.shift()?.(free);
    }
  }

  /** Null if it is already the request's turn. @param alone - milliseconds that it was asked to wait, and no other */
  function ownTurn(alone: number, signal: AbortSignal | undefined): Promise<void> | null {
    const wait = aborts.stopped() ? 0 : Math.max(limiter.book(performance.now()), backOff.pause(), alone);
    if (wait <= 0) return null;
    return new Promise((resolve) => {
      let takeBack = (): void => {};
      const go = (): void => {
        clearTimeout(timer);
        takeBack();
        resolve();
      };
      const timer = setTimeout(go, wait);
      takeBack = aborts.add(go, signal);
    });
  }

  /**
   * Sends a request when its turn comes and reads the response to its end; always an Exchange, whatever the target
   * does. Redirects are not followed. If the target tells us to wait, it is sent again ('unavailable' in the end);
   * where several are told so, all connections wait. It is resent once, on a new connection, if its used one ended
   * without a byte of an answer (RFC 9112, section 9.3.1). As a server that died looks the same, a request that changes
   * state needs `once`: a new connection, never resent. @throws Error if the request can't be sent as it is
   */
  async function send(asked: HttpRequest, how: SendOptions = {}): Promise<Exchange> {
    const { signal, once = false } = how;
    const ofPage = headerValue(asked.headers, 'origin') === OWN_ORIGIN;
    const request = ofPage ? withHeader(asked, 'Origin', baseUrl.origin) : asked;
    const taken = takeConnection();
    const place = taken instanceof Promise ? await taken : taken;
    // In addition to the others, so that their reuse is unaffected, where the target takes that many.
    const isOwn = request.delivery?.alone === true;
    if (isOwn && crowd.isSmall()) place.renew();
    const connection = isOwn ? openConnection(shared) : place;
    let alone = 0;
    const attempt = async (): Promise<Attempt> => {
      const turn = ownTurn(alone, signal);
      alone = 0;
      if (turn !== null) await turn;
      if (!aborts.stopped() && signal?.aborted !== true) sent += 1;
      return connection.attempt(version === '1.1' ? request : withPath(request), headers, how);
    };
    let isTaken = true;
    try {
      if (once) connection.renew();
      for (let tries = 1; ; tries += 1) {
        const before = answers;
        const first = await attempt();
        const isResent = first.stale && !once;
        const { outcome, durationMs } = isResent ? await attempt() : first;
        const asked = backOff.asks(outcome, request, tries);
        isTaken = asked === 'one' || wasTaken(outcome, answering.has(connection));
        if (isTaken || asked === 'all') limiter.note(asked !== 'all', performance.now());
        if (outcome.kind === 'response') {
          answers += 1;
          version = outcome.response.version;
          answering.add(connection);
        } else answering.delete(connection);
        const wait = backOff.again(outcome, tries, asked);
        if (wait !== null && !once) {
          alone = wait;
          continue;
        }
        const accepted = acceptedCodings(request) ?? invited;
        const read = decodedOutcome(outcomeAfter(outcome, tries), accepted, maxBodyBytes);
        const { idleMs, endedAfterMs } = first;
        const ended = endedAfterMs === undefined ? {} : { endedAfterMs };
        const isLate = outcome.kind === 'trouble' && outcome.trouble.kind === 'timeout';
        return {
          ...{ request, outcome: read, durationMs, ...ended },
          ...(isLate ? { answeredMeanwhile: answers - before } : {}),
          ...(isResent ? { unansweredAfterMs: idleMs } : {}),
        };
      }
    } finally {
      if (isOwn) await connection.close();
      giveBack(place, isTaken);
    }
  }

  return {
    send,
    /** SHA-256 of the TLS certificate that the target showed last (DER), in hex; null over plain HTTP. */
    certificate: () => certificate,
    /** Requests sent so far, counting resent ones twice. */
    sent: () => sent,
    backedOff: backOff.count,
    hold: backOff.hold,
    /** Sends fewer requests a second from now on than the target took. */
    slow: () => limiter.note(false, performance.now()),
    /** Ends what is under way ('aborted') and closes all connections. */
    async close() {
      aborts.stopAll();
      await Promise.all(connections.map((connection) => connection.close()));
    },
  };
}
