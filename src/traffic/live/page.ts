import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Contract } from '../../contract/model.ts';
import { isLoopback } from '../../exchange/address.ts';
import type { TrafficLog } from '../log.ts';
import { liveDocument, liveStyle } from './document.ts';
import { openEvents } from './events.ts';
import { liveScript } from './script.ts';

/** The path of the page: no address of a service is below it. */
export const LIVE_PATH = '/__conformance/';

export interface LivePageSource {
  readonly contract: Contract;
  readonly log: TrafficLog;
  /** Whose traffic it shows, in a sentence. */
  readonly about: string;
  readonly host: string;
  /** Differs from that of an earlier log: letters and digits. */
  readonly session: string;
}

/** Only our own script and style run, nobody frames it, and no answer is kept or read as another type. */
const headers = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

/**
 * Opens the live page of a log.
 * @returns what answers a request that is for the page, and says whether it was; others stay untouched
 */
export function openLivePage({ contract, log, about, host, session }: LivePageSource) {
  const events = openEvents(log, session);
  const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
    '': ['text/html', liveDocument(contract, about)],
    'live.js': ['text/javascript', liveScript],
    'live.css': ['text/css', liveStyle],
  };

  function answer(response: ServerResponse, status: number, text: string, type = 'text/plain'): void {
    response.writeHead(status, { ...headers, 'Content-Type': `${type}; charset=utf-8` }).end(text);
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const [path = '', query = ''] = (request.url ?? '').split(/\?(.*)/s);
    if (`${path}/` === LIVE_PATH) {
      response.writeHead(308, { ...headers, Location: LIVE_PATH }).end();
      return true;
    }
    if (!path.startsWith(LIVE_PATH)) return false;
    const name = path.slice(LIVE_PATH.length);
    const [, id] = /^exchange\/(\d{1,15})$/.exec(name) ?? [];
    const file = files[name];
    if (isLoopback(host) && !isLoopback(hostNameOf(request)))
      answer(response, 403, 'This page answers only on a loopback address.\n');
    else if (request.method !== 'GET') {
      response.setHeader('Connection', 'close');
      answer(response, 405, 'This page is read with GET.\n');
    } else if (file !== undefined) answer(response, 200, file[1], file[0]);
    else if (id !== undefined) {
      const details = log.details(Number(id));
      const { entry, curl, request: asked, response: answered } = details ?? {};
      const shown = JSON.stringify({ entry, curl, request: asked, response: answered });
      if (details === null) answer(response, 404, 'This exchange is not kept any more.\n');
      else answer(response, 200, shown, 'application/json');
    } else if (name === 'events') {
      const after = request.headers['last-event-id'] ?? new URLSearchParams(query).get('after') ?? '';
      const taken = events.stream(response, headers, `${after}`);
      if (!taken) answer(response, 503, 'Too many pages are open.\n');
    } else answer(response, 404, `There is nothing here; the page is ${LIVE_PATH}\n`);
    return true;
  };
}

/** The host that a browser was told to call. Another site's page may have its name resolve to this machine. */
function hostNameOf({ headers: { host = '' } }: IncomingMessage): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, '') : '';
}
