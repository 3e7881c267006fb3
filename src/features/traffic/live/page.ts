import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Contract } from '../../../contract/model.ts';
import type { ShadowState } from '../../../results/shadow-state.ts';
import { type Callers, refusalOf } from '../callers.ts';
import type { TrafficEntry } from '../entry.ts';
import type { TrafficLog } from '../log.ts';
import type { LiveComparison } from './comparison.ts';
import { liveDocument, MOST_ROWS } from './document.tsx';

/** The path of the page: no address of a service is below it. */
export const LIVE_PATH = '/__conformance/';

interface LivePageSource {
  readonly contract: Contract;
  readonly log: TrafficLog;
  /** Whose traffic it shows, in a sentence. */
  readonly about: string;
  readonly callers: Callers;
  /** Differs from that of an earlier log: letters and digits. */
  readonly session: string;
  /** With another server; null if there is none. */
  readonly comparison: LiveComparison | null;
}

/** Nobody frames the page, whose text has the policy for the rest, and no answer is kept or read as another type. */
const headers = {
  'Content-Security-Policy': "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

/** Opens the live page of a log. @returns answers a request for the page, and says whether it was one */
export function openLivePage({ contract, log, about, callers, session, comparison }: LivePageSource) {
  const stream = openEvents(log, session, comparison);
  const document = liveDocument({
    contract,
    about,
    links: [[`..${contract.endpointPath}`, 'The service']],
    isCompared: comparison !== null,
  });

  function answer(response: ServerResponse, status: number, text: string, type = 'text/plain'): void {
    response.writeHead(status, { ...headers, 'Content-Type': `${type}; charset=utf-8` }).end(text);
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { url = '' } = request;
    if (!url.startsWith(LIVE_PATH.slice(0, -1))) return false;
    const [path = '', query = ''] = url.split(/\?(.*)/s);
    if (`${path}/` === LIVE_PATH) {
      response.writeHead(308, { ...headers, Location: LIVE_PATH }).end();
      return true;
    }
    if (!path.startsWith(LIVE_PATH)) return false;
    const name = path.slice(LIVE_PATH.length);
    const [, id] = /^exchange\/(\d{1,15})$/.exec(name) ?? [];
    if (refusalOf(request, callers) !== null)
      answer(response, 403, 'This page answers only on a loopback address, and no page of another site.\n');
    else if (request.method !== 'GET') {
      response.setHeader('Connection', 'close');
      answer(response, 405, 'This page is read with GET.\n');
    } else if (name === '') answer(response, 200, document, 'text/html');
    else if (id !== undefined) {
      const details = log.details(Number(id));
      const { entry, curl, request: asked, response: answered } = details ?? {};
      const shown = JSON.stringify({ entry, curl, request: asked, response: answered });
      if (details === null) answer(response, 404, 'This exchange is not kept any more.\n');
      else answer(response, 200, shown, 'application/json');
    } else if (name === 'events') {
      const after = request.headers['last-event-id'] ?? new URLSearchParams(query).get('after') ?? '';
      const taken = stream(response, headers, `${after}`);
      if (!taken) answer(response, 503, 'Too many pages are open.\n');
    } else answer(response, 404, `There is nothing here; the page is ${LIVE_PATH}\n`);
    return true;
  };
}

const MOST_READERS = 20;
/** Bytes that wait for a reader: a slower one is cut off, reconnects, and gets what is still kept. */
const MOST_WAITING = 4 * 1024 * 1024;
/** Connections without traffic are closed. */
const HEARTBEAT_MS = 15_000;
/** Problems of an exchange in its event; its details have all. */
const MOST_PROBLEMS = 5;
/** Characters of a message: far less than MOST_WAITING waits for a new reader. */
const MOST_MESSAGE = 200;

/** The events of a log. @returns sends them until the reader goes; false where there are too many readers */
function openEvents(log: TrafficLog, session: string, comparison: LiveComparison | null) {
  const readers = new Set<ServerResponse>();
  return (response: ServerResponse, headers: Readonly<Record<string, string>>, lastId: string): boolean => {
    if (readers.size >= MOST_READERS) return false;
    readers.add(response);
    response.writeHead(200, { ...headers, 'Content-Type': 'text/event-stream; charset=utf-8' });
    const write = (text: string): void => {
      if (!response.write(text) && response.writableLength > MOST_WAITING) response.destroy();
    };
    const send = (entry: TrafficEntry): void => {
      if (entry.isCall)
        write(`event: exchange\nid: ${session}-${entry.id}\ndata: ${JSON.stringify(shortened(entry))}\n\n`);
    };
    const [own, id] = lastId.split('-');
    const kept = log.entries(own === session ? Number(id) || 0 : 0);
    const { clients, exchanges } = log.summary();
    const snapshot = { session, last: exchanges, clients };
    write(`retry: 500\nevent: snapshot\ndata: ${JSON.stringify(snapshot)}\n\n`);
    for (const entry of kept.slice(-MOST_ROWS)) send(entry);
    const compare = (state: ShadowState): void => write(`event: comparison\ndata: ${JSON.stringify(state)}\n\n`);
    const latest = comparison?.latest() ?? null;
    if (latest !== null) compare(latest);
    const stops = [log.subscribe(send), ...(comparison === null ? [] : [comparison.subscribe(compare)])];
    const heartbeat = setInterval(() => write(':\n\n'), HEARTBEAT_MS);
    response.once('close', () => {
      for (const stop of stops) stop();
      clearInterval(heartbeat);
      readers.delete(response);
    });
    return true;
  };
}

function shortened({ problems, ...entry }: TrafficEntry) {
  const short = problems
    .slice(0, MOST_PROBLEMS)
    .map(({ side, rule, level, message }) => ({ side, rule, level, message: message.slice(0, MOST_MESSAGE) }));
  return { ...entry, problems: short };
}
