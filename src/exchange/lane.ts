import { setImmediate } from 'node:timers';
import { buildConnector, Client } from 'undici';
import type { Header, HttpRequest, Outcome, Trouble } from './exchange.ts';
import { completeResponse, cutOffOutcome, headerLines, type Received } from './response.ts';
import type { Stops } from './stops.ts';
import { createTap } from './tap.ts';
import { isOurMistake, troubleOf } from './trouble.ts';

/** What bounds one exchange. */
export interface LaneLimits {
  /** From sending to the last byte, connecting included. */
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
}

/** One try at an exchange. */
export interface Attempt {
  readonly outcome: Outcome;
  readonly durationMs: number;
  /** True when a connection that had served before ended without a byte: the server had most likely given it up. */
  readonly stale: boolean;
}

/** One connection at a time to the target, with one exchange at a time on it. */
export interface Lane {
  /**
   * Sends a request with further headers.
   * @throws Error where the request can't be sent as it is (a header or path with illegal characters)
   */
  readonly attempt: (request: HttpRequest, extra: readonly Header[], signal?: AbortSignal) => Promise<Attempt>;
  /** Gives up the connection, so that the next exchange gets a new one. */
  readonly renew: () => void;
  readonly close: () => Promise<void>;
}

const MAX_HEADER_BYTES = 64 * 1024;

/** Opens a lane; it connects when it is first used and whenever the connection has ended. */
export function openLane(origin: string, limits: LaneLimits, stops: Stops): Lane {
  const tap = createTap();
  const connector = buildConnector({ timeout: limits.timeoutMs });
  let client = newClient();

  function newClient(): Client {
    return new Client(origin, {
      pipelining: 1,
      maxHeaderSize: MAX_HEADER_BYTES,
      // One timer for the whole exchange is ours.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect(options, callback) {
        connector(options, (...result) => {
          const [, socket] = result;
          if (socket !== null) tap.attach(socket);
          callback(...result);
        });
      },
    });
  }

  function renew(): void {
    const old = client;
    client = newClient();
    void old.destroy();
  }

  function attempt(request: HttpRequest, extra: readonly Header[], signal?: AbortSignal): Promise<Attempt> {
    return new Promise((resolve, reject) => {
      const startedAt = performance.now();
      const chunks: Buffer[] = [];
      let size = 0;
      let head: Pick<Received, 'status' | 'reason' | 'headers'> | null = null;
      let ended = false;

      const end = (settle: () => void): void => {
        if (ended) return;
        ended = true;
        clearTimeout(timer);
        takeBack();
        settle();
      };
      const finish = (outcome: Outcome, stale = false): void => {
        end(() => resolve({ outcome, stale, durationMs: performance.now() - startedAt }));
      };
      const stop = (kind: Trouble['kind'], message: string): void => {
        if (ended) return;
        finish({ kind: 'trouble', trouble: { kind, message } });
        renew();
      };
      const received = (): Received | null =>
        head && {
          ...head,
          method: request.method,
          version: tap.version(),
          body: Buffer.concat(chunks),
          bytesAfterHead: tap.bytesAfterHead(),
        };
      const complete = (): void => {
        const all = received();
        if (all === null) return;
        const response = completeResponse(all);
        finish({ kind: 'response', response });
        if (response.surplus > 0) renew();
      };
      const fail = (error: Error): void => {
        if (isOurMistake(error)) return end(() => reject(new Error(`${request.path} can't be sent: ${error.message}`)));
        const trouble = troubleOf(error);
        const all = received();
        const stale = trouble.kind === 'closed' && tap.reused() && !tap.anyByte();
        if (ended) return;
        finish(all === null ? { kind: 'trouble', trouble } : cutOffOutcome(all, trouble), stale);
        renew();
      };

      const timer = setTimeout(
        () => stop('timeout', timeoutMessage(limits.timeoutMs, head !== null)),
        limits.timeoutMs,
      );
      let takeBack = (): void => {};
      takeBack = stops.add(() => stop('aborted', 'the run was stopped'), signal);
      if (ended) return takeBack();
      tap.begin();
      client.dispatch(
        {
          path: request.path,
          method: request.method,
          headers: [...request.headers, ...extra].flat(),
          body: request.body,
        },
        {
          onRequestStart() {},
          onResponseStart(controller, status, _headers, reason) {
            const raw = Array.isArray(controller.rawHeaders) ? controller.rawHeaders : [];
            head = { status, reason: reason ?? '', headers: headerLines(raw) };
          },
          onResponseData(_controller, chunk) {
            size += chunk.length;
            if (size > limits.maxBodyBytes) stop('too-large', `the body is longer than ${limits.maxBodyBytes} bytes`);
            else chunks.push(chunk);
          },
          onResponseEnd() {
            // What is surplus may stand in the next read of the same turn.
            setImmediate(complete);
          },
          onResponseError: (_controller, error) => fail(error),
        },
      );
    });
  }

  return { attempt, renew, close: () => client.destroy() };
}

function timeoutMessage(timeoutMs: number, headed: boolean): string {
  return headed ? `the response did not end within ${timeoutMs} ms` : `no response came within ${timeoutMs} ms`;
}
