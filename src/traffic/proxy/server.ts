import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { createBudget } from '../../exchange/budget.ts';
import type { Header } from '../../exchange/exchange.ts';
import { watchUnreadable } from '../../exchange/unreadable.ts';
import { openUpstream, type Upstream, type UpstreamOptions } from '../../exchange/upstream.ts';
import { shownLine } from '../../report/shown-text.ts';
import { type Callers, type Refusal, refusalOf } from '../callers.ts';
import { type PassedOn, type PassOptions, passOn, plainAnswer } from './pass-on.ts';

/** What the proxy accepts from clients, times in milliseconds. */
const limits = {
  maxHeaderSize: 64 * 1024,
  headersTimeout: 10_000,
  /** A call of this service is small, but a line may be slow. */
  requestTimeout: 120_000,
  keepAliveTimeout: 120_000,
  connectionsCheckingInterval: 1000,
};
const MOST_CONNECTIONS = 512;

/** Characters of a client's text in an answer or a log line. */
const MOST_SHOWN = 200;

/** Bytes of concurrent bodies held to be judged; what is beyond is forwarded unjudged. */
const HELD_BYTES = 128 * 1024 * 1024;

export interface ProxyOptions
  extends Pick<PassOptions, 'contract' | 'target' | 'maxBodyBytes'>,
    Pick<UpstreamOptions, 'route' | 'timeoutMs'> {
  readonly host: string;
  /** 0: any free one. */
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

interface ProxyClient {
  readonly upstream: Upstream;
  /** It is this proxy itself. */
  readonly isOurs: boolean;
  last: Promise<void>;
}

/** Starts a proxy in front of a target. Each connection of a client has its own. @throws Error if it can't listen */
export async function startProxy(options: ProxyOptions) {
  const { target, host, port, page, seen, refused, callers } = options;
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
    const client = { upstream, isOurs: ours.has(`${local} ${remote}`), last: Promise.resolve() };
    clients.set(socket, client);
    socket.once('close', () => {
      upstream.close();
      void client.last.then(() => clients.delete(socket));
    });
    return client;
  }

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket, url = '' } = request;
    const client = clientOf(socket);
    if (client.isOurs) {
      plainAnswer(response, 508, `The target ${target.origin} is this proxy itself.`);
    } else if (!url.startsWith('/')) {
      plainAnswer(response, 400, `This proxy forwards only to ${target.origin}: call ${passing.baseUrl}.`);
    } else if (!page(request, response)) {
      const refusal = refusalOf(request, callers);
      if (refusal === null) client.last = client.last.then(() => pass(request, response, client.upstream));
      else turnAway(request, response, refusal);
    }
  };

  function turnAway({ method = '' }: IncomingMessage, response: ServerResponse, { what, option }: Refusal): void {
    const why = 'a web page of another site may have sent it';
    const taken = `start the proxy with ${shownLine(option, MOST_SHOWN)} if it is right`;
    plainAnswer(response, 403, `Not passed on, because of ${shownLine(what, MOST_SHOWN)}: ${why}; ${taken}.`);
    refused(method, `refused, since ${why}`, ` (${shownLine(what, MOST_SHOWN)}); ${taken}`);
  }

  async function pass(request: IncomingMessage, response: ServerResponse, upstream: Upstream): Promise<void> {
    if (request.socket.destroyed) return;
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
  watchUnreadable(server, (why) => refused('?', `no request: ${why}`));
  // The target decides on continuing.
  server.on('checkContinue', serve);
  server.maxConnections = MOST_CONNECTIONS;
  // maxHeaderSize is the limit; node:http would drop lines after the thousandth.
  server.maxHeadersCount = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new Error(`can't listen on ${host}:${port}: ${error.message}`)));
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
  const baseUrl = `${origin}${target.pathname.replace(/\/+$/, '')}`;
  passing = { ...passing, baseUrl };
  return {
    origin,
    baseUrl,
    async close(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await Promise.all([...clients.values()].map(({ last }) => last));
    },
  };
}

/** Both, since one port may have connections to several others. IPv4 in IPv6 is the same. */
function endsOf({ localAddress, localPort, remoteAddress, remotePort }: Socket) {
  const end = (address = '', port = 0): string => `${address.replace('::ffff:', '')} ${port}`;
  return { local: end(localAddress, localPort), remote: end(remoteAddress, remotePort) };
}
