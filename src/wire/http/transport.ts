import type { Socket } from 'node:net';
import type { Client as UndiciClient } from 'undici';
import { connectorOf, type Route } from './connector.ts';
import { type ExchangeOutcome, lengthListText, type NetworkError } from './exchange.ts';
import { networkErrorOf } from './network-error.ts';
import { completeResponse, createCollector, cutOffResponse } from './response.ts';
import { createResponseMonitor } from './response-monitor.ts';
import { Client, endOf } from './undici.ts';

interface TransportOptions {
  readonly origin: string;
  readonly route: Route;
  /** The time is for connecting. */
  readonly limits: { readonly timeoutMs: number; readonly maxBodyBytes: number };
  readonly maxHeaderSize: number;
  /** How long a connection without an exchange is kept. */
  readonly keepAliveTimeout?: number;
  readonly connected: (socket: Socket) => void;
  readonly interim?: (head: Buffer) => void;
}

/**
 * One connection at a time to a target, with one exchange at a time on it. It connects on first use, and again whenever
 * it has ended. undici reads through the monitor and without its own timers.
 */
export function openTransport({ origin, route, limits, connected, interim, ...own }: TransportOptions) {
  const monitor = createResponseMonitor(interim);
  const connector = connectorOf(route, limits.timeoutMs);
  let current: Socket | null = null;
  /** When the target ended the connection with no answer under way; null until then, or once it was taken. */
  let endedAt: number | null = null;
  let isUnderWay = false;
  const newClient = (): UndiciClient =>
    new Client(origin, {
      ...own,
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect(options, callback) {
        connector(options, (...result) => {
          const [error, socket] = result;
          if (error === null) {
            current = socket;
            socket.once('end', () => {
              // The next request may have begun: undici has not written it yet.
              endedAt = isUnderWay && monitor.anyByte() ? null : performance.now();
            });
            monitor.attach(socket);
            connected(socket);
          }
          callback(...result);
        });
      },
    });
  let client = newClient();

  /** Gives up the connection, so that the next exchange gets a new one. */
  function renew(): void {
    void client.destroy();
    client = newClient();
    endedAt = null;
  }

  /** Begins an exchange. @param settle - gets its outcome once; `stale`: a reused connection ended without a byte */
  function begin(method: string, settle: (outcome: ExchangeOutcome, stale: boolean) => void) {
    const collector = createCollector(method, limits.maxBodyBytes, monitor);
    let isOver = false;
    monitor.begin();
    isUnderWay = true;
    const finish = (outcome: ExchangeOutcome, stale = false): void => {
      isOver = true;
      isUnderWay = false;
      settle(outcome, stale);
    };
    /** undici names neither the field nor its numbers. */
    const withLengths = (error: NetworkError): NetworkError => {
      const lengths = monitor.lengths();
      return error.kind === 'framing' && lengths.includes(',')
        ? { kind: 'framing', message: lengthListText(lengths), part: 'length-list' }
        : error;
    };
    const failed = (trouble: NetworkError): ExchangeOutcome =>
      monitor.anyByte() ? { kind: 'trouble', trouble, begun: true } : { kind: 'trouble', trouble };
    return {
      collector,
      isOver: () => isOver,
      /** Ends it, and its connection. */
      stop(error: NetworkError): void {
        if (isOver) return;
        finish(failed(error));
        renew();
      },
      /** Its answer has ended as the framing said. @param isLast - on its connection */
      complete(isLast = false): void {
        const received = collector.received();
        if (isOver || received === null) return;
        const response = completeResponse(received);
        finish({ kind: 'response', response });
        if (response.surplus > 0 || isLast) renew();
      },
      /** Ends it with what came of its answer, where more was promised. */
      cutOff(): void {
        const received = collector.received();
        const outcome = isOver || received === null ? null : cutOffResponse(received, null);
        if (outcome === null) return;
        finish(outcome);
        renew();
      },
      fail(error: Error): void {
        if (isOver) return;
        const received = collector.received();
        const networkError = withLengths(networkErrorOf(error));
        const stale = networkError.kind === 'closed' && monitor.reused() && !monitor.anyByte();
        finish((received === null ? null : cutOffResponse(received, error)) ?? failed(networkError), stale);
        renew();
      },
    };
  }

  return {
    begin,
    renew,
    takeEnd(): number | null {
      const at = endedAt;
      endedAt = null;
      return at;
    },
    /** Its answer has come as its framing says. */
    answered(): void {
      isUnderWay = false;
    },
    /** Whether the target ends the connection of an answer that has come, within so many milliseconds. */
    endOf: async (ms: number) => current === null || (await endOf(current, ms)),
    dispatch: (...how: Parameters<UndiciClient['dispatch']>) => client.dispatch(...how),
    close: () => client.destroy(),
    version: monitor.version,
  };
}
