import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Contract } from '../contract/model.ts';
import { type HttpRequest, headerLines } from '../wire/http/exchange.ts';
import { openServer } from '../wire/http/listening.ts';
import { unfit } from '../wire/http/unfit.ts';
import { watchUnreadable } from '../wire/http/unreadable.ts';
import { type Catalog, loadCatalog } from './catalog.ts';
import type { Mutation } from './mutation.ts';
import { createPipeline } from './pipeline.ts';
import { createRouter } from './route.ts';
import { readBody, send, sendAndDiscard } from './send.ts';
import { limitConnections, serverLimits } from './server-limits.ts';
import { type InRequest, type OutResponse, plainResponse, type Routed, readTarget } from './wire/message.ts';

/** How often node:http looks for overdue requests. */
const CHECK_MS = 1000;

interface ReferenceServerOptions {
  readonly contract: Contract;
  /** 127.0.0.1 unless given. */
  readonly host?: string;
  readonly port?: number;
  /** Refuse unknown dealers, keys and passwords; otherwise take any. */
  readonly checkCredentials?: boolean;
  readonly defects?: readonly Mutation[];
  /** Milliseconds before each answer; 0 unless given. */
  readonly latencyMs?: number;
  /** fixtures/catalog.json unless given. */
  readonly catalog?: Catalog;
  /** Gets one line per answer; parameters never appear in it. */
  readonly log?: (line: string) => void;
  /** Sees each request before it is answered, except those with a refused body. */
  readonly watch?: (request: HttpRequest) => Watched;
  /** Answers requests that are not for the service, and says whether one was. */
  readonly page?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** The address of that page, from the endpoint. */
  readonly live?: string;
  readonly limits?: Partial<typeof serverLimits>;
}

export interface Watched {
  /** Why the call is refused, in a sentence; null where it is answered. */
  readonly refusal: string | null;
  /** What the log line names in place of the operation that the server takes it for; null where it is no call. */
  readonly called: string | null;
  /** Sees the exchange; its text is added to the log line. */
  readonly answered: (exchange: ServedExchange) => string;
}

const UNWATCHED: Watched = { refusal: null, called: null, answered: () => '' };

export interface ServedExchange {
  readonly request: HttpRequest;
  readonly response: OutResponse;
  readonly durationMs: number;
  readonly client: string;
}

export type ReferenceServer = Awaited<ReturnType<typeof startReferenceServer>>;

/** Starts the GetData service. @throws Error in one sentence if it can't listen */
export async function startReferenceServer(options: ReferenceServerOptions) {
  const { contract, host = '127.0.0.1', port = 0, checkCredentials = false, defects = [] } = options;
  const {
    catalog = loadCatalog(),
    latencyMs = 0,
    log = () => {},
    watch = () => UNWATCHED,
    page = () => false,
    live = null,
  } = options;
  const pipeline = createPipeline({ contract, catalog, checkCredentials, mutations: defects });
  let url = '';
  const route = createRouter(contract, pipeline, () => url, defects, live);
  const limits = { ...serverLimits, ...options.limits };
  const { maxBodyBytes, maxConnections, connectionsPerAddress, maxRequestsPerSocket, idleTimeout, ...http } = limits;
  const isLast = lastOf(maxRequestsPerSocket);
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request, maxBodyBytes);
    const came = body === null ? null : incoming(request, body);
    const { refusal, called, answered } = came === null ? UNWATCHED : watch(came);
    const started = performance.now();
    const routed = came === null ? tooLarge(maxBodyBytes) : routeSafely(came, refusal, route);
    const { response: answer, label, changes = [] } = routed;
    if (latencyMs > 0) await setTimeout(latencyMs);
    const durationMs = performance.now() - started;
    const client = request.socket.remoteAddress ?? '';
    const seen = came === null ? '' : answered({ request: came, response: answer, durationMs, client });
    const named = [request.method, called ?? label, ...changes, answer.raw === null ? answer.status : 'raw'].join(' ');
    log(`${named} ${answer.body.length} bytes${seen}`);
    if (body === null) sendAndDiscard(answer, request, response);
    else send(answer, response);
  };
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const wrong = unfit(request);
    if (isLast(request.socket) || wrong !== null) response.shouldKeepAlive = false;
    if (wrong !== null) {
      log(`? no request: ${wrong.sentence.replace(/\.$/, '')}`);
      sendAndDiscard(plainResponse(wrong.status, wrong.sentence), request, response);
      return;
    }
    if (page(request, response)) return;
    serve(request, response).catch(() => response.destroy());
  };
  // node:http would answer a missing Host and another expectation without a word.
  const server = createServer({ ...http, requireHostHeader: false, connectionsCheckingInterval: CHECK_MS }, listener);
  server.on('checkExpectation', listener);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (!defects.some(({ uncontinued }) => uncontinued)) response.writeContinue();
    listener(request, response);
  });
  limitConnections(server, connectionsPerAddress, maxConnections);
  watchUnreadable(server, (why) => log(`? no request: ${why}`));
  server.timeout = idleTimeout;
  const { origin, close } = await openServer(server, 'The reference server', host, port);
  url = origin;
  return { url, close };
}

/** Whether a request is the last one of its connection. node:http's own limit says so, but answers 503 to the next. */
function lastOf(most: number): (socket: Socket) => boolean {
  const counts = new WeakMap<Socket, number>();
  return (socket) => {
    const count = (counts.get(socket) ?? 0) + 1;
    counts.set(socket, count);
    return count >= most;
  };
}

type RouteRequest = ReturnType<typeof createRouter>;

function incoming(request: IncomingMessage, body: Uint8Array): InRequest {
  const headers = headerLines(request.rawHeaders);
  const version = request.httpVersion === '1.0' ? ({ version: '1.0' } as const) : {};
  return { method: request.method ?? '', ...readTarget(request.url ?? '', headers), body, ...version };
}

/** A bug of this program must not end the server. */
function routeSafely(request: InRequest, refusal: string | null, route: RouteRequest): Routed {
  try {
    return route(request, refusal);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { response: plainResponse(500, `The reference server failed: ${why}`), label: 'internal error' };
  }
}

function tooLarge(limit: number): Routed {
  return { response: plainResponse(413, `The request body is longer than ${limit} bytes.`), label: 'body refused' };
}
