import { setImmediate } from 'node:timers/promises';
import { plural } from '../../base/words.ts';
import { drawnNames } from '../../calls/values.ts';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import type { Cell, Contract } from '../../contract/model.ts';
import { bindingNames } from '../../contract/operations.ts';
import { MOST_WRITES, type RunOptions } from '../../options/model.ts';
import { skipReason } from '../../options/selected-cells.ts';
import { suiteVersion } from '../../results/suite-version.ts';
import {
  type Exchange,
  type Header,
  type HttpRequest,
  headerValue,
  type NetworkError,
  unsent,
} from '../../wire/http/exchange.ts';
import { openedRoute, type RunRoute } from '../../wire/http/run-route.ts';
import { openTarget, type TargetOptions } from '../../wire/http/target.ts';
import { bindings } from '../../wire/soap/bindings.ts';
import type { Call } from '../../wire/soap/call.ts';
import { createPatience } from './patience.ts';

export type Client = Readonly<ReturnType<typeof openClient>>;

/** Network errors that mean that the target is down. */
export const SILENT: ReadonlySet<NetworkError['kind']> = new Set(['refused', 'unresolved', 'tls', 'timeout', 'closed']);

/**
 * Opens a client of the document's {base_url}. @param signal - ends requests under way and to come; it is checked
 * between two answers, and answers after it are 'aborted'
 */
export function openClient(baseUrl: string, contract: Contract, options: RunOptions, signal?: AbortSignal) {
  const url = new URL(baseUrl);
  const { timeoutMs, maxBodyBytes, concurrency, rate: ratePerSecond } = options.limits;
  const target = openTarget({
    baseUrl: url,
    ...{ timeoutMs, maxBodyBytes, concurrency, ratePerSecond },
    headers: withOwnHeaders(options.headers),
    route: openedRoute(options.route),
    ...(signal === undefined ? {} : { signal }),
  });
  // The user's own fields win over those of clients that a probe imitates.
  const ownNames = new Set(options.headers.map(([name]) => name.toLowerCase()));
  const withoutOwn = (request: HttpRequest): HttpRequest => {
    if (ownNames.size === 0) return request;
    return { ...request, headers: request.headers.filter(([name]) => !ownNames.has(name.toLowerCase())) };
  };
  const patience = createPatience(timeoutMs);
  let requests = 0;
  let writes = 0;
  let underWay = 0;
  let since = 0;
  let waited = 0;
  // Nothing may send more than a run plans.
  const mostWrites =
    MOST_WRITES * bindingNames.length * contract.operations.filter(({ effect }) => effect === 'write').length;
  let turn = Promise.resolve();
  let dropped = 0;
  const send = async (cell: Cell, request: HttpRequest, own?: AbortSignal): Promise<Exchange> => {
    if (signal?.aborted === true) return unsent(request, 'the run was stopped');
    const isWrite = cell.operation.effect === 'write';
    const spent =
      writes >= mostWrites ? `${plural(mostWrites, 'call')} that change state were sent; no more are sent` : null;
    const refused = isWrite ? (skipReason(cell, options)?.text ?? spent) : null;
    if (refused !== null) return unsent(request, refused);
    if (isWrite) writes += 1;
    requests += 1;
    const place = requests;
    // A write must never be sent twice, not even when an idle connection was closed.
    if (underWay === 0) since = performance.now();
    underWay += 1;
    const how = { once: isWrite, timeoutMs: patience.of(cell), ...(own === undefined ? {} : { signal: own }) };
    let exchange: Exchange = await target.send(withoutOwn(request), how).finally(() => {
      underWay -= 1;
      if (underWay === 0) waited += performance.now() - since;
    });
    patience.note(cell, exchange);
    const { unansweredAfterMs, ...others } = exchange;
    // Connections that end together, as in a restart, count once.
    if (unansweredAfterMs !== undefined && place <= dropped) exchange = others;
    else if (unansweredAfterMs !== undefined) dropped = requests;
    if (signal === undefined) return exchange;
    // One answer per turn of the event loop: timers and signals are handled between two.
    turn = turn.then(() => setImmediate());
    await turn;
    return signal.aborted ? { ...unsent(request, 'the run was stopped'), durationMs: exchange.durationMs } : exchange;
  };
  // Placeholders for credentials that were not given. They are the document's without the angle brackets, which
  // ASP.NET's request validation refuses over GET and POST.
  const credentials = { DealerID: 'DEALER_ID', APIKEY: 'API_KEY', Password: 'PASSWORD', ...options.credentials };
  const drawn = drawnNames(options.seed);
  const context = { contract, basePath: basePathOf(url), credentials, ...drawn };
  return {
    contract,
    context,
    /** The address of the document's {base_url}. */
    target: url,
    /** Credentials that were given, and so must not be shown. */
    secrets: options.credentials,
    /** Sends a call in a cell's binding. Never rejects because of what the target does. */
    call: (cell: Cell, call: Call) => send(cell, bindings[cell.binding].encode(call, context)),
    /** Sends a request as it is, in the name of a cell. A write not allowed or over the limit is 'aborted', unsent. */
    send,
    /** SHA-256 of the target's TLS certificate in hex; null over plain HTTP and before the first connection. */
    certificate: () => target.certificate(),
    /** How often the target told the client to wait. */
    backedOff: () => target.backedOff(),
    /** Lets nothing be sent for so many milliseconds. */
    hold: target.hold,
    /** Sends fewer requests a second from now on than the target took. */
    slow: target.slow,
    /** Milliseconds so far in which at least one request was under way. */
    waited: () => waited,
    requests: () => requests,
    close: () => target.close(),
  };
}

/** Gets the answer of a target to a GET of this path. */
export type Get = (path: string) => Promise<Exchange>;

type Getting = Pick<TargetOptions, 'headers' | 'timeoutMs' | 'maxBodyBytes' | 'signal'> & { readonly route: RunRoute };

/** Asks the target by GET on a connection of its own, beginning with the path of the endpoint. */
export function askEndpoint(
  baseUrl: string,
  how: Getting,
  ask: (get: Get, endpoint: string, target: URL) => Promise<Exchange>,
) {
  const path = `${basePathOf(new URL(baseUrl))}${loadContract(defaultNamespace()).endpointPath}`;
  return askHost(baseUrl, how, (get, url) => ask(get, path, url));
}

/** Asks the host of an address by GET on a connection of its own. */
export async function askHost<Answer>(
  address: string,
  { headers, route, ...how }: Getting,
  ask: (get: Get, host: URL) => Promise<Answer>,
) {
  const url = new URL(address);
  const sending = { baseUrl: url, concurrency: 1, ratePerSecond: null, route: openedRoute(route) };
  const target = openTarget({ ...how, ...sending, headers: withOwnHeaders(headers) });
  try {
    const get = (one: string) => target.send({ method: 'GET', path: one, headers: [], body: null });
    const answer = await ask(get, url);
    return { answer, backedOff: target.backedOff(), requests: target.sent() };
  } finally {
    await target.close();
  }
}

/** The path of {base_url}, '' for the root. */
function basePathOf(url: URL): string {
  return url.pathname.replace(/(?<!\/)\/+$/, '');
}

/** Adds a User-Agent and an Accept-Encoding without content codings, unless given; recorded requests have neither. */
function withOwnHeaders(headers: readonly Header[]): readonly Header[] {
  const own: readonly Header[] = [
    ['User-Agent', `getdata-conformance/${suiteVersion()}`],
    ['Accept-Encoding', 'identity'],
  ];
  return [...own.filter(([name]) => headerValue(headers, name) === undefined), ...headers];
}
