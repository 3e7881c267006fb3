import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { createBudget } from '../../../wire/http/budget.ts';
import type { Header } from '../../../wire/http/exchange.ts';
import { openServer } from '../../../wire/http/listening.ts';
import { MOST_HEADER_BYTES } from '../../../wire/http/unfit.ts';
import { answerUnreadable } from '../../../wire/http/unreadable.ts';
import { openUpstream, type UpstreamOptions } from '../../../wire/http/upstream.ts';
import type { Callers } from '../callers.ts';
import { openClient, type ProxyClient, TOO_MANY } from './client.ts';
import { type PassedOn, type PassOptions, passOn, plainAnswer } from './pass-on.ts';
import { refusalFor } from './refusal.ts';

/** What the proxy accepts from clients, times in milliseconds. */
const limits = {
  maxHeaderSize: MOST_HEADER_BYTES,
  // It would answer without a word.
  requireHostHeader: false,
  headersTimeout: 10_000,
  /** A call of this service is small, but a line may be slow. */
  requestTimeout: 120_000,
  keepAliveTimeout: 120_000,
  connectionsCheckingInterval: 1000,
};
const MOST_CONNECTIONS = 512;

/** Bytes of concurrent bodies held to be judged; what is beyond is forwarded unjudged. */
const HELD_BYTES = 128 * 1024 * 1024;

export interface ProxyOptions
  extends Pick<PassOptions, 'contract' | 'target' | 'maxBodyBytes'>,
    Pick<UpstreamOptions, 'route' | 'timeoutMs'> {
  readonly host: string;
  /** The port to listen on; 0 takes any free one. */
  readonly port: number;
  /** Sent with every request that lacks them. */
  readonly headers: readonly Header[];
  /** Gets each exchange when it has ended, after what waits to be forwarded. */
  readonly seen: (passed: PassedOn) => void;
  /** Gets why a request is not passed on: one of few texts, then more for the log. */
  readonly refused: (method: string, why: string, more?: string) => void;
  readonly callers: Callers;
  /** Answers requests that are not for the target; true if it did. */
  readonly page: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** Starts a proxy in front of a target. Each connection of a client has its own. @throws Error if it can't listen */
export async function startProxy(options: ProxyOptions) {
  const { target, host, port, page, seen, refused } = options;
  const clients = new Map<Socket, ProxyClient>();
  /** Our own connections to the target, as the target sees them. */
  const ours = new Set<string>();
  const budget = createBudget(HELD_BYTES);
  let passing: PassOptions = { ...options, baseUrl: '', budget };
  /** One for all exchanges that end in a turn. */
  let next: Promise<void> | null = null;

  function clientOf(socket: Socket): ProxyClient {
    const known = clients.get(socket);
    if (known !== undefined) return known;
    const upstream = openUpstream({ ...options, budget }, (own) => {
      const { local, remote } = endsOf(own);
      ours.add(`${remote} ${local}`);
      own.once('close', () => ours.delete(`${remote} ${local}`));
    });
    const { local, remote } = endsOf(socket);
    const client = openClient(socket, upstream, ours.has(`${local} ${remote}`));
    clients.set(socket, client);
    socket.once('close', () => {
      upstream.close();
      void client.answered().then(() => clients.delete(socket));
    });
    return client;
  }

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const client = clientOf(request.socket);
    if (client.isFull(response) && !request.socket.destroyed) {
      request.socket.destroy();
      refused('?', `no request: ${TOO_MANY}`);
    }
    if (request.socket.destroyed || client.isOver() || page(request, response)) return;
    const refusal = refusalFor(request, { ...options, isOurs: client.isOurs, baseUrl: passing.baseUrl });
    if (refusal === null) client.add(request, response, () => pass(request, response, client));
    else {
      client.end();
      plainAnswer(response, refusal.status, refusal.sentence);
      if (refusal.why !== undefined) refused(request.method ?? '', refusal.why, refusal.more);
    }
  };

  async function pass(request: IncomingMessage, response: ServerResponse, { upstream }: ProxyClient): Promise<void> {
    try {
      const passed = await passOn(request, response, upstream, passing);
      // Written data is sent first.
      next ??= turn().then(() => {
        next = null;
      });
      await next;
      seen(passed);
    } catch {
      request.socket.destroy();
    }
  }

  const server = createServer(limits, serve);
  answerUnreadable(
    server,
    (why) => refused('?', `no request: ${why}`),
    async (socket) => clients.get(socket)?.broken() ?? true,
  );
  // The target decides on continuing.
  server.on('checkContinue', serve);
  server.on('checkExpectation', serve);
  server.maxConnections = MOST_CONNECTIONS;
  // maxHeaderSize is the limit; node:http would drop lines after the thousandth.
  server.maxHeadersCount = 0;
  const opened = await openServer(server, 'the proxy', host, port);
  const baseUrl = `${opened.origin}${target.pathname.replace(/(?<!\/)\/+$/, '')}`;
  passing = { ...passing, baseUrl };
  return {
    origin: opened.origin,
    baseUrl,
    async close(): Promise<void> {
      await opened.close();
      await Promise.all([...clients.values()].map((client) => client.answered()));
    },
  };
}

/** Both, since one port may have connections to several others. IPv4 in IPv6 is the same. */
function endsOf({ localAddress, localPort, remoteAddress, remotePort }: Socket) {
  const end = (address = '', port = 0): string => `${address.replace('::ffff:', '')} ${port}`;
  return { local: end(localAddress, localPort), remote: end(remoteAddress, remotePort) };
}
